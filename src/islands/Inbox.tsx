import { paths } from '../domain/paths.ts';
import { Button } from '../ui/Button.tsx';

/** What awaits me. Nothing writes into an inbox yet, so it is empty for everyone. */
export function Inbox() {
  return (
    <section className="page-head mx-auto max-w-2xl">
      <h1>Inbox</h1>
      <div className="mt-8 grid justify-items-start gap-3 rounded-lg border border-line p-6">
        <h2 className="m-0 text-lg font-semibold">Nothing awaits you yet</h2>
        <p className="m-0">
          Replies to your notes and comments will arrive here, and so will what you save to read later.
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button href={paths.list(1)}>Find something to read</Button>
          <Button href={paths.write} variant="outline" color="neutral">
            Write a note
          </Button>
        </div>
      </div>
    </section>
  );
}
