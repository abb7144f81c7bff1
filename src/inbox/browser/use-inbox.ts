import { useEffect, useState } from 'react';
import { markedRead, withPage } from '../model/inbox-groups.ts';
import type { InboxFilter, InboxGroup, InboxPage, ReadMarks } from '../model/notification.ts';
import { send, type Failure } from '../../platform/browser/api.ts';
import { setUnread } from './unread.ts';

type Pages = { groups: readonly InboxGroup[]; next: string | null; failure?: Failure | undefined };

const none: Pages = { groups: [], next: null };

/** A person's notifications, page after page, narrowed by a filter. `load` asks for the next page, or again for one that failed. */
export function useInbox(userId: string, filter: InboxFilter) {
  const [pages, setPages] = useState<Pages>(none);
  const [wanted, setWanted] = useState<{ filter: InboxFilter; cursor: string | null }>({ filter, cursor: null });
  const [unread, count] = useState<number>();
  const [busy, setBusy] = useState(true);
  const [trouble, setTrouble] = useState<Failure>();

  if (wanted.filter !== filter) {
    setWanted({ filter, cursor: null });
    setPages(none);
    setBusy(true);
  }

  useEffect(() => {
    let current = true;
    const query = new URLSearchParams({ filter: wanted.filter, ...(wanted.cursor ? { cursor: wanted.cursor } : {}) });
    void send<InboxPage>('GET', `/api/inbox?${query.toString()}`).then((answer) => {
      if (!current) return;
      setBusy(false);
      if (!answer.ok) return setPages((before) => ({ ...before, failure: answer }));
      const { groups, next } = answer.data;
      setPages((before) => ({ groups: withPage(wanted.cursor ? before.groups : [], groups), next }));
      count(answer.data.unread);
      setUnread(userId, answer.data.unread);
    });
    return () => {
      current = false;
    };
  }, [userId, wanted]);

  async function mark(marks: ReadMarks) {
    const before = pages.groups;
    const ids = 'ids' in marks ? marks.ids : undefined;
    setTrouble(undefined);
    setPages((now) => ({ ...now, groups: markedRead(now.groups, ids) }));
    const answer = await send<{ unread: number }>('POST', '/api/inbox/read', marks);
    if (answer.ok) {
      count(answer.data.unread);
      return setUnread(userId, answer.data.unread);
    }
    setTrouble(answer);
    const was = new Map(before.map((group) => [group.key, group.unread]));
    setPages((now) => ({
      ...now,
      groups: now.groups.map((group) => ({ ...group, unread: was.get(group.key) ?? group.unread })),
    }));
  }

  return {
    ...pages,
    unread,
    busy,
    /** Why marking as read failed, after which everything is as it was. */
    trouble,
    load: () => {
      setBusy(true);
      setPages((before) => ({ ...before, failure: undefined }));
      setWanted({ filter, cursor: pages.next });
    },
    mark,
  };
}

/** Marks as read what is being opened: the page may leave before the answer comes. */
export function markOpened(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const headers = { 'Content-Type': 'application/json' };
  void fetch('/api/inbox/read', { method: 'POST', headers, body: JSON.stringify({ ids }), keepalive: true }).catch(
    () => undefined,
  );
}
