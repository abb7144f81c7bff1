import { useEffect, useRef } from 'react';
import { startDiscussion } from '../client/discussion.ts';
import { showFollowButtons } from '../client/follow-buttons.ts';
import { showIcons } from '../client/icons.ts';
import { offerEditing } from '../client/own-note.ts';
import { session } from '../client/session.ts';
import { useAnswer } from '../client/use-answer.ts';
import { useSearch } from '../client/use-browser.ts';
import { isPublished } from '../domain/note-access.ts';
import type { PublishedNote } from '../domain/published-note.ts';
import { paths } from '../domain/paths.ts';
import { Article } from '../reading/Article.tsx';
import { Thread } from '../reading/Thread.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/Loading.tsx';
import { bounded } from './Boundary.tsx';
import { LoadFailure } from './LoadFailure.tsx';

/** Shows the note that `?uuid=` names, if this visitor may read it: one's own drafts as well. */
export const NoteViewer = bounded(function NoteViewer() {
  const search = useSearch();
  const uuid = new URLSearchParams(search).get('uuid');
  const { answer, again } = useAnswer<PublishedNote>(uuid ? `/api/notes/${encodeURIComponent(uuid)}` : undefined);
  if (search !== undefined && !uuid) return <NoneNamed />;
  if (!answer) {
    return (
      <div className="note">
        <Loading what="Loading the note" lines={8} />
      </div>
    );
  }
  return answer.ok ? (
    <Shown entry={answer.data} />
  ) : (
    <div className="note">
      <h1 className="sr-only">Note</h1>
      <LoadFailure failure={answer} again={again} />
    </div>
  );
});

function Shown({ entry }: { entry: PublishedNote }) {
  const root = useRef<HTMLDivElement>(null);
  const { title } = entry.note;
  useEffect(() => {
    // The prerendered shell is titled "Note · Site"; only the page's own part of it changes.
    document.title = document.title.replace(/^.*(?= · )/u, () => title);
    void offerEditing(root.current?.querySelector('article') ?? null);
    if (isPublished(entry.note)) startDiscussion();
    void session.fetch().then(({ user }) => {
      const places = root.current?.querySelectorAll<HTMLElement>('[data-follow]');
      if (user && places) showFollowButtons(places, user);
    });
    void showIcons(root.current?.querySelectorAll<HTMLElement>('[data-icon]') ?? []);
  }, [title, entry.note]);
  return (
    <div ref={root}>
      <Article {...entry} />
      {isPublished(entry.note) && <Thread note={entry.note} thread={entry.thread} counts={entry.counts} />}
    </div>
  );
}

function NoneNamed() {
  return (
    <div className="problem">
      <h1>Which note?</h1>
      <p>This address shows a note that it names, and it names none.</p>
      <p className="actions">
        <Button href={paths.list(1)}>All notes</Button>
      </p>
    </div>
  );
}
