import { hostOf } from './host.ts';
import { limits } from './limits.ts';
import { paths } from './paths.ts';
import type { PublishedNote } from './published-note.ts';

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

/** The index of these public notes, newest first. */
export function searchIndex(entries: readonly PublishedNote[]): SearchIndex {
  return {
    total: entries.length,
    notes: entries.slice(0, limits.searchedNotes).map(({ note, author, excerpt, minutes }) => ({
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
