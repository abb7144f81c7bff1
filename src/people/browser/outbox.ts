import { send } from '../../platform/browser/api.ts';
import { openDeviceFiles } from '../../platform/browser/device-database.ts';
import { outboxDatabase } from '../../platform/model/offline.ts';
import { createOutbox } from './create-outbox.ts';
import { session } from './session.ts';

/** The outbox of the page. */
export const outbox = createOutbox({
  open: (owner, onRemoved) => openDeviceFiles(`${outboxDatabase}:${owner}`, onRemoved),
  send: ({ method, path, body, headers }) => send(method, path, body, '', headers),
  session,
  after: (ms, run) => setTimeout(run, ms),
  now: () => new Date(),
  onKept(owner) {
    // Otherwise a browser that is short of space may delete it.
    void navigator.storage.persist().catch(() => false);
    const show = () => import('./unsent-mark.ts').then(({ showUnsent }) => showUnsent(owner));
    // Without a network, that code may not be available.
    show().catch(() => addEventListener('online', () => void show().catch(() => undefined), { once: true }));
  },
  async alone(name, run, ifFree = false) {
    await navigator.locks.request(`commonplace:outbox:${name}`, { ifAvailable: ifFree }, async (lock) => {
      if (lock) await run();
    });
  },
});

export const { sendOrKeep, unsentNow } = outbox;

/** Drops one that waits, at the person's wish. Returns its words and a function that restores it. */
export async function dropUnsent(id: string): Promise<{ words: string; putBack: () => Promise<boolean> } | undefined> {
  const owner = session.person;
  const found = (await unsentNow()).find((one) => one.id === id);
  if (owner === undefined || !found) return undefined;
  await outbox.drop(owner, id);
  const { id: _, at: __, refused: ___, failed: ____, ...done } = found;
  return { words: done.words, putBack: () => outbox.keep(owner, done) };
}
