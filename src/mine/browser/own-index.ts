import { session } from '../../people/browser/session.ts';
import { stored } from '../../platform/browser/device-storage.ts';
import type { Collection } from '../../library/model/collection.ts';
import type { LibraryQuery, Passages } from '../model/library.ts';
import {
  whyFull,
  type DeviceAnswer,
  type FromWorker,
  type IndexState,
  type Owner,
  type ToWorker,
} from './index-messages.ts';

/** An answer from the device that takes longer than this is not waited for. */
const timeoutMs = 3000;
/** When the device had no room for the index, in milliseconds. Building it is not tried again and again. */
const fullAt = stored('commonplace:library-full', (kept) => (typeof kept === 'number' ? kept : undefined));
const fullMs = 24 * 60 * 60_000;

/**
 * The index of one's own library on this device, in a worker of its own: what it has (`getSnapshot`, `subscribe`), and
 * answers. Nothing here throws: without an index there is no answer, and the server is asked.
 */
function createOwnIndex() {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, (answer: DeviceAnswer | Passages | undefined) => void>();
  let state: IndexState = { state: 'opening' };
  let worker: Worker | undefined;
  /** Whose library is open; null for that of who was here last. */
  let owner: string | null | undefined;
  let collections: readonly Collection[] | undefined;
  /** Those of the server. */
  let told: readonly Collection[] | undefined;
  let next = 0;

  function show(now: IndexState) {
    state = now;
    for (const listener of listeners) listener();
    if (now.state !== 'unavailable') return;
    if (now.full) fullAt.set(Date.now());
    close();
  }

  function close() {
    for (const answered of waiting.values()) answered(undefined);
    waiting.clear();
  }

  async function asked<Given extends DeviceAnswer | Passages>(
    message: (id: number) => ToWorker,
    signal?: AbortSignal,
  ): Promise<Given | undefined> {
    if (!worker || state.state === 'unavailable') return undefined;
    const id = (next += 1);
    return new Promise((resolve) => {
      const given = (answer: DeviceAnswer | Passages | undefined) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer as Given | undefined);
      };
      const timer = setTimeout(given, timeoutMs, undefined);
      signal?.addEventListener('abort', () => given(undefined), { once: true });
      waiting.set(id, given);
      post(message(id));
    });
  }

  const post = (message: ToWorker) => worker?.postMessage(message);

  function hear({ data }: MessageEvent<FromWorker>) {
    if (data.type === 'state') return show(data.state);
    if (data.type === 'collections') {
      collections ??= data.collections;
      for (const listener of listeners) listener();
    } else waiting.get(data.id)?.(data.answer);
  }

  function start() {
    worker?.terminate();
    close();
    show({ state: 'opening' });
    try {
      worker = new Worker(new URL('./index-worker.ts', import.meta.url), { type: 'module' });
      worker.onerror = () => show(failed);
    } catch {
      show(failed);
    }
  }

  return {
    getSnapshot: (): IndexState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** The person's collections as the device knows them, until the server has told of them. */
    get collections() {
      return collections;
    },

    /**
     * Opens the index of this person, and begins to build it where there is none. Before it is known who is here: that of
     * who was here last, as it was.
     */
    open(user: Owner | undefined): void {
      if (owner === (user?.id ?? null) || (owner && user === undefined)) return;
      // The worker that has the library of the one who is here goes on.
      const known = owner === null && worker !== undefined;
      owner = user?.id ?? null;
      if (Date.now() - (fullAt.get() ?? 0) < fullMs) return show({ state: 'unavailable', why: whyFull });
      if (!known) start();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = hear;
      worker?.postMessage({ type: 'open', owner: user, last: session.last } satisfies ToWorker, [port2]);
      // The server may have told of them before it was known who is here.
      if (told) post({ type: 'collections', collections: told });
    },

    /** Begins anew once the server answers somebody who had signed out elsewhere, with which their library went. */
    signedInAgain(user: Owner): void {
      if (state.state !== 'unavailable' || !state.removed) return;
      owner = undefined;
      this.open(user);
    },

    /** What the server says of the person's collections, which queries name. */
    rename(now: readonly Collection[]): void {
      collections = told = now;
      post({ type: 'collections', collections: now });
    },

    /** Says that something of the library was changed, so that the next answer has it. */
    changed: () => post({ type: 'changed' }),

    /** The device's answer; undefined where it has none, or not in time. */
    search: async (query: LibraryQuery, signal?: AbortSignal) =>
      asked<DeviceAnswer>((id) => ({ type: 'query', id, query }), signal),

    /** As what words find these items; undefined where the device does not know. */
    passages: async (q: string, ids: readonly string[], signal?: AbortSignal) =>
      asked<Passages>((id) => ({ type: 'passages', id, q, ids }), signal),
  };
}

const failed: IndexState = {
  state: 'unavailable',
  why: 'Searching on this device didn’t start, so the server searches your library.',
};

/** The one index of the page. */
export const ownIndex = createOwnIndex();
