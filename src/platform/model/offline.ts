/** What the service worker keeps on a device, by the names of its caches. */
export const cacheNames = {
  /** Pages that were read, the least recent first. */
  read: 'commonplace:read',
  /** Notes of the reading list of whoever is signed in. */
  list: 'commonplace:list',
  /** What pages are drawn with, and the page for what is not kept. */
  shell: 'commonplace:shell',
  /** What the worker has to remember itself. */
  state: 'commonplace:worker',
} as const;

/** The device's database of a person's own library and its index. */
export const libraryDatabase = 'commonplace:library';

/** How many pages each shelf holds; the least recent go first. */
export const pageCacheLimits = { read: 100, list: 200 } as const;

/**
 * Headers of a kept page: when it was fetched (ISO 8601), its title (percent-encoded), and the build that was known to be
 * published when it was asked for: it shows that one, or a later one.
 */
export const keptHeaders = { at: 'x-kept-at', title: 'x-kept-title', build: 'x-kept-build' } as const;

/** The page in the place of one that is not kept. */
export const offlinePage = '/offline';

/** Where the worker lies: it serves whatever is at its place or below. */
export const workerFile = '/sw.js';

const reading = /^\/(?:$|(?:hot|discussed|saved)$|note\/(?:list|detail)\/|tag(?:\/|$)|u\/)/;

/** Whether a page is made for reading and the same for everyone, so that it may be kept. Data and files are none. */
export function mayBeKept(pathname: string): boolean {
  return reading.test(pathname) && !/\.[a-z]+$/i.test(pathname);
}
