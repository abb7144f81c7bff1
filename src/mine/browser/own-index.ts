import type { LibraryPage, LibraryQuery } from '../model/library.ts';
import type { FromWorker, IndexState, ToWorker } from './index-messages.ts';

/** An answer from the device that takes longer than this is not waited for. */
const timeoutMs = 3000;

/**
 * The index of one's own library on this device, in a worker of its own: what it has (`getSnapshot`, `subscribe`), and
 * answers. Nothing here throws: without an index there is no answer, and the server is asked.
 */
function createOwnIndex() {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, (page: LibraryPage | undefined) => void>();
  let state: IndexState = { state: 'opening' };
  let worker: Worker | undefined;
  let owner: string | undefined;
  let next = 0;

  function show(now: IndexState) {
    state = now;
    for (const listener of listeners) listener();
    if (now.state === 'unavailable') close();
  }

  function close() {
    for (const answered of waiting.values()) answered(undefined);
    waiting.clear();
  }

  const post = (message: ToWorker) => worker?.postMessage(message);

  function hear({ data }: MessageEvent<FromWorker>) {
    if (data.type === 'state') return show(data.state);
    waiting.get(data.id)?.(data.page);
    waiting.delete(data.id);
  }

  return {
    getSnapshot: (): IndexState => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Opens the index of this person, and begins to build it where there is none. */
    open(user: string): void {
      if (owner === user) return;
      owner = user;
      worker?.terminate();
      close();
      show({ state: 'opening' });
      try {
        worker = new Worker(new URL('./index-worker.ts', import.meta.url), { type: 'module' });
        worker.onerror = () => show(failed);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = hear;
        worker.postMessage({ type: 'open', owner: user } satisfies ToWorker, [port2]);
      } catch {
        show(failed);
      }
    },

    /** Says that something of the library was changed, so that the next answer has it. */
    changed: () => post({ type: 'changed' }),

    /** The device's answer; undefined where it has none, or not in time. */
    async search(query: LibraryQuery, signal?: AbortSignal): Promise<LibraryPage | undefined> {
      if (!worker || state.state === 'unavailable') return undefined;
      const id = (next += 1);
      return new Promise((resolve) => {
        const given = (page: LibraryPage | undefined) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(page);
        };
        const timer = setTimeout(given, timeoutMs, undefined);
        signal?.addEventListener('abort', () => given(undefined), { once: true });
        waiting.set(id, given);
        post({ type: 'query', id, query });
      });
    },
  };
}

const failed: IndexState = {
  state: 'unavailable',
  why: 'The index of your library could not be started, so it is searched on the server.',
};

/** The one index of the page. */
export const ownIndex = createOwnIndex();
