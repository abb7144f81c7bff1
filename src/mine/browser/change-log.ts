import type { LibraryChanges } from '../model/library.ts';

/** Gives a part of the change log after a revision; rejects where nobody can tell. */
export type ChangesAfter = (since: number) => Promise<LibraryChanges>;

/** Characters of texts that are written together: many small parts would be written and made one again and again. */
const writtenTogether = 4_000_000;

/** Parts of the log as one, as far as little is lost where the tab is closed before they are written. */
export async function together(changesAfter: ChangesAfter, since: number): Promise<LibraryChanges> {
  const items = new Map<string, LibraryChanges['items'][number]>();
  const gone = new Set<string>();
  let [upTo, more, size] = [since, true, 0];
  let store: string | undefined;
  while (more && size < writtenTogether) {
    const part = await changesAfter(upTo);
    // Another log than was known is not put together with it.
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
