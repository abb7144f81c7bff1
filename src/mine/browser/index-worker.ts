import { send } from '../../platform/browser/api.ts';
import { openDeviceFiles, type DeviceFiles } from '../../platform/browser/device-database.ts';
import type { Collection } from '../../library/model/collection.ts';
import { libraryDatabase } from '../../platform/model/offline.ts';
import type { LibraryChanges, LibraryQuery } from '../model/library.ts';
import { openFollowedLibrary, ownerOf, type FollowedLibrary, type LibraryStep } from './followed-library.ts';
import {
  deviceFullMessage,
  type Answer,
  type DeviceAnswer,
  type FromWorker,
  type IndexState,
  type Owner,
  type ToWorker,
} from './index-messages.ts';

/**
 * Holds the library of the person signed in and its index in a worker. Only one tab at a time follows the log, and sends
 * what it reads to the others.
 */
const lockName = 'commonplace:library';
/** How long work goes on before other messages have their turn. */
const stretchMs = 12;
/** How old an answer may be; an older one is preceded by reading the log. */
const freshMs = 5000;
/** How long an answer waits for the log, and how long after a change by this page, which the answer has to include. */
const waitMs = 400;
const ownWaitMs = 2500;

let library: Promise<FollowedLibrary | undefined> | undefined;
/** The current reading of the log, and the number of this page's changes when it started. */
let following: { changes: number; ended: Promise<void> } | undefined;
let changes = 0;
/** The number of changes and the time when the log was last read for an answer. */
let askedAfter = 0;
let askedAt = 0;
let complete = false;
/** The owner of the library. */
let owner: Owner | undefined;
/** Whether the server has confirmed that this person is signed in. */
let confirmed = false;
let post: (message: FromWorker) => void = () => undefined;
const others = new BroadcastChannel(lockName);

addEventListener('message', ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
  if (port) post = (message) => port.postMessage(message);
  if (data.type === 'open') void begin(data.owner, data.last);
  else if (data.type === 'query') void answer(data.id, found(data.query));
  else if (data.type === 'ids') void answer(data.id, idsOf(data.query));
  else if (data.type === 'passages') void answer(data.id, passages(data.q, data.ids));
  else if (data.type === 'collections') void rename(data.collections);
  else changes += 1;
});

async function begin(asked: Owner | undefined, last: Owner | undefined): Promise<void> {
  owner = asked ?? last;
  const before = await library;
  if (before === undefined || before.owner !== asked?.id) library = open(asked?.id, last?.id);
  confirmed = asked !== undefined;
  if (confirmed) await follow();
}

async function rename(collections: readonly Collection[]): Promise<void> {
  await library;
  // Meanwhile the library of the person who is signed in may have replaced that of the previous one.
  const own = await library;
  if (!own || !confirmed || JSON.stringify(collections) === JSON.stringify(own.collections)) return;
  await own.rename(collections).catch(() => undefined);
  show({ state: complete ? 'ready' : 'building', size: own.size }, true);
}

others.onmessage = async ({ data }: MessageEvent<{ owner: string; step: LibraryStep; complete: boolean }>) => {
  const own = await library;
  if (!own || own.owner !== data.owner) return;
  await own.hear(data.step);
  complete = data.complete;
  if (complete) askedAt = Date.now();
  show(complete ? { state: 'ready', size: own.size } : { state: 'elsewhere', size: own.size }, true);
};

let shown = '';

/** Reports the state of the library; without `fresh`, only if it differs from the last report. */
function show(state: IndexState, fresh = false): void {
  const now = JSON.stringify(state);
  if (now !== shown || fresh) post({ type: 'state', state });
  shown = now;
}

let database: Promise<DeviceFiles> | undefined;

