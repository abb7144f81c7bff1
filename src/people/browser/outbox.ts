import { send } from '../../platform/browser/api.ts';
import { openDeviceFiles } from '../../platform/browser/device-database.ts';
import { outboxDatabase } from '../../platform/model/offline.ts';
import { createOutbox } from './create-outbox.ts';
import { session } from './session.ts';

/** The one outbox of the page. */
export const outbox = createOutbox({
  open: (owner, onRemoved) => openDeviceFiles(`${outboxDatabase}:${owner}`, onRemoved),
  send: ({ method, path, body, headers }) => send(method, path, body, '', headers),
  session,
  after: (ms, run) => setTimeout(run, ms),
  now: () => new Date(),
  onKept(owner) {
    // Browsers let go of what nobody asked them to keep when room is short.
    void navigator.storage.persist().catch(() => false);
    const show = () => import('./unsent-mark.ts').then(({ showUnsent }) => showUnsent(owner));
    // Without a network, its code may not be here.
    show().catch(() => addEventListener('online', () => void show().catch(() => undefined), { once: true }));
  },
  async alone(name, run, ifFree = false) {
    await navigator.locks.request(`commonplace:outbox:${name}`, { ifAvailable: ifFree }, async (lock) => {
      if (lock) await run();
    });
  },
});

export const { sendOrKeep, unsentNow } = outbox;

/** Takes away one that waits: its person does not want it any more. Gives what it was, and the way back. */
export async function dropUnsent(id: string): Promise<{ words: string; putBack: () => Promise<boolean> } | undefined> {
  const owner = session.person;
  const found = (await unsentNow()).find((one) => one.id === id);
  if (owner === undefined || !found) return undefined;
  await outbox.drop(owner, id);
  const { id: _, at: __, refused: ___, failed: ____, ...done } = found;
  return { words: done.words, putBack: () => outbox.keep(owner, done) };
}
