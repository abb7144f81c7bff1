import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { takesFocus } from '../../platform/browser/use-browser.ts';
import { useCall } from '../browser/calls.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { bounded } from '../../ui/Boundary.tsx';
import { ForYouRow } from './ForYouRow.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { FeedbackList } from './FeedbackMenu.tsx';

/** The notes chosen for me, each with why and what to do about it, and what I asked for. */
export const ForYou = bounded(function ForYou() {
  const { answer, retry } = useCall('GET /api/for-you', {});
  const [changes, setChanges] = useState(0);
  const [anew, setAnew] = useState(false);
  if (!answer) return <Waiting />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { notes, known } = answer.data;
  /** The button goes with the notes that it stands below, so that the focus waits at the heading of the next ones. */
  const chooseAnew = () => {
    setAnew(true);
    setChanges(0);
    retry();
  };
  return (
    <section aria-labelledby="chosen">
      <h2 id="chosen" ref={anew ? takesFocus : undefined} className="sr-only" tabIndex={-1}>
        Notes for you
      </h2>
      {known === 0 && <Unknown />}
      {known > 0 && notes.length === 0 && <NothingNew />}
      <ul className="cards m-0 list-none p-0">
        {notes.map((note) => (
          <ForYouRow key={note.uuid} note={note} onSaid={() => setChanges((count) => count + 1)} />
        ))}
      </ul>
      {changes > 0 && (
        <Button variant="outline" color="neutral" className="mt-2" onClick={chooseAnew}>
          Choose again
        </Button>
      )}
      <FeedbackList key={changes} />
    </section>
  );
});

/** The same as the page has before this comes, so that nothing moves. */
function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="sr-only">Loading notes for you</span>
      <i />
      <i />
      <i />
    </div>
  );
}

function Unknown() {
  return (
    <EmptyState
      className="my-4"
      title={<h3>We don’t know what you like yet</h3>}
      actions={
        <>
          <Button href={paths.tags}>Tags to follow</Button>
          <Button href={paths.list(1)} variant="outline" color="neutral">
            Notes to save
          </Button>
        </>
      }
    >
      Save a note, vote for one, or follow a person or a tag, and this page will be chosen for you. Until then, here’s
      what other readers like.
    </EmptyState>
  );
}

function NothingNew() {
  return (
    <EmptyState
      className="my-4"
      title={<h3>You’ve seen it all</h3>}
      actions={<Button href={paths.tags}>Tags to follow</Button>}
    >
      There’s nothing left that you haven’t saved, voted for or muted. Follow more tags, or come back when something new
      is published.
    </EmptyState>
  );
}

/** Shows what is chosen for me in this element from now on. */
export function mount(place: HTMLElement): void {
  createRoot(place).render(<ForYou />);
}
