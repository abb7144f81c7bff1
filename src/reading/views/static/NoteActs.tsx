import { countedOf, type Counts } from '../../../notes/model/counts.ts';
import { hostOf } from '../../../platform/model/url.ts';
import type { Note } from '../../../notes/model/note.ts';
import { paths } from '../../../platform/model/paths.ts';

type Props = { note: Pick<Note, 'uuid' | 'slug' | 'authorId' | 'title' | 'url'>; counts: Counts };

/** What a reader can do with a note. Only scripts make these work; without one, they are not there. */
export function NoteActs({ note, counts }: Props) {
  const site = note.url === null ? undefined : hostOf(note.url);
  return (
    <div className="note-acts with-scripts">
      <p data-acts={note.uuid} data-owner={note.authorId}>
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
      <button type="button" className="button quiet small" data-ask={note.uuid}>
        Ask this note
      </button>
      <p data-follow="thread" data-id={note.uuid} data-name={note.title}>
        <a className="button quiet small" href={paths.signIn(paths.note(note))}>
          Follow thread
        </a>
      </p>
      {site && <p data-follow="site" data-id={site} data-name={site} />}
    </div>
  );
}
