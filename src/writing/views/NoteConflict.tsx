import { useEffect, useRef } from 'react';
import { momentOf } from '../../platform/browser/relative-time.ts';
import { Button } from '../../ui/Button.tsx';

type Text = { title: string; body: string };
type Props = {
  /**
   * `saved`: somebody saved the note meanwhile. `sent`: an earlier save of this text went through, and its answer got
   * lost. `typed`: its draft was typed on in another tab or on another device.
   */
  kind: 'saved' | 'sent' | 'typed';
  mine: Text;
  theirs: Text;
  /** When theirs was kept. */
  at: string;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

const words = {
  saved: {
    heading: 'This note was changed elsewhere',
    means: 'Nothing is saved yet, and nothing is lost. Choose which version goes on.',
    theirs: 'Saved elsewhere',
    keep: 'Keep mine on top of theirs',
    take: 'Take theirs',
  },
  sent: {
    heading: 'This note is saved already, as it was before',
    means: 'An earlier try went through, though its answer got lost. Choose which version goes on.',
    theirs: 'Saved before',
    keep: 'Save mine in its place',
    take: 'Leave it as it is saved',
  },
  typed: {
    heading: 'This draft was changed elsewhere',
    means: 'Another tab or device typed on. Nothing is lost: choose which goes on, the other can be brought back.',
    theirs: 'Typed elsewhere',
    keep: 'Keep mine',
    take: 'Take theirs',
  },
};

/** Two versions of one text beside each other, when it was changed elsewhere while it was edited here. */
export function NoteConflict({ kind, mine, theirs, at, busy, onKeepMine, onTakeTheirs }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const say = words[kind];
  return (
    <section aria-labelledby="conflict" className="grid gap-4 rounded-lg border border-danger p-4">
      <h2 id="conflict" ref={heading} tabIndex={-1} className="m-0 text-lg font-semibold outline-none">
        {say.heading}
      </h2>
      <p className="m-0 text-muted">{say.means}</p>
      <div className="grid gap-4 md:grid-cols-2">
        <Version label="Yours" title={mine.title} body={mine.body} />
        <Version label={`${say.theirs}, ${momentOf(at)}`} title={theirs.title} body={theirs.body} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button loading={busy} onClick={onKeepMine}>
          {say.keep}
        </Button>
        <Button variant="outline" color="neutral" onClick={onTakeTheirs}>
          {say.take}
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
