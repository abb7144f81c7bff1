import type { LibraryChanges } from '../model/library.ts';

/** Returns the part of the change log after a revision; rejects if it cannot be read. */
export type ChangesAfter = (since: number) => Promise<LibraryChanges>;

/** How many characters of text are written together: many small parts would mean writing the same segments repeatedly. */
const writtenTogether = 4_000_000;

/** Reads several parts of the log as one, but not too many: what is not written yet is lost when the tab is closed. */
export async function readChangesTogether(changesAfter: ChangesAfter, since: number): Promise<LibraryChanges> {
  const items = new Map<string, LibraryChanges['items'][number]>();
  const gone = new Set<string>();
  let [upTo, more, size] = [since, true, 0];
  let store: string | undefined;
  while (more && size < writtenTogether) {
    const part = await changesAfter(upTo);
    // A part of a different log is not combined with what was read before.
    if (part.upTo < upTo || (store !== undefined && part.store !== store)) return part;
    store = part.store;
    for (const one of part.items) {
      const { uuid } = one.item.note;
      items.set(uuid, one);
      gone.delete(uuid);
      size += one.text.length + one.copy.length + 2000;
    }
    for (const uuid of part.gone) {
      gone.add(uuid);
      items.delete(uuid);
    }
    more = part.more && part.upTo > upTo;
    upTo = part.upTo;
  }
  return { items: [...items.values()], gone: [...gone], upTo, more, store: store ?? '' };
}
