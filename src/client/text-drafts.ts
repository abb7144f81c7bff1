type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const shelfHere = () => localStorage as Shelf;

/** What is kept of an unsent text, and where. */
export function textDraft(key: string, shelf = shelfHere) {
  const name = `commonplace:text:${key}`;
  return {
    /** Empty where nothing is kept, or nothing may be. */
    read(): string {
      try {
        return shelf().getItem(name) ?? '';
      } catch {
        return '';
      }
    },
    /** Keeps the text on this device; an empty one is forgotten. False where the device refuses. */
    keep(text: string): boolean {
      try {
        if (text) shelf().setItem(name, text);
        else shelf().removeItem(name);
        return true;
      } catch {
        return false;
      }
    },
  };
}
