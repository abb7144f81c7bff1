import { device } from './device-storage.ts';

/** An unsent text on this device, and its storage key. */
export type KeptText = { place: string; text: string };

/**
 * The stored drafts of an unsent text. Each page in which one is typed has its own: it continues the draft that it began
 * with until another tab has written there. New drafts share no key, since two tabs may each see the other's write late,
 * and one would overwrite the other.
 */
export function textDraft(key: string, storage = device) {
  const name = `commonplace:text:${key}`;
  /** A key of this page alone. Keys sort by age. */
  const newPlace = () => `${name}:tab:${new Date().toISOString()}:${crypto.randomUUID()}`;
  const callOf = (at: string) => `${at}:call`;

  function storedDrafts(): KeptText[] {
    const places = storage.keys().filter((at) => at.startsWith(`${name}:tab:`) && !at.endsWith(':call'));
    return [name, ...places.toSorted()].flatMap((at) => {
      const storedText = storage.read(at);
      return storedText ? [{ place: at, text: storedText }] : [];
    });
  }

  const [firstDraft] = storedDrafts();
  let [place, text] = [firstDraft?.place ?? newPlace(), firstDraft?.text];
  /** The idempotency key of this page's text, also if the device stores nothing. */
  let call: string | undefined;
  const isOwn = (at: string) => at === place && text !== undefined && storage.read(at) === text;

  /** Removes this page's draft and the key of its call. What another tab has typed there since stays. */
  function drop(): void {
    storage.write(callOf(place), undefined);
    if (isOwn(place)) storage.write(place, undefined);
    [text, call] = [undefined, undefined];
  }

  return {
    /** The draft of this page. Empty if nothing is stored, or nothing can be. */
    read: (): string => text ?? '',
    /** Drafts of other tabs with a different text. */
    others: (ownText: string): KeptText[] => storedDrafts().filter((one) => !isOwn(one.place) && one.text !== ownText),
    /** Stores a text on this device; an empty one removes the draft. False if the device refuses. */
    keep(next: string): boolean {
      if (!next) {
        drop();
        return true;
      }
      const at = isOwn(place) || storage.read(place) === undefined ? place : newPlace();
      if (!storage.write(at, next)) return false;
      [place, text] = [at, next];
      return true;
    },
    /** Continues another draft; this page's own one stays stored. */
    take: (other: KeptText) => void ([place, text, call] = [other.place, other.text, undefined]),
    /**
     * Removes another draft and the key of its call, unless its tab has typed on since; returns a function that restores
     * both. A key that stayed would be that of the next text at its place.
     */
    discard(other: KeptText): () => void {
      const otherCall = storage.read(callOf(other.place)) || undefined;
      if (storage.read(other.place) === other.text) {
        storage.write(other.place, undefined);
        storage.write(callOf(other.place), undefined);
      }
      return () => {
        const at = storage.read(other.place) === undefined ? other.place : newPlace();
        storage.write(at, other.text);
        storage.write(callOf(at), otherCall);
      };
    },
    drop,
    /** The idempotency key of the call that sends the text: the same if it is sent again, even after a reload. */
    callKey(): string {
      call ??= storage.read(callOf(place)) || crypto.randomUUID();
      storage.write(callOf(place), call);
      return call;
    },
    /** Whatever is sent from now on is a new call. */
    newCall(): void {
      call = undefined;
      storage.write(callOf(place), undefined);
    },
  };
}
