import { countedOf } from '../../platform/model/counted.ts';
import { useSession } from '../../people/browser/calls.ts';
import { Loading, ListEnd, EmptyState } from '../../ui/Loading.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { bounded } from '../../ui/Boundary.tsx';
import { ReadingList } from '../../library/views/ReadingList.tsx';
import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useInbox, markOpened } from '../browser/use-inbox.ts';
import type { InboxFilter, InboxGroup } from '../model/notification.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Chips } from '../../ui/forms/Choices.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { exactTime, timeAgo } from '../../platform/browser/relative-time.ts';
import { shortcutsOn } from '../../platform/browser/shortcut-keys.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { groupSummary } from '../model/inbox-groups.ts';
import { cn } from '../../ui/cn.ts';
import { Glyph } from '../../ui/Glyph.tsx';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'replies', label: 'Comments' },
  { value: 'mentions', label: 'Mentions' },
  { value: 'following', label: 'Following' },
  { value: 'searches', label: 'Searches' },
  { value: 'moderation', label: 'Moderation' },
] as const satisfies readonly { value: InboxFilter; label: string }[];

/** What happened that concerns me, newest first, and what I have not seen of it. */
function Notifications({ userId }: { userId: string }) {
  const [filter, setFilter] = useState<InboxFilter>('all');
  const { groups, unread = 0, paging, markFailure, mark } = useInbox(userId, filter);
  const newest = groups[0]?.at;
  const isEmpty = filter === 'all' && groups.length === 0 && !paging.busy && !paging.failure && !paging.more;

  function markAll() {
    void mark({ all: true, ...(newest && filter === 'all' ? { until: newest } : {}) });
    document.getElementById('notifications')?.focus();
  }

  return (
    <section aria-labelledby="notifications" className="min-w-0">
      <h2 id="notifications" tabIndex={-1} className="sr-only">
        Notifications
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
        {!isEmpty && (
          <Chips label="Show" chips={filters} value={filter} onChange={setFilter} className="max-w-full min-w-0" />
        )}
        {unread > 0 && (
          <Button size="xs" variant="ghost" color="neutral" className="-ms-3" onClick={markAll}>
            Mark all as read
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {countedOf(unread, 'unread notification')}
      </p>
      {markFailure && (
        <Notice kind="danger" className="mb-3">
          Couldn’t mark as read:{' '}
          {markFailure.status === 0 ? 'the server couldn’t be reached.' : markFailure.problem.detail}
        </Notice>
      )}
      {groups.length > 0 && (
        <ul className="m-0 list-none p-0">
          {groups.map((group) => (
            <NotificationRow key={group.key} group={group} mayGrow={paging.more} onRead={(ids) => void mark({ ids })} />
          ))}
        </ul>
      )}
      <ListEnd of="your inbox" paging={paging} any={groups.length > 0} more="Show older">
        <Nothing filter={filter} />
      </ListEnd>
    </section>
  );
}

function Nothing({ filter }: { filter: InboxFilter }) {
  if (filter === 'searches') {
    return (
      <EmptyState actions={<Button href={paths.savedSearches}>Search</Button>}>
        Save a search, and you’ll see new matches here.
      </EmptyState>
    );
  }
  if (filter !== 'all') {
    return (
      <EmptyState>
        {filter === 'unread'
          ? 'You’re all caught up.'
          : 'No notifications of this kind yet. Choose “All” to see the others.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={<h3>Your inbox is empty</h3>}
      actions={
        <>
          <Button href={paths.list(1)}>Find something to read</Button>
          <Button href={paths.write} variant="outline" color="neutral">
            Write a note
          </Button>
        </>
      }
    >
      Follow a person or a tag, and their new notes arrive here, along with replies, mentions and comments on what you
      write.
    </EmptyState>
  );
}

type Props = {
  group: InboxGroup;
  /** Whether pages that are not loaded may have more of it. */
  mayGrow: boolean;
  onRead: (ids: string[]) => void;
};

/** One line of the inbox. Opening it marks it as read; `m` does so without opening. */
function NotificationRow({ group, mayGrow, onRead }: Props) {
  const { title, path, excerpt, at, unread, kind, search, collection } = group;
  const source = search === undefined ? collection?.path : paths.searchFor(search);
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
        <p className="m-0 flex flex-wrap gap-x-3 text-sm text-muted">
          {isUnread && <span className="sr-only">Unread: </span>}
          {source === undefined ? (
            <span className="wrap-anywhere">{groupSummary(group, mayGrow)}</span>
          ) : (
            <a dir="auto" href={source} className="wrap-anywhere hover:text-primary hover:underline">
              {groupSummary(group, mayGrow)}
            </a>
          )}
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

const parts = ['notifications', 'reading'] as const;
const partOfAddress = () => parts.find((part) => location.hash === `#${part}`) ?? parts[0];

/** The address remembers which of them is open. */
function Parts({ userId }: { userId: string }) {
  const [open, setOpen] = useState<string>(partOfAddress);
  useEffect(() => {
    const follow = () => setOpen(partOfAddress());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  function choose(part: string) {
    setOpen(part);
    history.replaceState(history.state, '', `#${part}`);
  }

  const tabs = [
    { value: 'notifications', label: 'Notifications', panel: <Notifications userId={userId} /> },
    { value: 'reading', label: 'Reading list', panel: <ReadingList /> },
  ];
  return <Tabs label="Inbox" value={open} onChange={choose} tabs={tabs} />;
}

/** What awaits me: what happened, and what I want to read. */
export const Inbox = bounded(function Inbox() {
  const { user } = useSession();
  return (
    <div className="page-head mx-auto max-w-(--column)">
      <h1 className="mb-4!">Inbox</h1>
      {user ? <Parts userId={user.id} /> : <Loading what="Loading your inbox" lines={6} />}
    </div>
  );
});
