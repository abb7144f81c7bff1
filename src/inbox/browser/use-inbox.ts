import { useState } from 'react';
import { markedRead, withPage } from '../model/inbox-groups.ts';
import type { InboxFilter, InboxGroup, ReadMarks } from '../model/notification.ts';
import { personHeader, type Failure } from '../../platform/browser/api.ts';
import { call, useCallPages } from './calls.ts';
import { unread as badge } from './unread.ts';

/** A person's notifications, loaded page after page, with a filter. */
export function useInbox(userId: string, filter: InboxFilter) {
  const [unread, setCount] = useState<number>();
  const [markFailure, setMarkFailure] = useState<Failure>();
  const { pages, edit, paging } = useCallPages('GET /api/inbox', { query: { filter } }, (page) => count(page.unread));

  function count(now: number) {
    setCount(now);
    badge.set(userId, now);
  }

  async function mark(marks: ReadMarks) {
    const ids = 'ids' in marks ? marks.ids : undefined;
    setMarkFailure(undefined);
    edit((page) => ({ ...page, groups: markedRead(page.groups, ids) }));
    const answer = await call('POST /api/inbox/read', { body: marks });
    if (answer.ok) return count(answer.data.unread);
    setMarkFailure(answer);
    const was = new Set(pages.flatMap(({ groups }) => groups.flatMap((group) => group.unread)));
    edit((page) => ({
      ...page,
      groups: page.groups.map((group) => ({
        ...group,
        unread: group.ids.filter((id) => was.has(id) || group.unread.includes(id)),
      })),
    }));
  }

  return {
    paging,
    groups: pages.reduce<InboxGroup[]>((groups, page) => withPage(groups, page.groups), []),
    unread,
    /** Why marking as read failed. After that, everything is shown as before. */
    markFailure,
    mark,
  };
}

/** Marks notifications as read when one is opened. `keepalive`, because the page may be left before the answer. */
export function markOpened(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const headers = { 'Content-Type': 'application/json', ...personHeader() };
  void fetch('/api/inbox/read', { method: 'POST', headers, body: JSON.stringify({ ids }), keepalive: true }).catch(
    () => undefined,
  );
}
