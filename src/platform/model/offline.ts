/** What the service worker keeps on a device, by the names of its caches. */
export const cacheNames = {
  /** Pages that were read, the least recent first. */
  read: 'commonplace:read',
  /** Notes of the reading list of whoever is signed in. */
  list: 'commonplace:list',
  /** What the pages of one's own show of notes: answers of the API, and pictures. */
  kept: 'commonplace:kept',
  /** What pages are drawn with, and the page for what is not kept. */
  shell: 'commonplace:shell',
  /** What the worker has to remember itself. */
  state: 'commonplace:worker',
} as const;

/** The device's database of a person's own library and its index. */
export const libraryDatabase = 'commonplace:library';

/** The device's database of what a person did and the server does not know yet; their id follows. */
export const outboxDatabase = 'commonplace:outbox';
/** Under which the device keeps how many such things there are, for pages that need not look. */
export const unsentKey = (owner: string) => `commonplace:unsent:${owner}`;

/** Under which the device keeps how much of the inbox is unread, and when it heard so; that is old after `countedMs`. */
export const unreadKey = 'commonplace:unread';
export const countedMs = 60_000;

/** How many pages each cache holds; the least recent go first. */
export const pageCacheLimits = { read: 100, list: 200 } as const;

/**
 * Headers of a kept page: when it was fetched (ISO 8601), its title (percent-encoded), and the build that was known to be
 * published when it was asked for: it shows that one, or a later one.
 */
export const keptHeaders = {
  at: 'x-kept-at',
  title: 'x-kept-title',
  build: 'x-kept-build',
  /** Of an answer or a picture: its size. */
  bytes: 'x-kept-bytes',
  /** Of an answer: the note that it is of, the note's state when it was fetched, and the pictures that it shows. */
  of: 'x-kept-of',
  version: 'x-kept-version',
  pictures: 'x-kept-pictures',
} as const;

/** What a person wants to have without a network beside their reading list: at most so many bytes in all. */
export type Keeping = { limit: number; notes: string[]; collections: string[] };
export const defaultKeptBytes = 50_000_000;
/** The channel on which the worker says that something else is kept now. */
export const keptNews = 'commonplace:kept';

/** The page in the place of one that is not kept. */
export const offlinePage = '/offline';

/**
 * Pages that are one person's: each is the same file for everybody and fills itself in, so that it opens without a
 * network for who is signed in, whatever its query asks.
 */
export const ownPages: readonly string[] = [
  '/user',
  '/user/settings',
  '/user/settings/offline',
  '/new',
  '/note/copy',
  '/note/item',
];

/** Where the worker lies: it serves whatever is at its place or below. */
export const workerFile = '/sw.js';

const reading = /^\/(?:$|(?:hot|discussed|saved)$|note\/(?:list|detail)\/|tag(?:\/|$)|u\/)/;

/** Whether a page is made for reading and the same for everyone, so that it may be kept. Data and files are none. */
export function mayBeKept(pathname: string): boolean {
  return reading.test(pathname) && !/\.[a-z]+$/i.test(pathname);
}
