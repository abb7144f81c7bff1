import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { localTimeWithSeconds } from '../../platform/browser/relative-time.ts';
import { Button } from '../../ui/Button.tsx';
import { type Failure, isSignedOut, sentenceFor } from '../../platform/browser/api.ts';
import { paths } from '../../platform/model/paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { outbox } from '../../people/browser/outbox.ts';
import { useLostPictures } from './use-pictures.ts';

type Text = { title: string; body: string };
type Props = {
  /**
   * `saved`: the note was saved elsewhere meanwhile. `sent`: an earlier save of this form succeeded, but its answer was
   * lost. `typed`: the draft was changed in another tab or on another device.
   */
  kind: 'saved' | 'sent' | 'typed';
  mine: Text;
  theirs: Text;
  /** When the other version was stored, if that is known. */
  at: string | undefined;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

const words = {
  saved: {
    heading: 'This note was changed elsewhere',
    means: 'Nothing is saved yet, and nothing is lost. Choose which version to keep.',
    theirs: 'Saved elsewhere',
    keep: 'Replace it with mine',
    take: 'Use the other one',
  },
  sent: {
    heading: 'This note was already saved, in an earlier version',
    means: 'An earlier attempt reached the server after all. Choose which version to keep.',
    theirs: 'Saved before',
    keep: 'Save mine instead',
    take: 'Keep it as saved',
  },
  typed: {
    heading: 'This draft was changed elsewhere',
    means:
      'It was edited in another tab or on another device. Choose which version to keep; you can bring the other one back.',
    theirs: 'Written elsewhere',
    keep: 'Keep mine',
    take: 'Use the other one',
  },
};

/** Shows two versions of a text beside each other, after it was changed elsewhere while it was edited here. */
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
        <Version
          label={at ? `${say.theirs}, ${localTimeWithSeconds(at)}` : say.theirs}
          title={theirs.title}
          body={theirs.body}
        />
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

type SaveFailureProps = {
  failure: Failure;
  /** For an existing note: saves the form as a new note, for when the old one was deleted. */
  onSaveAsNew: (() => void) | undefined;
};

/** Why a note was not saved, and what the author can do. The form above keeps everything. */
export function SaveFailure({ failure, onSaveAsNew }: SaveFailureProps) {
  const [now] = useState(() => new Date());
  const { status, problem } = failure;
  if (isSignedOut(failure)) {
    return (
      <Notice kind="danger" title="You’re signed out">
        <span>
          Nothing is lost: what you typed is still here.{' '}
          <a href={paths.signIn()} target="_blank" rel="noopener" className="text-primary underline">
            Sign in in a new tab
          </a>
          , come back, and save again.
        </span>
      </Notice>
    );
  }
  if ((status === 404 || status === 410) && onSaveAsNew) {
    return (
      <Notice kind="danger" title="This note was deleted elsewhere">
        What you typed is still here.
        <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={onSaveAsNew}>
          Save it as a new note
        </Button>
      </Notice>
    );
  }
  if (problem.errors?.some(({ path }) => path !== '')) {
    return <Notice kind="danger">Not saved yet. Check the fields marked above.</Notice>;
  }
  return (
    <Notice kind="danger" title="Not saved">
      <span>{sentenceFor(failure, now)}</span>
      <Button size="xs" type="submit" variant="outline" color="neutral" className="justify-self-start">
        Try again
      </Button>
    </Notice>
  );
}

/** Replaces the form when it is stored on this device to be saved later, and shows when it has been saved. */
export function KeptForLater({ about, title }: { about: string; title: string }) {
  const { unsent } = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
  const waits = unsent.some((one) => one.about === about && one.replaces === 'note');
  return (
    <Notice title={waits ? 'Kept on this device' : 'Saved'}>
      <span>
        “<bdi>{title}</bdi>”{' '}
        {waits
          ? 'will be saved as soon as the server can be reached. You can leave this page; come back when you’re online.'
          : 'is saved.'}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button size="xs" variant="outline" color="neutral" href={paths.write}>
          Write another
        </Button>
        <Button size="xs" variant="ghost" color="neutral" href={paths.user}>
          My library
        </Button>
      </span>
    </Notice>
  );
}

type RestoredProps = {
  body: string;
  /** Whether the note was deleted, so that only this draft of it remains. */
  isGone: boolean;
  onDiscard: () => void;
};

/** Says that the form continues a draft, and what of it is lost. */
export function RestoredDraft({ body, isGone, onDiscard }: RestoredProps) {
  const lost = useLostPictures(body);
  return (
    <Notice title={isGone ? 'This note was deleted' : 'Your unsaved changes are back'}>
      {isGone && 'What you typed into it is still here. Save it as a new note, or discard it.'}
      {lost > 0 && (
        <span>
          {lost === 1
            ? 'A picture in them is gone, since no note has shown it for a month. Add it again, or remove it from the text.'
            : `${lost} pictures in them are gone, since no note has shown them for a month. Add them again, or remove them from the text.`}
        </span>
      )}
      <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={onDiscard}>
        Discard them
      </Button>
    </Notice>
  );
}
