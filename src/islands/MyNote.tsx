import { useEffect, useRef, useState } from 'react';
import type { WrittenNote } from '../client/answers.ts';
import { send, type Failure } from '../client/api.ts';
import { visibilities } from '../client/note-fields.ts';
import { shortDate } from '../domain/dates.ts';
import { addressOf, isPublished } from '../domain/note-access.ts';
import type { Note, Visibility } from '../domain/note.ts';
import { paths } from '../domain/paths.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

type Props = { note: Note; onChanged: (note: Note) => void; onRemoved: (uuid: string) => void };

/** One of my notes: how it stands, and reading, editing, publishing and deleting it. */
export function MyNote({ note, onChanged, onRemoved }: Props) {
  const [busy, setBusy] = useState<'visibility' | 'delete'>();
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [news, setNews] = useState('');
  const asker = useRef<HTMLButtonElement>(null);

  async function show(visibility: Visibility) {
    if (busy) return;
    setBusy('visibility');
    setTrouble(undefined);
    const answer = await send<WrittenNote>('PATCH', `/api/notes/${note.uuid}`, { rev: note.rev, visibility });
    setBusy(undefined);
    if (answer.ok) {
      setNews(visibility === 'public' ? 'Published' : 'Unpublished: only you can read it now');
      return onChanged(answer.data.note);
    }
    if (answer.status === 409 && answer.problem.current) onChanged(answer.problem.current as Note);
    setTrouble(sayTrouble(answer));
  }

  async function remove() {
    if (busy) return;
    setBusy('delete');
    setTrouble(undefined);
    const answer = await send('DELETE', `/api/notes/${note.uuid}`);
    setBusy(undefined);
    if (!answer.ok && answer.status !== 404 && answer.status !== 410) return setTrouble(sayTrouble(answer));
    // The row goes, and the focus with it: the list's heading is where a keyboard goes on.
    document.getElementById('my-notes')?.focus();
    onRemoved(note.uuid);
  }

  function keep() {
    setAsking(false);
    asker.current?.focus();
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
        <Badge color={note.visibility === 'public' ? 'primary' : 'neutral'}>
          {visibilities[note.visibility].label}
        </Badge>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <span>
          Edited <time dateTime={note.updatedAt}>{shortDate(note.updatedAt)}</time>
        </span>
        <div className="flex flex-wrap gap-1" role="group" aria-label={`Actions for ${note.title}`}>
          <Button size="xs" variant="ghost" color="neutral" href={paths.edit(note.uuid)}>
            Edit
          </Button>
          <Button
            size="xs"
            variant="ghost"
            color="neutral"
            loading={busy === 'visibility'}
            onClick={() => void show(isPublished(note) ? 'private' : 'public')}
          >
            {isPublished(note) ? 'Unpublish' : 'Publish'}
          </Button>
          <Button
            ref={asker}
            size="xs"
            variant="ghost"
            color="danger"
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            Delete
          </Button>
        </div>
      </div>
      {asking && <Confirm busy={busy === 'delete'} onYes={() => void remove()} onNo={keep} />}
      {trouble && <Notice kind="danger">{trouble}</Notice>}
      <span role="status" className="sr-only">
        {news}
      </span>
    </li>
  );
}

function Confirm({ busy, onYes, onNo }: { busy: boolean; onYes: () => void; onNo: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div
      role="group"
      aria-label="Delete this note?"
      onKeyDown={(event) => event.key === 'Escape' && onNo()}
      className="flex flex-wrap items-center gap-3 rounded-lg bg-danger-soft px-4 py-3"
    >
      <span className="flex-1 basis-60 text-[0.9375rem]">
        Delete it for good? Its address will say that it is gone.
      </span>
      <Button ref={keep} size="xs" variant="outline" color="neutral" onClick={onNo}>
        Keep it
      </Button>
      <Button size="xs" color="danger" loading={busy} onClick={onYes}>
        Delete for good
      </Button>
    </div>
  );
}

function sayTrouble({ status, problem }: Failure): string {
  if (status === 0) return 'The server could not be reached, so nothing was changed. Try again in a moment.';
  if (status === 401) return 'You are signed out, so nothing was changed. Sign in and try again.';
  if (status === 409)
    return 'This note was changed elsewhere; its newest version is shown now. Try again if you still want to.';
  return problem.detail || problem.title;
}
