import type { ListedNote } from './content.ts';
import { hostOf } from './host.ts';
import { paths } from './paths.ts';

/** What is known of a note to the search: everything that its card shows. `at` is when it was published. */
export type FoundNote = {
  id: string;
  path: string;
  title: string;
  host: string;
  excerpt: string;
  tags: string[];
  author: string;
  handle: string;
  minutes: number;
  at: string;
};

/** The file that the search page loads: the newest notes, and how many there are in all. */
export type SearchIndex = { total: number; notes: FoundNote[] };

/** The index of the newest public notes, of `total` in all. */
export function searchIndex(entries: readonly ListedNote[], total: number): SearchIndex {
  return {
    total,
    notes: entries.map(({ note, author, excerpt, minutes }) => ({
      id: note.uuid,
      path: paths.note(note),
      title: note.title,
      host: note.url ? hostOf(note.url) : '',
      excerpt,
      tags: note.tags,
      author: author.name,
      handle: author.handle,
      minutes,
      at: note.publishedAt ?? note.createdAt,
    })),
  };
}
