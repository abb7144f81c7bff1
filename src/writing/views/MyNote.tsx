import { useState } from 'react';
import { call } from '../browser/calls.ts';
import { deleteNote, sayFailure } from '../browser/deleting.ts';
import { visibilities } from '../browser/note-fields.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { addressOf, isMeantForOthers, isPublic, hiddenInWords, hiddenLabels } from '../../notes/model/note-access.ts';
import type { Note, Visibility } from '../../notes/model/note.ts';
import { paths } from '../../platform/model/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  note: Note;
  onChanged: (note: Note) => void;
  onRemoved: (uuid: string) => void;
  /** It was deleted and brought back. */
  onBack: () => void;
};

/** One of my notes: how it stands, and reading, editing, publishing and deleting it. */
export function MyNote({ note, onChanged, onRemoved, onBack }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function show(visibility: Visibility) {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
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
    setFailure(sayFailure(answer));
  }

  async function remove() {
    if (busy) return;
    setBusy(true);
    const why = await deleteNote(note, onBack);
    setBusy(false);
    setFailure(why);
    if (why === undefined) onRemoved(note.uuid);
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
          {note.url !== null && (
            <Button size="xs" variant="ghost" href={paths.copy(note.uuid)}>
              Read
            </Button>
          )}
          <Button size="xs" variant="ghost" color="neutral" href={paths.edit(note.uuid)}>
            Edit
          </Button>
          <Button
            size="xs"
            variant="ghost"
            color="neutral"
            loading={busy}
            onClick={() => void show(isMeantForOthers(note) ? 'private' : 'public')}
          >
            {isMeantForOthers(note) ? 'Unpublish' : 'Publish'}
          </Button>
          <Button size="xs" variant="ghost" color="danger" disabled={busy} onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
      {note.hidden && <p className="text-sm text-muted">{hiddenInWords(note.hidden)}</p>}
      {failure && <Notice kind="danger">{failure}</Notice>}
    </li>
  );
}
