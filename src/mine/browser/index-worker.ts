import { send } from '../../platform/browser/api.ts';
import { openDeviceFiles, type DeviceFiles } from '../../platform/browser/device-database.ts';
import type { Collection } from '../../library/model/collection.ts';
import { libraryDatabase } from '../../platform/model/offline.ts';
import type { LibraryChanges, LibraryQuery, Passages } from '../model/library.ts';
import { openFollowedLibrary, ownerOf, type FollowedLibrary, type Step } from './followed-library.ts';
import {
  whyFull,
  type DeviceAnswer,
  type FromWorker,
  type IndexState,
  type Owner,
  type ToWorker,
} from './index-messages.ts';

/**
 * Holds the library of who is signed in and its index, away from what the page does. One tab at a time follows the log;
 * the others hear from it what came.
 */
const lockName = 'commonplace:library';
/** Work goes on for so long before others have their turn. */
const stretchMs = 12;
/** An answer may be as old as this; before an older one the log is asked. */
const freshMs = 5000;
/** An answer waits so long for the log, and so long where this page changed something that it has to show. */
const waitMs = 400;
const ownWaitMs = 2500;

let library: Promise<FollowedLibrary | undefined> | undefined;
/** The log as it is being followed, and how many changes of this page were made before. */
let following: { changes: number; ended: Promise<void> } | undefined;
let changes = 0;
/** How many of them, and when, the log was asked about last. */
let askedAfter = 0;
let askedAt = 0;
let complete = false;
/** Whose library it is. */
let owner: Owner | undefined;
/** Whether the server has said that it is this person who is here. */
let confirmed = false;
let tell: (message: FromWorker) => void = () => undefined;
const others = new BroadcastChannel(lockName);

addEventListener('message', ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
  if (port) tell = (message) => port.postMessage(message);
  if (data.type === 'open') void begin(data.owner, data.last);
  else if (data.type === 'query') void answer(data.id, found(data.query));
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
  // Where that was of who was here last, the one of who is here has taken its place.
  const own = await library;
  if (!own || !confirmed || JSON.stringify(collections) === JSON.stringify(own.collections)) return;
  await own.rename(collections).catch(() => undefined);
  show({ state: complete ? 'ready' : 'building', size: own.size }, true);
}

others.onmessage = async ({ data }: MessageEvent<{ owner: string; step: Step; complete: boolean }>) => {
  const own = await library;
  if (!own || own.owner !== data.owner) return;
  await own.hear(data.step);
  complete = data.complete;
  if (complete) askedAt = Date.now();
  show(complete ? { state: 'ready', size: own.size } : { state: 'elsewhere', size: own.size }, true);
};

let shown = '';

/** Says what the device has; without anything `fresh`, only what was not said last. */
function show(state: IndexState, fresh = false): void {
  const now = JSON.stringify(state);
  if (now !== shown || fresh) tell({ type: 'state', state });
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
    // Before it is known who is here, what the device has of somebody else is neither shown nor removed.
    if (id === undefined || (asked === undefined && (await ownerOf(await database)) !== id)) return undefined;
    const own = await openFollowedLibrary(await database, id, pauses());
    complete = own.complete;
    if (own.collections) tell({ type: 'collections', collections: own.collections });
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
const stopFull = () => stop(whyFull, { full: true });

/** Lets other work come in between after each stretch. */
function pauses(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < stretchMs) return undefined;
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      began = performance.now();
    });
  };
}

/** Follows the log to its end, once for all who ask; but what was asked before the last change may not have that one. */
function follow(): Promise<void> {
  if (following?.changes === changes) return following.ended;
  const before = following?.ended ?? Promise.resolve();
  const ended = before
    .catch(() => undefined)
    .then(followAlone)
    .finally(() => following?.ended === ended && (following = undefined));
  following = { changes, ended };
  return ended;
}

/** Unless another tab builds the index; where that only looks for what is new, this one does so after it. */
async function followAlone(): Promise<void> {
  const isFree = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await followed();
    return lock !== null;
  });
  if (isFree) return;
  if (complete) return navigator.locks.request(lockName, followed);
  const own = await library;
  if (own) show({ state: 'elsewhere', size: own.size });
}

async function followed(): Promise<void> {
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
    // Without a network it is as it was. Where there is no room for all of it, a part is of no use.
    if (!isFull(error)) {
      const out = error instanceof SignedOut && ({ out: true } as const);
      // After signing in again elsewhere nobody is kept waiting.
      if (out) askedAt = 0;
      if (complete) show({ state: 'ready', size: own.size, asOf: own.askedAt, ...out });
      return;
    }
    await own.forget().catch(() => undefined);
    stopFull();
  }
}

/** The session ended elsewhere. */
class SignedOut extends Error {
  override name = 'SignedOut';
}

async function changesAfter(since: number): Promise<LibraryChanges> {
  const answer = await send<LibraryChanges>('GET', `/api/library/changes?since=${since}`);
  if (!answer.ok) throw answer.status === 401 ? new SignedOut() : new Error(answer.problem.title);
  return answer.data;
}

async function answer(id: number, found: Promise<DeviceAnswer | Passages | undefined>): Promise<void> {
  tell({ type: 'answer', id, answer: await found.catch(() => undefined) });
}

const passages = async (q: string, ids: readonly string[]) => (await library)?.passages(q, ids);

async function found(query: LibraryQuery): Promise<DeviceAnswer | undefined> {
  if (confirmed && (changes !== askedAfter || Date.now() - askedAt > freshMs)) {
    const timeoutMs = changes === askedAfter ? waitMs : ownWaitMs;
    // A slow network delays one answer, not each of them.
    askedAt = Date.now();
    askedAfter = changes;
    await Promise.race([follow(), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  }
  const own = await library;
  const page = await own?.query(query, owner);
  return page && { page, partial: !complete };
}
