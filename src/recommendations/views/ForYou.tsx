import { useRef, useState } from 'react';
import { send } from '../../platform/browser/api.ts';
import { type ForYouNote, reasonPrefix, type Reason } from '../model/for-you.ts';
import { NoteCard } from '../../reading/views/static/NoteList.tsx';
import { Button } from '../../ui/Button.tsx';
import { NotSavedNotice, LoadFailure, EmptyState } from '../../ui/Loading.tsx';
import { FeedbackMenu, type FeedbackToSend, FeedbackList } from './FeedbackMenu.tsx';
import { exactTime, timeAgo } from '../../platform/browser/relative-time.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { createRoot } from 'react-dom/client';
import { takesFocus } from '../../platform/browser/use-browser.ts';
import { useSending } from '../../platform/browser/use-query.ts';
import { useCall } from '../browser/calls.ts';
import { paths } from '../../platform/model/paths.ts';
import { bounded } from '../../ui/Boundary.tsx';

type Props = { note: ForYouNote; onSaid: () => void };

/** A recommended note with its reasons and buttons for feedback, which can be undone. */
export function ForYouRow({ note, onSaid }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const [asked, setAsked] = useState<FeedbackToSend>();
  const [saved, setSaved] = useState(false);
  const { busy, failure, send: sendOne } = useSending();
  const call = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<boolean> =>
    (await sendOne(() => send(method, path, body)))?.ok ?? false;

  async function ask(next: FeedbackToSend) {
    if (!(await call('PUT', addressOf(next), { way: next.way }))) return;
    setAsked(next);
    onSaid();
  }

  async function takeBack() {
    if (!asked || !(await call('DELETE', addressOf(asked)))) return;
    setAsked(undefined);
    // The button that was pressed disappears, so the row gets the focus.
    row.current?.focus({ preventScroll: true });
    onSaid();
  }

  async function save() {
    if (await call(saved ? 'DELETE' : 'PUT', `/api/notes/${note.uuid}/save`)) setSaved(!saved);
  }

  return (
    <li ref={row} tabIndex={-1} className="outline-none">
      {asked?.way !== 'less' && (
        <NoteCard
          level={3}
          note={{ ...note, at: note.publishedAt }}
          why={<ForYouWhy reasons={note.reasons} />}
          counted={[
            note.counts.votes > 0 && countedOf(note.counts.votes, 'vote'),
            note.counts.comments > 0 && (
              <a key="comments" href={`${note.path}#thread`}>
                {countedOf(note.counts.comments, 'comment')}
              </a>
            ),
          ]}
          time={<Ago iso={note.publishedAt} />}
        />
      )}
      {asked ? (
        <p role="status" className="m-0 mt-1 flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-muted">
          <span className="wrap-anywhere" dir="auto">
            {asked.confirmation}
          </span>
          <Button
            size="xs"
            variant="ghost"
            // The menu that had the focus has disappeared.
            autoFocus
            loading={busy}
            aria-label={`Undo: ${asked.confirmation}`}
            onClick={() => void takeBack()}
          >
            Undo
          </Button>
        </p>
      ) : (
        <div className="mt-1 -ms-3 flex flex-wrap gap-1">
          <Button
            size="xs"
            variant="ghost"
            loading={busy}
            aria-pressed={saved}
            aria-label={`${saved ? 'Saved' : 'Save for later'}: ${note.title}`}
            onClick={() => void save()}
          >
            {saved ? 'Saved' : 'Save for later'}
          </Button>
          <FeedbackMenu way="more" note={note} onAsk={(next) => void ask(next)} />
          <FeedbackMenu way="less" note={note} onAsk={(next) => void ask(next)} />
        </div>
      )}
      {failure && <NotSavedNotice failure={failure} />}
    </li>
  );
}

const addressOf = ({ kind, id }: FeedbackToSend) => `/api/for-you/wishes/${kind}/${encodeURIComponent(id)}`;

function Ago({ iso }: { iso: string }) {
  const at = new Date(iso);
  return (
    <time className="ago" dateTime={iso} title={exactTime(at)}>
      {timeAgo(at, new Date()) ?? shortDate(iso)}
    </time>
  );
}

/** The reasons for a note: “Because you saved …, because you follow …”. */
function ForYouWhy({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <p className="m-0 flex flex-wrap gap-x-3 text-sm text-primary">
      {reasons.map((reason) => (
        <span key={`${reason.why} ${reason.kind} ${reason.id}`} className="inline-block min-w-0 wrap-anywhere">
          {reasonPrefix(reason)} <Named reason={reason} />
        </span>
      ))}
    </p>
  );
}

function Named({ reason: { kind, name, path } }: { reason: Reason }) {
  if (kind === 'everyone') return null;
  const shown = kind === 'note' ? `“${name}”` : name;
  return path === null ? (
    <bdi>{shown}</bdi>
  ) : (
    <a
      href={path}
      dir="auto"
      className="inline-block py-1 underline decoration-line underline-offset-4 hover:text-primary-hover"
    >
      {shown}
    </a>
  );
}

/** The notes recommended to the person, and their feedback. */
export const ForYou = bounded(function ForYou() {
  const { answer, retry } = useCall('GET /api/for-you', {});
  const [changes, setChanges] = useState(0);
  const [isChosenAgain, setChosenAgain] = useState(false);
  if (!answer) return <Waiting />;
  if (!answer.ok) return <LoadFailure what="notes for you" failure={answer} retry={retry} />;
  const { notes, known } = answer.data;
  /** The pressed button disappears with its notes, so the heading of the next ones gets the focus. */
  const chooseAgain = () => {
    setChosenAgain(true);
    setChanges(0);
    retry();
  };
  return (
    <section aria-labelledby="chosen">
      <h2 id="chosen" ref={isChosenAgain ? takesFocus : undefined} className="sr-only" tabIndex={-1}>
        Notes for you
      </h2>
      {known === 0 && <Unknown />}
      {known > 0 && notes.length === 0 && <NothingNew />}
      <ul className="cards m-0 list-none p-0">
        {notes.map((note) => (
          <ForYouRow key={note.uuid} note={note} onSaid={() => setChanges((count) => count + 1)} />
        ))}
      </ul>
      {changes > 0 && (
        <Button variant="outline" color="neutral" className="mt-2" onClick={chooseAgain}>
          Choose again
        </Button>
      )}
      <FeedbackList key={changes} />
    </section>
  );
});

/** The same placeholder as in the static page, so that nothing moves. */
function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="sr-only">Loading notes for you</span>
      <i />
      <i />
      <i />
    </div>
  );
}

function Unknown() {
  return (
    <EmptyState
      className="my-4"
      title={<h3>We don’t know what you like yet</h3>}
      actions={
        <>
          <Button href={paths.tags}>Tags to follow</Button>
          <Button href={paths.list(1)} variant="outline" color="neutral">
            Notes to save
          </Button>
        </>
      }
    >
      Save a note, vote for one, or follow a person or a tag, and this page will be chosen for you. Until then, here’s
      what other readers like.
    </EmptyState>
  );
}

function NothingNew() {
  return (
    <EmptyState
      className="my-4"
      title={<h3>You’ve seen it all</h3>}
      actions={<Button href={paths.tags}>Tags to follow</Button>}
    >
      There’s nothing left that you haven’t saved, voted for or muted. Follow more tags, or come back when something new
      is published.
    </EmptyState>
  );
}

/** Renders the recommendations in this element. */
export function mount(place: HTMLElement): void {
  createRoot(place).render(<ForYou />);
}
