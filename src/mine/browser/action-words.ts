import type { LibraryAction, LibraryItem } from '../model/library.ts';
import type { BareAction } from './unsent-actions.ts';

type Named = { id: string; name: string };

/**
 * What was done, as a sentence for a toast; `undo` are the actions that reverse it, `items` the loaded notes, and
 * `collections` those whose names are known.
 */
export function wordsOfAll(
  doings: readonly BareAction[],
  undo: readonly LibraryAction[],
  items: readonly LibraryItem[],
  collections?: readonly Named[],
): string {
  const words = doings.map((doing) => {
    return doing.action === 'delete' ? wordsOfDeletion(undo, items) : wordsOf(doing, collections);
  });
  return [...new Set(words)].join('; ');
}

function wordsOfDeletion(undo: readonly LibraryAction[], items: readonly LibraryItem[]): string {
  // Other people's notes go into no bin. While a deletion waits to be sent, only the loaded notes say whose they are.
  const binned = undo.length > 0 ? undo.map(({ action }) => action === 'restore') : items.map(({ note }) => note.own);
  if (!binned.includes(false)) return wordsOf({ action: 'delete' });
  return binned.includes(true) ? 'Moved to the bin or removed from your library' : 'Removed from your library';
}

const states = { toread: 'On your reading list', reading: 'Reading', archived: 'Archived' };
const seen = { public: 'Published', unlisted: 'Unlisted', private: 'Made private', draft: 'Made a draft' };

/** What one action did. */
export function wordsOf(doing: BareAction, collections: readonly Named[] = []): string {
  const called = (id: string) => {
    const name = collections.find((one) => one.id === id)?.name;
    return name === undefined ? 'a collection' : `“${name}”`;
  };
  switch (doing.action) {
    case 'tag':
      return `Tagged ${doing.tags.join(', ')}`;
    case 'untag':
      return `Removed the tag ${doing.tags.join(', ')}`;
    case 'read':
      return doing.state ? states[doing.state] : 'Removed from your reading list';
    case 'star':
      return doing.favourite ? 'Starred' : 'No longer starred';
    case 'visibility':
      return seen[doing.visibility];
    case 'collect':
      return `Added to ${called(doing.collection)}`;
    case 'uncollect':
      return `Removed from ${called(doing.collection)}`;
    case 'delete':
      return 'Moved to the bin';
    case 'restore':
      return 'Restored';
    case 'unmerge':
      return 'Merge undone';
  }
}
