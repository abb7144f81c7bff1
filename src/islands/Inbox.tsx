import { paths } from '../domain/paths.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What awaits me. Nothing writes into an inbox yet, so it is empty for everyone. */
export function Inbox() {
  return (
    <section className="page-head mx-auto max-w-2xl">
      <h1>Inbox</h1>
      <EmptyState
        className="mt-8"
        title={<h2>Nothing awaits you yet</h2>}
        actions={
          <>
            <Button href={paths.list(1)}>Find something to read</Button>
            <Button href={paths.write} variant="outline" color="neutral">
              Write a note
            </Button>
          </>
        }
      >
        Replies to your notes and comments will arrive here, and so will what you save to read later.
      </EmptyState>
    </section>
  );
}
