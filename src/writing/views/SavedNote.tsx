import { useState, useSyncExternalStore } from 'react';
import { isPublished, hiddenInWords } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { outbox } from '../../people/browser/outbox.ts';
import { takesFocus } from '../../platform/browser/use-browser.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toasts } from '../../ui/toasts/toasts.ts';
import { visibilities } from '../browser/note-fields.ts';

/** In the place of the form, once a new note is saved: that it is, who can read it, and the way to it. */
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
        <Button href={path}>View</Button>
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

/** In the place of the form, once what it held is kept to be saved later; says so when it is. */
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
