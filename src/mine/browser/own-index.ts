import { session } from '../../people/browser/session.ts';
import { stored } from '../../platform/browser/device-storage.ts';
import type { Collection } from '../../library/model/collection.ts';
import type { LibraryQuery, Passages } from '../model/library.ts';
import {
  deviceFullMessage,
  type Answer,
  type DeviceAnswer,
  type FromWorker,
  type IndexState,
  type Owner,
  type ToWorker,
} from './index-messages.ts';

/** How long the page waits for an answer from the device. */
const timeoutMs = 3000;
/** When the device had no room for the index, in milliseconds. Building it is not retried for `fullMs`. */
const fullAt = stored('commonplace:library-full', (kept) => (typeof kept === 'number' ? kept : undefined));
const fullMs = 24 * 60 * 60_000;

/**
 * The index of the person's own library on this device, in a worker: its state (`getSnapshot`, `subscribe`) and its answers.
 * Nothing here throws: without an index answers are undefined, and the page asks the server.
 */
function createOwnIndex() {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  let state: IndexState = { state: 'opening' };
  let worker: Worker | undefined;
  /** The id of the owner of the open library; null if it is that of the previous person. */
  let owner: string | null | undefined;
  let collections: readonly Collection[] | undefined;
  /** The collections, from the server. */
  let fromServer: readonly Collection[] | undefined;
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

  async function request<Given extends Answer>(
    message: (id: number) => ToWorker,
    signal?: AbortSignal,
  ): Promise<Given | undefined> {
    if (!worker || state.state === 'unavailable') return undefined;
    const id = (next += 1);
    return new Promise((resolve) => {
      const given = (answer: Answer | undefined) => {
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

  function receive({ data }: MessageEvent<FromWorker>) {
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

    /** The person's collections, from the device until the server has provided them. */
    get collections() {
      return collections;
    },

    /**
     * Opens this person's index, and starts to build it if there is none. Without a person, because it is not known yet
     * who is signed in: opens the previous person's index as it is.
     */
    open(user: Owner | undefined): void {
      if (owner === (user?.id ?? null) || (owner && user === undefined)) return;
      // The worker that has already opened this person's library keeps running.
      const known = owner === null && worker !== undefined;
      owner = user?.id ?? null;
      if (Date.now() - (fullAt.get() ?? 0) < fullMs) return show({ state: 'unavailable', why: deviceFullMessage });
      if (!known) start();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = receive;
      worker?.postMessage({ type: 'open', owner: user, last: session.last } satisfies ToWorker, [port2]);
      // The server may have sent the collections before the person was known.
      if (fromServer) post({ type: 'collections', collections: fromServer });
    },

    /** Starts again after somebody signed in who had signed out in another tab, which removed their library. */
    signedInAgain(user: Owner): void {
      if (state.state !== 'unavailable' || !state.removed) return;
      owner = undefined;
      this.open(user);
    },

    /** Sets the person's collections, from the server; queries name them. */
    rename(now: readonly Collection[]): void {
      collections = fromServer = now;
      post({ type: 'collections', collections: now });
    },

    /** Reports a change of the library, so that the next answer includes it. */
    changed: () => post({ type: 'changed' }),

    /** The device's answer; undefined if it has none, or none in time. */
    search: async (query: LibraryQuery, signal?: AbortSignal) =>
      request<DeviceAnswer>((id) => ({ type: 'query', id, query }), signal),

    /** The ids of the results alone, however many; undefined if the device does not have the whole library. */
    ids: async (query: LibraryQuery) => request<readonly string[]>((id) => ({ type: 'ids', id, query })),

    /** Where the words match in these items; undefined if the device does not know. */
    passages: async (q: string, ids: readonly string[], signal?: AbortSignal) =>
      request<Passages>((id) => ({ type: 'passages', id, q, ids }), signal),
  };
}

const failed: IndexState = {
  state: 'unavailable',
  why: 'Searching on this device didn’t start, so the server searches your library.',
};

/** The one index of the page. */
export const ownIndex = createOwnIndex();
