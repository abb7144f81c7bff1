import { send } from '../../platform/browser/api.ts';
import { openDeviceFiles } from '../../platform/browser/device-database.ts';
import { libraryDatabase } from '../../platform/model/offline.ts';
import type { LibraryChanges } from '../model/library.ts';
import { openFollowedLibrary, type FollowedLibrary, type Step } from './followed-library.ts';
import type { FromWorker, IndexState, ToWorker } from './index-messages.ts';

/**
 * Holds the library of who is signed in and its index, away from what the page does. One tab at a time follows the log;
 * the others hear from it what came.
 */
const lockName = 'commonplace:library';
/** Work goes on for so long before others have their turn. */
const stretchMs = 12;
/** An answer may be as old as this; before an older one the log is asked, and so long waited for. */
const freshMs = 5000;
const patienceMs = 400;

let library: Promise<FollowedLibrary | undefined> | undefined;
let following: Promise<void> | undefined;
let followedAt = 0;
let complete = false;
let tell: (message: FromWorker) => void = () => undefined;
const others = new BroadcastChannel(lockName);

addEventListener('message', ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
  if (data.type === 'open' && port) {
    tell = (message) => port.postMessage(message);
    library = open(data.owner);
    void follow();
  } else if (data.type === 'query') void answer(data.id, data.query);
  else followedAt = 0;
});

others.onmessage = async ({ data }: MessageEvent<{ owner: string; step: Step; complete: boolean }>) => {
  const own = await library;
  if (!own || own.owner !== data.owner) return;
  await own.hear(data.step);
  complete = data.complete;
  if (complete) followedAt = Date.now();
  show(complete ? { state: 'ready', size: own.size } : { state: 'elsewhere', size: own.size }, true);
};

let shown = '';

/** Says what the device has; without anything `fresh`, only what was not said last. */
function show(state: IndexState, fresh = false): void {
  const now = JSON.stringify(state);
  if (now !== shown || fresh) tell({ type: 'state', state });
  shown = now;
}

async function open(owner: string): Promise<FollowedLibrary | undefined> {
  try {
    const database = await openDeviceFiles(libraryDatabase, () =>
      stop('You have signed out: the index of your library is removed.'),
    );
    const own = await openFollowedLibrary(database, owner, pauses());
    complete = own.complete;
    return own;
  } catch {
    stop('This browser keeps nothing for this site, so your library is searched on the server.');
    return undefined;
  }
}

function stop(why: string): void {
  library = Promise.resolve(undefined);
  show({ state: 'unavailable', why });
}

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

/** Follows the log to its end, unless another tab does so already. */
async function follow(): Promise<void> {
  following ??= navigator.locks
    .request(lockName, { ifAvailable: true }, async (lock) => {
      const own = await library;
      if (!own) return;
      if (lock) await followed(own);
      else if (!complete) show({ state: 'elsewhere', size: own.size });
    })
    .finally(() => (following = undefined));
  return following;
}

async function followed(own: FollowedLibrary): Promise<void> {
  try {
    for (let more = true; more;) {
      const part = await own.follow(changesAfter);
      more = part.more;
      complete = !more;
      if (part.step) others.postMessage({ owner: own.owner, step: part.step, complete });
      show({ state: more ? 'building' : 'ready', size: own.size }, part.step !== undefined);
      while (await own.tidy());
    }
    followedAt = Date.now();
  } catch (error) {
    // Without a network it is as it was. Where there is no room for all of it, a part is of no use.
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) return;
    await own.forget().catch(() => undefined);
    stop('This device has no room for the index of your library, so it is searched on the server.');
  }
}

async function changesAfter(since: number): Promise<LibraryChanges> {
  const answer = await send<LibraryChanges>('GET', `/api/library/changes?since=${since}`);
  if (!answer.ok) throw new Error(answer.problem.title);
  return answer.data;
}

async function answer(id: number, query: Extract<ToWorker, { type: 'query' }>['query']): Promise<void> {
  const page = await found(query).catch(() => undefined);
  tell({ type: 'answer', id, page });
}

async function found(query: Extract<ToWorker, { type: 'query' }>['query']) {
  if (Date.now() - followedAt > freshMs) {
    await Promise.race([follow(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  }
  const own = await library;
  return own && complete ? own.query(query) : undefined;
}
