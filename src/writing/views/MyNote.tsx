import { useState } from 'react';
import { call } from '../browser/calls.ts';
import type { Failure } from '../../platform/browser/api.ts';
import { openModal } from '../../ui/modal/modal.ts';
import { visibilities } from '../browser/note-fields.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { addressOf, isMeantForOthers, isPublic, hiddenInWords, hiddenLabels } from '../../notes/model/note-access.ts';
import type { Note, Visibility } from '../../notes/model/note.ts';
import { paths } from '../../platform/model/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { note: Note; onChanged: (note: Note) => void; onRemoved: (uuid: string) => void };

/** One of my notes: how it stands, and reading, editing, publishing and deleting it. */
export function MyNote({ note, onChanged, onRemoved }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setTrouble] = useState<string>();

  async function show(visibility: Visibility) {
    if (busy) return;
    setBusy(true);
    setTrouble(undefined);
    const answer = await call('PATCH /api/notes/{uuid}', {
      at: { uuid: note.uuid },
      body: { rev: note.rev, visibility },
    });
    setBusy(false);
    if (answer.ok) {
      const [title, icon] = visibility === 'public' ? ['Published', 'check'] : ['Unpublished', 'info'];
      toasts.add({ title, icon, description: note.title });
      return onChanged(answer.data.note);
    }
    if (answer.status === 409 && answer.problem.current) onChanged(answer.problem.current as Note);
    setTrouble(sayFailure(answer));
  }

  async function remove(): Promise<string | undefined> {
    const answer = await call('DELETE /api/notes/{uuid}', { at: { uuid: note.uuid } });
    if (!answer.ok && answer.status !== 404 && answer.status !== 410) return sayFailure(answer);
    onRemoved(note.uuid);
    toasts.add({ title: 'Deleted', icon: 'trash', description: note.title });
    return undefined;
  }

  function askToRemove(asker: HTMLElement) {
    openModal(
      Confirm,
      {
        title: 'Delete this note?',
        children: `“${note.title}” will be gone for good, and its address will say so.`,
        yes: 'Delete for good',
        no: 'Keep it',
        onYes: remove,
      },
      {
        role: 'alertdialog',
        // Once the row is gone, the list's heading is where a keyboard goes on.
        returnFocus: () => (asker.isConnected ? asker : document.getElementById('my-notes')),
      },
    );
  }

  return (
    <li className="grid gap-1.5 border-t border-line py-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a
          href={addressOf(note)}
          dir="auto"
          className="min-w-0 py-1 font-serif text-lg leading-snug font-semibold wrap-anywhere hover:text-primary"
        >
          {note.title}
        </a>
        <Badge color={isPublic(note) ? 'primary' : 'neutral'}>
          {note.hidden ? hiddenLabels[note.hidden.kind] : visibilities[note.visibility].label}
        </Badge>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <span>
          Edited <time dateTime={note.updatedAt}>{shortDate(note.updatedAt)}</time>
        </span>
        <div
          className="flex flex-wrap gap-1 max-sm:-mx-3 max-sm:basis-full"
          role="group"
          aria-label={`Actions for ${note.title}`}
        >
          <Button size="xs" variant="ghost" color="neutral" href={paths.edit(note.uuid)}>
            Edit
          </Button>
          {note.url !== null && (
            <Button size="xs" variant="ghost" color="neutral" href={paths.copy(note.uuid)}>
              Copy
            </Button>
          )}
          <Button
            size="xs"
            variant="ghost"
            color="neutral"
            loading={busy}
            onClick={() => void show(isMeantForOthers(note) ? 'private' : 'public')}
          >
            {isMeantForOthers(note) ? 'Unpublish' : 'Publish'}
          </Button>
          <Button
            size="xs"
            variant="ghost"
            color="danger"
            aria-haspopup="dialog"
            onClick={(event) => askToRemove(event.currentTarget)}
          >
            Delete
          </Button>
        </div>
      </div>
      {note.hidden && <p className="text-sm text-muted">{hiddenInWords(note.hidden)}</p>}
      {failure && <Notice kind="danger">{failure}</Notice>}
    </li>
  );
}

function sayFailure({ status, problem }: Failure): string {
  if (status === 0) return 'The server could not be reached, so nothing was changed. Try again in a moment.';
  if (status === 401) return 'You are signed out, so nothing was changed. Sign in and try again.';
  if (status === 409)
    return 'This note was changed elsewhere; its newest version is shown now. Try again if you still want to.';
  return problem.detail || problem.title;
}
