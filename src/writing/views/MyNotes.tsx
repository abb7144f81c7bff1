import { useSession } from '../../people/browser/use-session.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { MyNote } from './MyNote.tsx';
import type { Note } from '../../notes/model/note.ts';
import type { NotePage } from '../browser/calls.ts';
import { usePages } from '../../platform/browser/use-query.ts';

/** All my notes in every state, newest first, with what can be done to each. */
export function MyNotes() {
  const { user } = useSession();
  return (
    <section aria-labelledby="my-notes" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h1 id="my-notes" tabIndex={-1}>
          My notes
        </h1>
        <div className="flex flex-wrap gap-2">
          <Button href={`${paths.user}#bin`} variant="outline" color="neutral">
            Bin
          </Button>
          <Button href={paths.write}>Write</Button>
        </div>
      </div>
      {user ? <List authorId={user.id} /> : <Loading what="Loading your notes" lines={6} />}
    </section>
  );
}

function List({ authorId }: { authorId: string }) {
  const { notes, paging, begin, changed, removed } = useMyNotes(authorId);
  const remove = (uuid: string) => {
    removed(uuid);
    document.getElementById('my-notes')?.focus();
  };
  return (
    <>
      {notes.length > 0 && (
        <ul className="m-0 list-none p-0">
          {notes.map((note) => (
            <MyNote key={note.uuid} note={note} onChanged={changed} onRemoved={remove} onBack={begin} />
          ))}
        </ul>
      )}
      <ListEnd of="your notes" paging={paging} any={notes.length > 0} more="Show older notes">
        <EmptyState
          actions={
            <Button href={paths.write} variant="outline">
              Write the first one
            </Button>
          }
        >
          No notes yet. Write down what you do not want to lose.
        </EmptyState>
      </ListEnd>
    </>
  );
}

/** A person's own notes, page after page. */
function useMyNotes(authorId: string) {
  const { pages, edit, begin, paging } = usePages<NotePage>(`/api/notes?author=${encodeURIComponent(authorId)}`);
  const change = (part: (notes: Note[]) => Note[]) => edit((page) => ({ ...page, notes: part(page.notes) }));

  return {
    paging,
    begin,
    // A note that was written meanwhile moves the others along, so that one may come twice.
    notes: [...new Map(pages.flatMap(({ notes }) => notes).map((note) => [note.uuid, note])).values()],
    changed: (note: Note) => change((notes) => notes.map((other) => (other.uuid === note.uuid ? note : other))),
    removed: (uuid: string) => change((notes) => notes.filter((other) => other.uuid !== uuid)),
  };
}
