import { forEachDetail } from '../../notes/model/details.ts';
import { useId, useState, useEffect, useRef } from 'react';
import { useCall, call } from '../browser/calls.ts';
import { localTimeWithSeconds } from '../../platform/browser/relative-time.ts';
import type { Note } from '../../notes/model/note.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading, LoadFailure } from '../../ui/Loading.tsx';
import { fieldNames, Changes } from './Changes.tsx';
import { sentenceFor } from '../../platform/browser/api.ts';
import { openModal } from '../../ui/modal/modal.ts';
import { Chips } from '../../ui/forms/Choices.tsx';
import { Confirm } from '../../ui/Dialog.tsx';

const against = [
  { value: 'before', label: 'What it changed' },
  { value: 'now', label: 'What changed since' },
] as const;

/** One version of a note: what it changed, what has changed since, and a button to restore it. */
function NoteRevision({ note, rev }: { note: Note; rev: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [compared, setCompared] = useState<'before' | 'now'>(rev === note.rev ? 'before' : 'now');
  const { answer, retry } = useCall('GET /api/notes/{uuid}/revisions/{rev}', {
    at: { uuid: note.uuid, rev: String(rev) },
  });
  const here = answer?.ok === true;
  useEffect(() => {
    if (here) heading.current?.focus();
  }, [here]);
  if (!answer) return <Loading what="Loading this version" lines={4} />;
  if (!answer.ok) return <LoadFailure what="this version" failure={answer} retry={retry} />;
  const { revision, before } = answer.data;
  const at = localTimeWithSeconds(revision.at);

  async function restore(): Promise<string | undefined> {
    const { title, body, url, tags } = revision;
    const patch = { rev: note.rev, title, body, url, tags, ...forEachDetail((name) => revision[name]) };
    const written = await call('PATCH /api/notes/{uuid}', { at: { uuid: note.uuid }, body: patch });
    if (written.ok) {
      location.assign(written.data.path);
      return undefined;
    }
    return written.status === 409
      ? 'This note has since been changed somewhere else. Reload the page and check its history again.'
      : sentenceFor(written, new Date());
  }

  const ask = () =>
    openModal(
      Confirm,
      {
        title: 'Restore this version?',
        children: `The note goes back to what it said on ${at}. Who can read it doesn’t change, and the current version stays in the history.`,
        yes: 'Restore version',
        no: 'Cancel',
        color: 'primary' as const,
        onYes: restore,
      },
      { role: 'alertdialog' },
    );

  return (
    <div className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="m-0 text-lg font-semibold outline-none">
        Version of {at}
      </h2>
      {rev !== note.rev && <Chips label="Compare with" chips={against} value={compared} onChange={setCompared} />}
      {compared === 'now' ? (
        <Changes from={revision} to={note} />
      ) : before ? (
        <Changes from={before} to={revision} />
      ) : (
        <p className="m-0 text-muted">This is the oldest version kept.</p>
      )}
      {rev !== note.rev && (
        <Button variant="outline" color="neutral" className="justify-self-start" aria-haspopup="dialog" onClick={ask}>
          Restore this version
        </Button>
      )}
    </div>
  );
}

/** The stored versions of the person's own note, to compare and to restore. */
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
          {answer && !answer.ok && <LoadFailure what="the history" failure={answer} retry={retry} />}
          {answer?.ok && answer.data.revisions.length === 1 && (
            <p className="m-0 text-muted">This is the only version so far. Each change you save adds another.</p>
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
                    <time dateTime={line.at}>{localTimeWithSeconds(line.at)}</time>
                    <span className="text-sm text-muted">
                      {line.rev === note.rev ? 'current version' : ''}
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
