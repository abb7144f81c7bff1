import { useEffect, useRef } from 'react';
import { startDiscussion } from '../browser/discussion.ts';
import { showFollowButtons } from '../../inbox/browser/follow-buttons.ts';
import { showIcons } from '../../platform/browser/icons.ts';
import { openCollecting } from '../../library/browser/saving.ts';
import { offerEditing } from '../../writing/browser/own-note.ts';
import { session } from '../../people/browser/session.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import { useSearch } from '../../platform/browser/use-browser.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { paths } from '../../platform/model/paths.ts';
import { Article } from '../../reading/views/static/Article.tsx';
import { MentionedIn } from '../../reading/views/static/ReadingAid.tsx';
import { Thread } from '../../discussion/views/static/Thread.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading, LoadFailure } from '../../ui/Loading.tsx';
import { bounded } from '../../ui/Boundary.tsx';

const notFound = {
  title: 'Note not found',
  detail: 'This note doesn’t exist, or its author hasn’t shared it with you.',
};
const notHere: Partial<Record<number, { title: string; detail: string }>> = {
  400: notFound,
  403: notFound,
  404: notFound,
  410: { title: 'This note is gone', detail: 'Its author deleted it.' },
};

/** Shows the note in `?uuid=` if this visitor may read it, including the author's own drafts. */
export const NoteViewer = bounded(function NoteViewer() {
  const search = useSearch();
  const uuid = new URLSearchParams(search).get('uuid');
  const { answer, retry } = useQuery<PublishedNote>(uuid ? `/api/notes/${encodeURIComponent(uuid)}` : undefined);
  if (search !== undefined && !uuid) {
    return <NotHere title="Which note?" detail="This link doesn’t say which note to show." />;
  }
  if (!answer) {
    return (
      <div className="note">
        <Loading what="Loading the note" lines={8} />
      </div>
    );
  }
  if (answer.ok) return <Shown entry={answer.data} />;
  const why = notHere[answer.status];
  if (why) return <NotHere {...why} />;
  return (
    <div className="note">
      <h1 className="sr-only">Note</h1>
      <LoadFailure what="the note" failure={answer} retry={retry} />
    </div>
  );
});

function Shown({ entry }: { entry: PublishedNote }) {
  const root = useRef<HTMLDivElement>(null);
  const { title } = entry.note;
  useEffect(() => {
    // The title of the prerendered shell is "Note · Site"; only its first part changes.
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
      {!isPublished(entry.note) && <OwnActs uuid={entry.note.uuid} title={title} />}
      <MentionedIn mentions={entry.mentions} />
      {isPublished(entry.note) && <Thread note={entry.note} thread={entry.thread} counts={entry.counts} />}
    </div>
  );
}

/** The author's actions on a note that nobody else can read. */
function OwnActs(note: { uuid: string; title: string }) {
  return (
    <p className="mx-auto my-0 max-w-(--column)">
      <Button size="xs" variant="outline" color="neutral" onClick={() => void openCollecting(note)}>
        Add to a collection
      </Button>
    </p>
  );
}

function NotHere({ title, detail }: { title: string; detail: string }) {
  return (
    <div className="problem" role="alert">
      <h1>{title}</h1>
      <p>{detail}</p>
      <p className="actions">
        <Button href={paths.list(1)}>All notes</Button>
      </p>
    </div>
  );
}