async function open(asked: string | undefined, last: string | undefined): Promise<FollowedLibrary | undefined> {
  try {
    database ??= openDeviceFiles(libraryDatabase, () => {
      database = undefined;
      stop('You’ve signed out, so your library was removed from this device.', { removed: true });
    });
    const id = asked ?? last;
    // Until the server says who is signed in, another person's library is neither shown nor removed.
    if (id === undefined || (asked === undefined && (await ownerOf(await database)) !== id)) return undefined;
    const own = await openFollowedLibrary(await database, id, pauses());
    complete = own.complete;
    if (own.collections) post({ type: 'collections', collections: own.collections });
    if (asked === undefined) show({ state: complete ? 'ready' : 'building', size: own.size });
    return own;
  } catch (error) {
    if (isFull(error)) stopFull();
    else stop('This browser doesn’t let the site store anything, so the server searches your library.');
    return undefined;
  }
}

function stop(why: string, because: { full?: true; removed?: true } = {}): void {
  library = Promise.resolve(undefined);
  show({ state: 'unavailable', why, ...because });
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';
const stopFull = () => stop(deviceFullMessage, { full: true });

/** Returns a function that yields to other work after each stretch. */
function pauses(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < stretchMs) return undefined;
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      began = performance.now();
    });
  };
}

/** Reads the log to its end, once for all callers. After another change, it is read once more. */
function follow(): Promise<void> {
  if (following?.changes === changes) return following.ended;
  const before = following?.ended ?? Promise.resolve();
  const ended = before
    .catch(() => undefined)
    .then(followIfFree)
    .finally(() => following?.ended === ended && (following = undefined));
  following = { changes, ended };
  return ended;
}

/** Follows the log unless another tab builds the index. If that tab only looks for news, this one does so after it. */
async function followIfFree(): Promise<void> {
  const isFree = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await followToEnd();
    return lock !== null;
  });
  if (isFree) return;
  if (complete) return navigator.locks.request(lockName, followToEnd);
  const own = await library;
  if (own) show({ state: 'elsewhere', size: own.size });
}

async function followToEnd(): Promise<void> {
  const own = await library;
  if (!own) return;
  try {
    for (let more = true; more;) {
      const part = await own.follow(changesAfter);
      more = part.more;
      complete = !more;
      if (part.step) others.postMessage({ owner: own.owner, step: part.step, complete });
      show({ state: more ? 'building' : 'ready', size: own.size }, part.step !== undefined);
      while (await own.tidy());
    }
  } catch (error) {
    // Without a network the library stays as it was. If there is no room for all of it, a part is of no use.
    if (!isFull(error)) {
      const out = error instanceof SignedOut && ({ out: true } as const);
      // Lets the next answer read the log immediately, in case the person has signed in again.
      if (out) askedAt = 0;
      if (complete) show({ state: 'ready', size: own.size, asOf: own.askedAt, ...out });
      return;
    }
    await own.forget().catch(() => undefined);
    stopFull();
  }
}

/** The session has ended, perhaps in another tab. */
class SignedOut extends Error {
  override name = 'SignedOut';
}

async function changesAfter(since: number): Promise<LibraryChanges> {
  const answer = await send<LibraryChanges>('GET', `/api/library/changes?since=${since}`);
  if (!answer.ok) throw answer.status === 401 ? new SignedOut() : new Error(answer.problem.title);
  return answer.data;
}

async function answer(id: number, found: Promise<Answer | undefined>): Promise<void> {
  post({ type: 'answer', id, answer: await found.catch(() => undefined) });
}

const passages = async (q: string, ids: readonly string[]) => (await library)?.passages(q, ids);

async function found(query: LibraryQuery): Promise<DeviceAnswer | undefined> {
  if (confirmed && (changes !== askedAfter || Date.now() - askedAt > freshMs)) {
    const timeoutMs = changes === askedAfter ? waitMs : ownWaitMs;
    // A slow network delays only one answer.
    askedAt = Date.now();
    askedAfter = changes;
    await Promise.race([follow(), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  }
  const own = await library;
  const page = await own?.query(query, owner);
  return page && { page, partial: !complete };
}

async function idsOf(query: LibraryQuery): Promise<string[] | undefined> {
  const answer = await found(query);
  return answer && !answer.partial ? answer.page.items.map(({ note }) => note.uuid) : undefined;
}
