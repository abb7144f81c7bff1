import { useRef, useState } from 'react';
import { send, type Failure } from '../client/api.ts';
import { exactTime, timeAgo } from '../client/relative-time.ts';
import { countedOf } from '../domain/counts.ts';
import { shortDate } from '../domain/dates.ts';
import type { ForYouNote } from '../domain/for-you/page.ts';
import { hostOf } from '../domain/host.ts';
import { paths } from '../domain/paths.ts';
import { Button } from '../ui/Button.tsx';
import { ForYouWhy } from './ForYouWhy.tsx';
import { WishMenu, type Asked } from './WishMenu.tsx';

type Props = { note: ForYouNote; onSaid: () => void };

/** One note that was chosen: why, what it is, and more or less of the kind. What was asked for can be taken back at once. */
export function ForYouRow({ note, onSaid }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const [asked, setAsked] = useState<Asked>();
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Failure>();

  async function call(method: 'PUT' | 'DELETE', path: string, body?: object): Promise<boolean> {
    setBusy(true);
    setTrouble(undefined);
    const answer = await send(method, path, body);
    setBusy(false);
    if (!answer.ok) setTrouble(answer);
    return answer.ok;
  }

  async function ask(next: Asked) {
    if (busy || !(await call('PUT', addressOf(next), { way: next.way }))) return;
    setAsked(next);
    onSaid();
  }

  async function takeBack() {
    if (busy || !asked || !(await call('DELETE', addressOf(asked)))) return;
    setAsked(undefined);
    // The button goes with what it took back, so the focus stays on the row.
    row.current?.focus({ preventScroll: true });
    onSaid();
  }

  async function save() {
    if (await call(saved ? 'DELETE' : 'PUT', `/api/notes/${note.uuid}/save`)) setSaved(!saved);
  }

  return (
    <li ref={row} tabIndex={-1} className="outline-none">
      {asked?.way !== 'less' && <Chosen note={note} />}
      {asked ? (
        <p role="status" className="m-0 mt-1 flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-muted">
          <span className="wrap-anywhere" dir="auto">
            {asked.said}
          </span>
          <Button
            size="xs"
            variant="ghost"
            // The menu that had the focus is gone.
            autoFocus
            loading={busy}
            aria-label={`Undo: ${asked.said}`}
            onClick={() => void takeBack()}
          >
            Undo
          </Button>
        </p>
      ) : (
        <div className="mt-1 -ml-3 flex flex-wrap gap-1">
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
          <WishMenu way="more" note={note} onAsk={(next) => void ask(next)} />
          <WishMenu way="less" note={note} onAsk={(next) => void ask(next)} />
        </div>
      )}
      {trouble && (
        <p role="alert" className="mt-1 mb-0 text-sm text-danger">
          Not changed: {trouble.status === 0 ? 'the server could not be reached.' : trouble.problem.detail}
        </p>
      )}
    </li>
  );
}

const addressOf = ({ kind, id }: Asked) => `/api/for-you/wishes/${kind}/${encodeURIComponent(id)}`;

function Chosen({ note }: { note: ForYouNote }) {
  const { title, path, url, excerpt, author, minutes, counts, publishedAt, tags } = note;
  const at = new Date(publishedAt);
  return (
    <article className="card">
      <ForYouWhy reasons={note.reasons} />
      <h3 dir="auto" className="wrap-anywhere">
        <a href={path}>{title}</a>
        {url && <span className="card-host">{hostOf(url)}</span>}
      </h3>
      {excerpt && (
        <p className="card-excerpt" dir="auto">
          {excerpt}
        </p>
      )}
      <div className="card-meta">
        <a href={paths.person(author.handle)} dir="auto">
          {author.name}
        </a>
        <span>{minutes} min read</span>
        {counts.votes > 0 && <span>{countedOf(counts.votes, 'vote')}</span>}
        {counts.comments > 0 && <a href={`${path}#thread`}>{countedOf(counts.comments, 'comment')}</a>}
        <time dateTime={publishedAt} title={exactTime(at)}>
          {timeAgo(at, new Date()) ?? shortDate(publishedAt)}
        </time>
        {tags.length > 0 && (
          <span className="card-tags">
            {tags.map((tag) => (
              <a key={tag} href={paths.tag(tag)}>
                #{tag}
              </a>
            ))}
          </span>
        )}
      </div>
    </article>
  );
}
