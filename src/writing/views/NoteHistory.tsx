import { useId, useState } from 'react';
import { useCall } from '../browser/calls.ts';
import { momentOf } from '../../platform/browser/relative-time.ts';
import type { Note } from '../../notes/model/note.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { fieldNames } from './Changes.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { NoteRevision } from './NoteRevision.tsx';

/** The versions that are kept of one's own note: what each changed, and the way back to it. */
export function NoteHistory({ note }: { note: Note }) {
  const [open, setOpen] = useState(false);
  const [rev, setRev] = useState<number>();
  const id = useId();
  const { answer, retry } = useCall('GET /api/notes/{uuid}/revisions', open ? { at: { uuid: note.uuid } } : undefined);
  return (
    <section aria-label="History" className="mt-10 grid gap-4 border-t border-line pt-4">
      <Button
        size="sm"
        variant="ghost"
        color="neutral"
        className="-ms-4 justify-self-start"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the history' : 'History'}
      </Button>
      {open && (
        <div id={id} className="grid gap-6">
          {!answer && <Loading what="Loading the history" lines={3} />}
          {answer && !answer.ok && <LoadFailure failure={answer} retry={retry} />}
          {answer?.ok && answer.data.revisions.length === 1 && (
            <p className="m-0 text-muted">This is the only version so far. Each change that you save adds one.</p>
          )}
          {answer?.ok && answer.data.revisions.length > 1 && (
            <ol aria-label="Versions" className="m-0 grid max-h-80 list-none gap-1 overflow-y-auto p-0">
              {answer.data.revisions.map((line) => (
                <li key={line.rev}>
                  <button
                    type="button"
                    aria-pressed={line.rev === rev}
                    onClick={() => setRev(line.rev)}
                    className="flex min-h-11 w-full cursor-pointer flex-wrap items-baseline gap-x-3 rounded-lg px-3 py-2 text-start text-[0.9375rem] hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-primary-soft"
                  >
                    <time dateTime={line.at}>{momentOf(line.at)}</time>
                    <span className="text-sm text-muted">
                      {line.rev === note.rev ? 'as saved now' : ''}
                      {line.rev === note.rev && line.changed.length > 0 ? ' · ' : ''}
                      {line.changed.length > 0 &&
                        `changed ${line.changed.map((field) => fieldNames[field]).join(', ')}`}
                    </span>
                  </button>
                </li>
              ))}
            </ol>
          )}
          {rev !== undefined && <NoteRevision key={rev} note={note} rev={rev} />}
        </div>
      )}
    </section>
  );
}
