import { useEffect, useRef, useState } from 'react';
import { call, useCall } from '../browser/calls.ts';
import { sentenceFor } from '../../platform/browser/failure.ts';
import { openModal } from '../../ui/modal/modal.ts';
import { momentOf } from '../../platform/browser/relative-time.ts';
import type { Note } from '../../notes/model/note.ts';
import { Button } from '../../ui/Button.tsx';
import { Chips } from '../../ui/forms/Chips.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Changes } from './Changes.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';

const against = [
  { value: 'before', label: 'What it changed' },
  { value: 'now', label: 'What changed since' },
] as const;

/** One version of a note: what it changed, what changed since, and the way back to it. */
export function NoteRevision({ note, rev }: { note: Note; rev: number }) {
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
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { revision, before } = answer.data;
  const at = momentOf(revision.at);

  async function restore(): Promise<string | undefined> {
    const { title, body, url, tags, icon } = revision;
    const patch = { rev: note.rev, title, body, url, tags, icon };
    const written = await call('PATCH /api/notes/{uuid}', { at: { uuid: note.uuid }, body: patch });
    if (written.ok) {
      location.assign(written.data.path);
      return undefined;
    }
    return written.status === 409
      ? 'This note was changed elsewhere meanwhile. Load this page anew, and look at its history again.'
      : sentenceFor(written, new Date());
  }

  const ask = () =>
    openModal(
      Confirm,
      {
        title: 'Restore this version?',
        children: `The note will say again what it said on ${at}. Who can read it stays as it is, and today’s version stays in the history.`,
        yes: 'Restore it',
        no: 'Leave it',
        onYes: restore,
      },
      { role: 'alertdialog' },
    );

  return (
    <div className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} className="m-0 text-lg font-semibold outline-none">
        Version of {at}
      </h2>
      {rev !== note.rev && <Chips label="Compared with what" chips={against} value={compared} onChange={setCompared} />}
      {compared === 'now' ? (
        <Changes from={revision} to={note} />
      ) : before ? (
        <Changes from={before} to={revision} />
      ) : (
        <p className="m-0 text-muted">This is the oldest version that is kept.</p>
      )}
      {rev !== note.rev && (
        <Button variant="outline" color="neutral" className="justify-self-start" aria-haspopup="dialog" onClick={ask}>
          Restore this version
        </Button>
      )}
    </div>
  );
}
