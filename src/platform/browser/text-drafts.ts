type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const shelfHere = () => localStorage as Shelf;

/** What is kept of an unsent text, and where. */
export function textDraft(key: string, shelf = shelfHere) {
  const name = `commonplace:text:${key}`;
  const call = `${name}:call`;
  /** Empty where nothing is kept, or nothing may be. */
  const read = (from: string): string => {
    try {
      return shelf().getItem(from) ?? '';
    } catch {
      return '';
    }
  };
  /** Keeps a text on this device; an empty one is forgotten. False where the device refuses. */
  const keep = (at: string, text: string): boolean => {
    try {
      if (text) shelf().setItem(at, text);
      else shelf().removeItem(at);
      return true;
    } catch {
      return false;
    }
  };
  return {
    read: () => read(name),
    keep(text: string): boolean {
      if (!text) keep(call, '');
      return keep(name, text);
    },
    /** The name of the call that sends the text: the same when it is sent again, also after the page was loaded again. */
    callKey(): string {
      const own = read(call) || crypto.randomUUID();
      keep(call, own);
      return own;
    },
    /** What is sent from now on is another call. */
    newCall: () => void keep(call, ''),
  };
}
