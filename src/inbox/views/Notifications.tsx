import { useState } from 'react';
import { useInbox } from '../browser/use-inbox.ts';
import type { InboxFilter } from '../model/notification.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Chips } from '../../ui/forms/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NotificationRow } from './NotificationRow.tsx';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'replies', label: 'Conversations' },
  { value: 'mentions', label: 'Mentions' },
  { value: 'following', label: 'Following' },
  { value: 'searches', label: 'Searches' },
  { value: 'moderation', label: 'Moderation' },
] as const satisfies readonly { value: InboxFilter; label: string }[];

/** What happened that concerns me, newest first, and what I have not seen of it. */
export function Notifications({ userId }: { userId: string }) {
  const [filter, setFilter] = useState<InboxFilter>('all');
  const { groups, unread = 0, next, busy, failure, markFailure, load, mark } = useInbox(userId, filter);
  const newest = groups[0]?.at;

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
        <Chips label="Show" chips={filters} value={filter} onChange={setFilter} className="max-w-full min-w-0" />
        {unread > 0 && (
          <Button size="xs" variant="ghost" color="neutral" className="-ms-3" onClick={markAll}>
            Mark all as read
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {unread === 1 ? 'One notification is unread' : `${unread} notifications are unread`}
      </p>
      {markFailure && (
        <Notice kind="danger" className="mb-3">
          Not marked as read:{' '}
          {markFailure.status === 0 ? 'the server could not be reached.' : markFailure.problem.detail}
        </Notice>
      )}
      {groups.length > 0 && (
        <ul className="m-0 list-none p-0">
          {groups.map((group) => (
            <NotificationRow key={group.key} group={group} onRead={(ids) => void mark({ ids })} />
          ))}
        </ul>
      )}
      {busy && <Loading what="Loading your inbox" lines={groups.length > 0 ? 2 : 6} />}
      {failure && (
        <Notice kind="danger" title="Your inbox could not be loaded">
          <span>{failure.status === 0 ? 'The server could not be reached.' : failure.problem.detail}</span>
          <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={load}>
            Try again
          </Button>
        </Notice>
      )}
      {!busy && !failure && groups.length === 0 && !next && <Nothing filter={filter} />}
      {!busy && !failure && next && (
        <Button variant="outline" color="neutral" className="mt-4" onClick={load}>
          Show older ones
        </Button>
      )}
    </section>
  );
}

function Nothing({ filter }: { filter: InboxFilter }) {
  if (filter === 'searches') {
    return (
      <EmptyState actions={<Button href={paths.savedSearches}>Search</Button>}>
        Save a search, and new notes that match it arrive here.
      </EmptyState>
    );
  }
  if (filter !== 'all') {
    return (
      <EmptyState>
        {filter === 'unread' ? 'You have read everything.' : 'Nothing of this kind has arrived yet.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={<h3>Nothing awaits you yet</h3>}
      actions={
        <>
          <Button href={paths.list(1)}>Find something to read</Button>
          <Button href={paths.write} variant="outline" color="neutral">
            Write a note
          </Button>
        </>
      }
    >
      Replies, mentions and comments on your notes arrive here, and so does what is new from people, tags and threads
      that you follow, and what matches a search that you saved.
    </EmptyState>
  );
}
