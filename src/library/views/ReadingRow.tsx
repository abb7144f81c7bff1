import { useCallback, useState } from 'react';
import { isAccepted, sentenceFor, type Answer, type Failure } from '../../platform/browser/api.ts';
import { exactTime, timeAgo } from '../../platform/browser/relative-time.ts';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { useSession } from '../../people/browser/calls.ts';
import { LeadPicture, SiteIcon } from '../../pictures/views/static/PagePicture.tsx';
import { hostOf } from '../../platform/model/url.ts';
import { paths } from '../../platform/model/paths.ts';
import { saveNote, unsaveNote } from '../browser/saving.ts';
import {
  readAddressOf,
  type ReadingItem,
  type ReadingPlaceThen,
  type ReadingState,
  type SavedAnswer,
} from '../model/reading-list.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { showAddToCollection } from './AddToCollection.tsx';
import { percent, ReadingProgress } from './ReadingProgress.tsx';
import { NotSavedNotice } from '../../ui/Loading.tsx';
import { cn } from '../../ui/cn.ts';

type Props = {
  item: ReadingItem;
  state: ReadingState;
  onChanged: (item: ReadingItem) => void;
  onMoved: (uuid: string, to?: ReadingState) => void;
  /** Called after the note was moved and then put back. */
  onBack: () => void;
};

const names: Record<ReadingState, string> = {
  toread: 'On your reading list',
  reading: 'Reading',
  archived: 'Archived',
};
/** Where it can be moved: the most frequent move is the button, the others are in the menu. */
const moves: Record<ReadingState, readonly { to: ReadingState; label: string }[]> = {
  toread: [
    { to: 'archived', label: 'Archive' },
    { to: 'reading', label: 'Move to “Reading”' },
  ],
  reading: [
    { to: 'archived', label: 'Archive' },
    { to: 'toread', label: 'Move back to “To read”' },
  ],
  archived: [{ to: 'toread', label: 'Read again' }],
};

/** One saved note: how far it is read, and where it can be moved. */
export function ReadingRow({ item, state, onChanged, onMoved, onBack }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { uuid, title, path, url, copy, excerpt, minutes, author, pictures, progress, favourite, changedAt } = item;
  const { user } = useSession();
  // For a link of the user's own, the copy of its page is shown.
  const isOwnLink = url !== null && author.handle === user?.handle;
  const isToGet = isOwnLink && !copy;
  const what = isToGet ? 'Get a copy' : 'Read';
  const [next, ...others] = moves[state];

  /** Returns whether the server accepted it; otherwise shows why not. */
  async function store(sent: () => Promise<Answer<unknown>>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFailure(undefined);
    const answer = await sent();
    setBusy(false);
    if (!isAccepted(answer)) setFailure(answer);
    return isAccepted(answer);
  }

  const readTo = useCallback(
    async (next: number) => {
      const answer = await saveNote(uuid, title, { progress: next });
      if (isAccepted(answer)) onChanged({ ...item, progress: next });
      setFailure(isAccepted(answer) ? undefined : answer);
    },
    [uuid, title, item, onChanged],
  );

  async function move(to: ReadingState) {
    if (!(await store(() => saveNote(uuid, title, { state: to, ...(to === 'toread' ? { progress: 0 } : {}) })))) return;
    leave(to);
    toasts.add({ title: names[to], description: title, icon: 'check', actions: [undo()] });
  }

  async function star() {
    if (await store(() => saveNote(uuid, title, { favourite: !favourite })))
      onChanged({ ...item, favourite: !favourite });
  }

  async function takeOut() {
    let was: ReadingPlaceThen | undefined;
    const sent = async () => {
      const answer = await unsaveNote<SavedAnswer>(uuid, title);
      if (answer.ok && !answer.data.saved) ({ was } = answer.data);
      return answer;
    };
    if (!(await store(sent))) return;
    leave();
    toasts.add({ title: 'Removed from your reading list', description: title, icon: 'check', actions: [undo(was)] });
  }

  /** Restores the place and progress of the note. Without a network, this device knows when it was moved last. */
  const undo = ({ times } = { times: { savedAt: changedAt, changedAt } }) =>
    undoing(function again() {
      void saveNote(uuid, title, { state, progress, times }).then((answer) =>
        isAccepted(answer) ? onBack() : undoFailed(sentenceFor(answer, new Date()), again),
      );
    });

  /** The row is removed, so the focus moves to the list's heading. */
  function leave(to?: ReadingState) {
    document.getElementById('reading-list')?.focus();
    onMoved(uuid, to);
  }

  return (
    <li className="border-t border-line py-4 first:border-t-0">
      <article className={cn('card gap-1!', pictures?.lead && 'with-picture')}>
        <h3 dir="auto" className="m-0 text-lg! wrap-anywhere">
          <a href={readAddressOf(item)}>{title}</a>
          {url && ' '}
          {url && (
            <span className="card-host">
              <SiteIcon pictures={pictures} />
              {copy?.site || hostOf(url)}
            </span>
          )}
        </h3>
        <LeadPicture pictures={pictures} sizes="8rem" />
        {excerpt && (
          <p dir="auto" className="card-excerpt m-0 line-clamp-2 text-[0.9375rem] text-muted">
            {excerpt}
          </p>
        )}
        <p className="m-0 flex flex-wrap gap-x-3 text-sm text-faint">
          {copy?.author && (
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {copy.author}
            </span>
          )}
          {/* Whoever saved a link is not the author of its page. */}
          {!copy && !isOwnLink && (
            <a
              href={paths.person(author.handle)}
              dir="auto"
              className="min-w-0 text-muted wrap-anywhere hover:text-primary"
            >
              {author.name}
            </a>
          )}
          {isToGet ? (
            <span>No copy yet</span>
          ) : (
            <span>
              {minutes} min{progress > 0 ? `, ${percent(progress)}% read` : ' read'}
            </span>
          )}
          {favourite && <span>Starred</span>}
          <time dateTime={changedAt} title={exactTime(new Date(changedAt))}>
            {timeAgo(new Date(changedAt), new Date()) ?? shortDate(changedAt)}
          </time>
        </p>
      </article>
      {state === 'reading' && <ReadingProgress title={title} progress={progress} onChange={readTo} />}
      <div className="mt-2 flex flex-wrap gap-1">
        <Button
          size="xs"
          variant="outline"
          href={isToGet ? paths.copy(uuid) : readAddressOf(item)}
          aria-label={`${what}: ${title}`}
        >
          {what}
        </Button>
        {next && (
          <Button
            size="xs"
            variant="ghost"
            color="neutral"
            loading={busy}
            aria-label={`${next.label}: ${title}`}
            onClick={() => void move(next.to)}
          >
            {next.label}
          </Button>
        )}
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              aria-label={`Actions for ${title}`}
              className="grid size-9 flex-none cursor-pointer place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
            >
              <Glyph name="more" />
            </button>
          }
        >
          {others.map(({ to, label }) => (
            <MenuItem key={to} onSelect={() => void move(to)}>
              {label}
            </MenuItem>
          ))}
          <MenuItem onSelect={() => void star()}>{favourite ? 'Remove the star' : 'Star'}</MenuItem>
          <MenuItem onSelect={() => showAddToCollection({ uuid, title })}>Collections…</MenuItem>
          {copy && <MenuItem href={path}>Your note</MenuItem>}
          {url && <MenuItem href={url}>Open the original</MenuItem>}
          <MenuSeparator />
          <MenuItem onSelect={() => void takeOut()}>Remove from the reading list</MenuItem>
        </Menu>
      </div>
      {failure && <NotSavedNotice failure={failure} />}
    </li>
  );
}
