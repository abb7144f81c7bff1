import type { Note } from '../../notes/model/note.ts';
import type { NotePage } from './calls.ts';
import { usePages } from '../../platform/browser/use-query.ts';

/** A person's own notes, page after page. `load` asks for the next page, or again for one that failed. */
export function useMyNotes(authorId: string) {
  const { pages, edit, next, ...paging } = usePages<NotePage>(`/api/notes?author=${encodeURIComponent(authorId)}`);
  const change = (part: (notes: Note[]) => Note[]) => edit((page) => ({ ...page, notes: part(page.notes) }));

  return {
    ...paging,
    // A note that was written meanwhile moves the others along, so that one may come twice.
    notes: [...new Map(pages.flatMap(({ notes }) => notes).map((note) => [note.uuid, note])).values()],
    more: next !== null,
    changed: (note: Note) => change((notes) => notes.map((other) => (other.uuid === note.uuid ? note : other))),
    removed: (uuid: string) => change((notes) => notes.filter((other) => other.uuid !== uuid)),
  };
}
