import { useState } from 'react';
import { saveNote } from '../../library/browser/saving.ts';
import { isPublished, hiddenInWords } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { isAccepted, sentenceFor } from '../../platform/browser/api.ts';
import { takesFocus } from '../../platform/browser/use-browser.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { toasts } from '../../ui/toasts/toasts.ts';
import { visibilities } from '../browser/note-fields.ts';

/** Replaces the form after a new note was saved: who can read it, and links to it; for a link, first of all to its copy. */
export function SavedNote({ note, path }: { note: Note; path: string }) {
  const [copied, setCopied] = useState(false);
  const isOut = isPublished(note);
  const link = new URL(path, location.origin).href;

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      toasts.add({ title: 'Couldn’t copy the link', description: link, color: 'danger' });
    }
  }

  return (
    <section aria-labelledby="saved" className="grid justify-items-start gap-5 pt-[8vh]">
      <span className="grid size-12 place-items-center rounded-full bg-primary-soft text-primary">
        <Glyph name="check" className="size-6" />
      </span>
      <div className="grid gap-1.5">
        <h1 id="saved" ref={takesFocus} tabIndex={-1} className="m-0 font-display text-3xl font-semibold outline-none">
          {isOut ? 'Published' : 'Saved'}
        </h1>
        <p className="m-0 text-lg wrap-anywhere text-muted">
          “<bdi>{note.title}</bdi>”
        </p>
        <p className="m-0 text-muted">
          {note.hidden ? hiddenInWords(note.hidden) : visibilities[note.visibility].means}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {note.url !== null && (
          <>
            <Button href={paths.copy(note.uuid)}>Read</Button>
            <ReadLater note={note} />
          </>
        )}
        <Button href={path} {...(note.url !== null && quiet)}>
          View
        </Button>
        {isOut && (
          <Button variant="outline" color="neutral" onClick={() => void copy()}>
            {copied ? 'Link copied' : 'Copy link'}
          </Button>
        )}
        <Button variant="ghost" color="neutral" href={paths.write}>
          Save another
        </Button>
      </div>
      <span role="status" className="sr-only">
        {copied ? 'The link is copied.' : ''}
      </span>
    </section>
  );
}

const quiet = { variant: 'outline', color: 'neutral' } as const;

/** Puts a note on the reading list, and says so in its place. */
function ReadLater({ note }: { note: Note }) {
  const [busy, setBusy] = useState(false);
  const [isListed, setIsListed] = useState(false);

  async function save() {
    setBusy(true);
    const answer = await saveNote(note.uuid, note.title);
    setBusy(false);
    setIsListed(isAccepted(answer));
    if (isAccepted(answer)) return;
    toasts.add({ title: 'Couldn’t save it', description: sentenceFor(answer, new Date()), color: 'danger' });
  }

  return isListed ? (
    <Button {...quiet} ref={takesFocus} href={`${paths.inbox}#reading`}>
      On your reading list
    </Button>
  ) : (
    <Button {...quiet} loading={busy} onClick={() => void save()}>
      Read later
    </Button>
  );
}
