import { device } from './device-storage.ts';

/** What is kept of an unsent text, and where. */
export function textDraft(key: string, storage = device) {
  const name = `commonplace:text:${key}`;
  const call = `${name}:call`;
  return {
    /** Empty where nothing is kept, or nothing may be. */
    read: (): string => storage.read(name) ?? '',
    /** Keeps a text on this device; an empty one is forgotten. False where the device refuses. */
    keep(text: string): boolean {
      if (!text) storage.write(call, undefined);
      return storage.write(name, text || undefined);
    },
    /** Forgets a text that was sent, and its call; what another tab has typed there since stays. */
    sent(text: string): void {
      storage.write(call, undefined);
      if (storage.read(name) === text) storage.write(name, undefined);
    },
    /** The name of the call that sends the text: the same when it is sent again, also after the page was loaded again. */
    callKey(): string {
      const own = storage.read(call) || crypto.randomUUID();
      storage.write(call, own);
      return own;
    },
    /** What is sent from now on is another call. */
    newCall: () => void storage.write(call, undefined),
  };
}
