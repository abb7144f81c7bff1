import type { KeyboardEvent, MouseEvent } from 'react';
import { exactTime, timeAgo } from '../../platform/browser/relative-time.ts';
import { shortcutsOn } from '../../platform/browser/shortcut-keys.ts';
import { markOpened } from '../browser/use-inbox.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { saidOf } from '../model/inbox-groups.ts';
import type { InboxGroup } from '../model/notification.ts';
import { paths } from '../../platform/model/paths.ts';
import { cn } from '../../ui/cn.ts';
import { Glyph } from '../../ui/Glyph.tsx';

type Props = { group: InboxGroup; onRead: (ids: string[]) => void };

/** One line of the inbox. Opening it marks it as read; `m` does so without opening. */
export function NotificationRow({ group, onRead }: Props) {
  const { title, path, excerpt, at, unread, kind, search } = group;
  const isUnread = unread.length > 0;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'm' || event.ctrlKey || event.metaKey || event.altKey || !isUnread || !shortcutsOn()) return;
    event.preventDefault();
    onRead(unread);
  }

  /** The button goes with what it marks, so the focus stays on the line. */
  function readByButton(event: MouseEvent) {
    event.currentTarget.closest('li')?.querySelector<HTMLElement>('h3 a')?.focus();
    onRead(unread);
  }

  return (
    <li className="flex items-start gap-3 border-t border-line py-4 first:border-t-0" onKeyDown={onKeyDown}>
      <span
        aria-hidden="true"
        className={cn('mt-1.5 size-2 flex-none rounded-full', isUnread ? 'bg-primary' : 'bg-transparent')}
      />
      <article className="card min-w-0 flex-1 gap-0.5!">
        <p className="m-0 text-sm text-muted">
          {isUnread && <span className="sr-only">Unread: </span>}
          {search === undefined ? (
            saidOf(group)
          ) : (
            <a dir="auto" href={paths.searchFor(search)} className="wrap-anywhere hover:text-primary hover:underline">
              {saidOf(group)}
            </a>
          )}
          <span aria-hidden="true"> · </span>
          <time dateTime={at} title={exactTime(new Date(at))} className="whitespace-nowrap text-faint">
            {timeAgo(new Date(at), new Date()) ?? shortDate(at)}
          </time>
        </p>
        <h3 dir="auto" className={cn('m-0 text-lg! wrap-anywhere', !isUnread && 'font-medium! text-muted')}>
          {path === null ? (
            title
          ) : (
            <a href={path} onClick={() => markOpened(unread)} onAuxClick={() => markOpened(unread)}>
              {title}
            </a>
          )}
        </h3>
        {excerpt && (
          <p dir="auto" className="m-0 line-clamp-2 text-[0.9375rem] text-muted">
            {kind === 'moderation' ? `Why: ${excerpt}` : excerpt}
          </p>
        )}
      </article>
      {isUnread && (
        <button
          type="button"
          aria-label={`Mark as read: ${title}`}
          title="Mark as read (m)"
          onClick={readByButton}
          className="-mt-2.5 grid size-11 flex-none cursor-pointer place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
        >
          <Glyph name="check" />
        </button>
      )}
    </li>
  );
}
