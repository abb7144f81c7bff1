import { device } from './device-storage.ts';

/** An unsent text as it lies on this device, and where. */
export type KeptText = { place: string; text: string };

/**
 * What is kept of an unsent text. Each page that types one keeps its own: it goes on with what it began with for as long
 * as that is still there, and beside it once another tab has written there.
 */
export function textDraft(key: string, storage = device) {
  const name = `commonplace:text:${key}`;
  const beside = () => `${name}:tab:${crypto.randomUUID()}`;
  const callOf = (at: string) => `${at}:call`;

  function kept(): KeptText[] {
    const places = storage.keys().filter((at) => at.startsWith(`${name}:tab:`) && !at.endsWith(':call'));
    return [name, ...places.toSorted()].flatMap((at) => {
      const there = storage.read(at);
      return there ? [{ place: at, text: there }] : [];
    });
  }

  const [begun] = kept();
  let [place, text] = [begun?.place ?? name, begun?.text];
  const isOwn = (at: string) => at === place && text !== undefined && storage.read(at) === text;

  /** Forgets what this page kept, and its call; what another tab has typed there since stays. */
  function drop(): void {
    storage.write(callOf(place), undefined);
    if (isOwn(place)) storage.write(place, undefined);
    text = undefined;
  }

  return {
    /** What this page goes on with. Empty where nothing is kept, or nothing may be. */
    read: (): string => text ?? '',
    /** What other tabs keep beside it, and says something else. */
    others: (own: string): KeptText[] => kept().filter((one) => !isOwn(one.place) && one.text !== own),
    /** Keeps a text on this device; an empty one is forgotten. False where the device refuses. */
    keep(next: string): boolean {
      if (!next) {
        drop();
        return true;
      }
      const at = [place, name].find((one) => isOwn(one) || storage.read(one) === undefined) ?? beside();
      if (!storage.write(at, next)) return false;
      [place, text] = [at, next];
      return true;
    },
    /** Goes on with another one; what this page kept stays beside it. */
    take: (other: KeptText) => void ([place, text] = [other.place, other.text]),
    /** Forgets another one, unless its tab has typed on since; gives the way back. */
    discard(other: KeptText): () => void {
      if (storage.read(other.place) === other.text) storage.write(other.place, undefined);
      return () => {
        const isFree = storage.read(other.place) === undefined;
        storage.write(isFree ? other.place : beside(), other.text);
      };
    },
    drop,
    /** The name of the call that sends the text: the same when it is sent again, also after the page was loaded again. */
    callKey(): string {
      const own = storage.read(callOf(place)) || crypto.randomUUID();
      storage.write(callOf(place), own);
      return own;
    },
    /** What is sent from now on is another call. */
    newCall: () => void storage.write(callOf(place), undefined),
  };
}
