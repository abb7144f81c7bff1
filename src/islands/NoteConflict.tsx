import { useEffect, useRef } from 'react';
import type { NoteFields } from '../client/note-fields.ts';
import type { Note } from '../domain/note.ts';
import { Button } from '../ui/Button.tsx';

type Props = { mine: NoteFields; theirs: Note; busy: boolean; onKeepMine: () => void; onTakeTheirs: () => void };

/** Two versions of one note beside each other, when it was changed elsewhere while it was edited here. */
export function NoteConflict({ mine, theirs, busy, onKeepMine, onTakeTheirs }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const at = new Date(theirs.updatedAt).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section aria-labelledby="conflict" className="grid gap-4 rounded-lg border border-danger p-4">
      <h2 id="conflict" ref={heading} tabIndex={-1} className="m-0 text-lg font-semibold outline-none">
        This note was changed elsewhere
      </h2>
      <p className="m-0 text-muted">Nothing is saved yet, and nothing is lost. Choose which version goes on.</p>
      <div className="grid gap-4 md:grid-cols-2">
        <Version label="Yours" title={mine.title} body={mine.body} />
        <Version label={`Saved elsewhere, ${at}`} title={theirs.title} body={theirs.body} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button loading={busy} onClick={onKeepMine}>
          Keep mine on top of theirs
        </Button>
        <Button variant="outline" color="neutral" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}

function Version({ label, title, body }: { label: string; title: string; body: string }) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      <h3 className="m-0 text-sm font-medium text-muted">{label}</h3>
      <div
        role="group"
        aria-label={label}
        tabIndex={0}
        dir="auto"
        className="max-h-96 overflow-auto rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        <strong className="block font-semibold">{title || 'Untitled'}</strong>
        {body}
      </div>
    </div>
  );
}
