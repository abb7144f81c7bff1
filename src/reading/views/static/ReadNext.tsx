import { paths } from '../../../platform/model/paths.ts';
import type { RelatedNote } from '../../../notes/model/related.ts';

/** Where to go on reading, and why there. Nothing where nothing is near. */
export function ReadNext({ notes }: { notes: readonly RelatedNote[] }) {
  if (notes.length === 0) return null;
  return (
    <aside className="next" aria-labelledby="read-next">
      <h2 id="read-next">Read next</h2>
      <ul>
        {notes.map(({ note, author, minutes, why }) => (
          <li key={note.uuid}>
            <a href={paths.note(note)} dir="auto">
              {note.title}
            </a>
            <p>{`${author.name}, ${minutes} min read. ${why}.`}</p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
