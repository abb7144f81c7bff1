/** The service worker's caches on a device. */
export const cacheNames = {
  /** Pages that were read, the least recent first. */
  read: 'commonplace:read',
  /** Notes of the signed-in person's reading list. */
  list: 'commonplace:list',
  /** What a person's own pages show of notes: answers of the API, and pictures. */
  kept: 'commonplace:kept',
  /** Scripts, styles, the person's own pages, and the page shown instead of one that is not kept. */
  shell: 'commonplace:shell',
  /** The worker's own state. */
  state: 'commonplace:worker',
} as const;

/** The device's database of a person's library and its index. */
export const libraryDatabase = 'commonplace:library';

/** The device's database of actions that the server has not received yet; the person's id follows. */
export const outboxDatabase = 'commonplace:outbox';
/** The device's key for the number of such actions, for pages that do not open the database. */
export const unsentKey = (owner: string) => `commonplace:unsent:${owner}`;

/** The device's key for the unread count of the inbox and when it was fetched; it is out of date after `countedMs`. */
export const unreadKey = 'commonplace:unread';
export const countedMs = 60_000;

/** How many pages each cache holds; the least recent are deleted first. */
export const pageCacheLimits = { read: 100, list: 200 } as const;

/**
 * Headers of a kept page: when it was fetched (ISO 8601), its title (percent-encoded), and the published build at the time
 * of the request: the page is of that build, or of a later one.
 */
export const keptHeaders = {
  at: 'x-kept-at',
  title: 'x-kept-title',
  build: 'x-kept-build',
  /** The size of an answer or a picture. */
  bytes: 'x-kept-bytes',
  /** For an answer: its note, the version of the note when it was fetched, and the pictures that it shows. */
  of: 'x-kept-of',
  version: 'x-kept-version',
  pictures: 'x-kept-pictures',
} as const;

/** What a person wants to have offline in addition to their reading list; `limit` is the maximum of all in bytes. */
export type Keeping = { limit: number; notes: string[]; collections: string[] };
export const defaultKeptBytes = 50_000_000;
/** The channel on which the worker announces that what it keeps has changed. */
export const offlineChannel = 'commonplace:kept';

/** The page that is shown instead of one that is not kept. */
export const offlinePage = '/offline';

/**
 * A person's own pages: each is the same file for everybody and fills itself in, so that it opens without a network for a
 * signed-in person, whatever its query is.
 */
export const ownPages: readonly string[] = [
  '/user',
  '/user/settings',
  '/user/settings/offline',
  '/new',
  '/note/copy',
  '/note/item',
];

/** The worker's file. A worker controls the pages at its place or below. */
export const workerFile = '/sw.js';

const reading = /^\/(?:$|(?:hot|discussed|saved)$|note\/(?:list|detail)\/|tag(?:\/|$)|u\/)/;

/** Whether a page is for reading and the same for everyone, so that it may be kept. Data and files may not. */
export function mayBeKept(pathname: string): boolean {
  return reading.test(pathname) && !/\.[a-z]+$/i.test(pathname);
}
