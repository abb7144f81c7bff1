import { useEffect, useSyncExternalStore } from 'react';
import {
  cacheNames,
  defaultKeptBytes,
  keptHeaders,
  offlineChannel,
  type Keeping,
} from '../../platform/model/offline.ts';

/** What this device keeps of the user's own for use without a network. */
export type KeptOffline = {
  /** The notes that open without a network. */
  readonly notes: ReadonlySet<string>;
  readonly bytes: number;
  /** Whether there was too little room for everything. */
  readonly full: boolean;
  readonly keeping: Keeping;
};

const nothing: KeptOffline = {
  notes: new Set(),
  bytes: 0,
  full: false,
  keeping: { limit: defaultKeptBytes, notes: [], collections: [] },
};

/** Whether this browser keeps anything: only a page served by the service worker does. */
export const canKeep = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Why this browser keeps nothing, found by trying: the room that browsers report may be wrong. */
export async function offlineFailureReason(): Promise<'full' | 'forbidden' | 'early'> {
  const name = 'commonplace-try';
  try {
    const cache = await caches.open(name);
    await cache.put('/', new Response('0'.repeat(100_000)));
    return 'serviceWorker' in navigator ? 'early' : 'forbidden';
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
  } finally {
    // Some browsers forbid even to name the caches.
    await (async () => caches.delete(name))().catch(() => false);
  }
}

/** What the service worker keeps of notes, as pages show it. Only the worker writes it. */
function createKeptOffline() {
  const listeners = new Set<() => void>();
  let state = nothing;
  let reading = false;
  /** Whether something changed since the last reading. */
  let changed = false;

  async function read(): Promise<void> {
    const [kept, remembered] = await Promise.all([caches.open(cacheNames.kept), caches.open(cacheNames.state)]);
    const notes = new Set<string>();
    let bytes = 0;
    for (const answer of await kept.matchAll()) {
      const uuid = answer.headers.get(keptHeaders.of);
      if (uuid !== null) notes.add(uuid);
      bytes += Number(answer.headers.get(keptHeaders.bytes));
    }
    const worker = (await (await remembered.match('/'))?.json().catch(() => undefined)) as
      { keeping?: Keeping; keptFull?: boolean } | undefined;
    state = { notes, bytes, full: worker?.keptFull ?? false, keeping: worker?.keeping ?? nothing.keeping };
    for (const listener of listeners) listener();
  }

  async function look(): Promise<void> {
    changed = true;
    if (reading) return;
    reading = true;
    while (changed) {
      changed = false;
      // A browser that forbids caches keeps nothing.
      await read().catch(() => undefined);
    }
    reading = false;
  }

  return {
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start(): void {
      if (!('caches' in globalThis)) return;
      new BroadcastChannel(offlineChannel).addEventListener('message', () => void look());
      void look();
    },
  };
}

const kept = createKeptOffline();
let started = false;

/** What this device keeps, updated as the service worker keeps more. */
export function useKeptOffline(): KeptOffline {
  useEffect(() => {
    if (!started) kept.start();
    started = true;
  }, []);
  return useSyncExternalStore(kept.subscribe, kept.getSnapshot, () => nothing);
}

/** Asks the service worker to keep something else from now on. False if there is none. */
export function changeKeeping(keeping: Partial<Keeping>): boolean {
  if (!canKeep()) return false;
  navigator.serviceWorker.controller?.postMessage({ keeping });
  return true;
}

/** A list with this id added, or removed if it was there. */
export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
