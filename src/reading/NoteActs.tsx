import type { Counts } from '../domain/counts.ts';
import { countedOf } from '../domain/counts.ts';
import type { Note } from '../domain/note.ts';

/** What a reader can do with a note. Only scripts make these work; without one, they are not there. */
export function NoteActs({ note, counts }: { note: Pick<Note, 'uuid' | 'authorId'>; counts: Counts }) {
  return (
    <p className="note-acts with-scripts" data-acts={note.uuid} data-owner={note.authorId}>
      <button type="button" className="button quiet small" data-vote="" aria-pressed="false">
        <span aria-hidden="true">▲</span>
        <span data-word="">Vote</span>
        <span data-votes="" aria-label={countedOf(counts.votes, 'vote')}>
          {counts.votes}
        </span>
      </button>
      <button type="button" className="button quiet small" data-save="" aria-pressed="false">
        <span data-word="">Save for later</span>
      </button>
    </p>
  );
}
