import { callsOf, type Answer } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { MineCalls } from '../server/routes.ts';
import { session } from '../../people/browser/session.ts';
import { outbox, unsentNow } from '../../people/browser/outbox.ts';
import { isPublicOnly, parseLibraryQuery } from '../../search/model/own/library-query.ts';
import { emptyPage, type LibraryQuery, type Passages } from '../model/library.ts';
import { withUnsentChanges } from './unsent-actions.ts';
import { ownIndex } from './own-index.ts';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { LibraryView } from '../model/library-view.ts';
import { nextState, noLibrary, type LibraryAnswer } from './library-state.ts';

/** The calls about a whole library, and its GETs as hooks. */
export const call = callsOf<MineCalls>();
export const useCall = queriesOf<MineCalls>();

/**
 * Answers a query to the person's own library: from this device if it has all of it, otherwise from the server; if that is
 * unreachable, from the part on the device. Does not wait until the server has confirmed who is signed in.
 */
async function askLibrary(query: LibraryQuery, signal?: AbortSignal): Promise<Answer<LibraryAnswer>> {
  const { filters, unknown } = parseLibraryQuery(query.q);
  // Only public notes: they are found in the site's files.
  if (isPublicOnly(filters)) return { ok: true, data: { ...emptyPage, unknown } };
  const known = session.fetch().then(({ user }) => user && ownIndex.open(user));
  ownIndex.open(session.user);
  const [own, waiting] = await Promise.all([ownIndex.search(query, signal), unsentNow()]);
  if (own && waiting.length > 0) {
    own.page = { ...own.page, items: own.page.items.map((item) => withUnsentChanges(item, waiting)) };
  }
  if (own && !own.partial) return { ok: true, data: own.page };
  await known;
  const { reverse, ...rest } = query;
  const answer = await call('GET /api/library', {
    query: { ...rest, ...(reverse ? { reverse: 'true' } : {}) },
    signal,
  });
  if (answer.ok && session.user) ownIndex.signedInAgain(session.user);
  return own && !answer.ok && answer.status === 0 ? { ok: true, data: { ...own.page, partial: true } } : answer;
}

/** Where words match in these items: from the device, and from the server for passages of copies. */
export async function loadPassages(q: string, ids: readonly string[], signal: AbortSignal): Promise<Passages> {
  const own = (await ownIndex.passages(q, ids, signal)) ?? { found: {}, terms: [] };
  const missing = ids.filter((id) => {
    const found = own.found[id];
    return !found || (found.in === 'copy' && found.passage === undefined);
  });
  if (missing.length === 0 || signal.aborted) return own;
  const answer = await call('GET /api/library/passages', { query: { q, ids: missing.join(',') }, signal });
  if (!answer.ok) return own;
  return { found: { ...own.found, ...answer.data.found }, terms: [...own.terms, ...answer.data.terms] };
}

/** How many rows one request loads, and how far ahead of the visible ones. */
const pageSize = 100;
const ahead = 40;
const atOnce = 2;
const behindMs = 2000;

/**
 * A library as one view shows it: the first rows immediately, others when `need` requests them. The previous view's rows
 * stay until those of the new one arrive, and late answers to an earlier query are dropped.
 */
export function useLibrary({ q, sort, reverse }: LibraryView) {
  const [state, dispatch] = useReducer(nextState, noLibrary);
  const [turn, setTurn] = useState(0);
  const asked = JSON.stringify([q, sort, reverse]);
  const first = useRef(0);
  const pages = useRef<{ ended: AbortController; underWay: Set<number> }>(undefined);

  const load = useCallback(
    async (cursor: number, fresh: boolean, signal: AbortSignal) => {
      const [text, order, turned] = JSON.parse(asked) as [string, LibraryView['sort'] | null, boolean];
      const query = { q: text, sort: order ?? undefined, reverse: turned, cursor, count: pageSize };
      const answer = await askLibrary(query, signal);
      if (signal.aborted) return;
      if (answer.ok) dispatch({ type: 'answered', asked, cursor, page: answer.data, fresh });
      else dispatch({ type: 'failed', failure: answer });
    },
    [asked],
  );

  const startOf = useEffectEvent(() => (state.asked === asked ? Math.max(0, first.current - ahead) : 0));

  useEffect(() => {
    const ended = new AbortController();
    pages.current = { ended, underWay: new Set() };
    void load(startOf(), true, ended.signal);
    return () => ended.abort();
  }, [load, turn]);

  const refresh = useCallback(() => setTurn((last) => last + 1), []);
  // Shows changes by other devices and tabs as soon as the index has them.
  useEffect(() => ownIndex.subscribe(() => ownIndex.getSnapshot().state === 'ready' && refresh()), [refresh]);
  useEffect(() => {
    const again = () => {
      ownIndex.changed();
      refresh();
    };
    const ended = new AbortController();
    for (const type of ['online', 'offline']) addEventListener(type, again, { signal: ended.signal });
    // Shows changes made elsewhere while the page was hidden.
    const returned = () => document.visibilityState === 'visible' && refresh();
    document.addEventListener('visibilitychange', returned, { signal: ended.signal });
    // Shows what the server has after it received the changes that waited on this device.
    let wasSending = false;
    const sent = outbox.subscribe(() => {
      const { sending } = outbox.getSnapshot();
      if (wasSending && !sending) again();
      wasSending = sending;
    });
    return () => {
      ended.abort();
      sent();
    };
  }, [refresh]);

  // A large library is indexed in steps when it is searched for the first time.
  useEffect(() => {
    if (state.behind === 0) return;
    const timer = setTimeout(refresh, behindMs);
    return () => clearTimeout(timer);
  }, [state, refresh]);

  const { items, failure } = state;
  const current = state.asked === asked;
  /** Loads the missing rows between these two. */
  const need = useCallback(
    (from: number, to: number) => {
      first.current = from;
      const now = pages.current;
      if (!now || !current || failure) return;
      const end = Math.min(to + ahead, items.length);
      for (let index = Math.max(0, from - ahead); index < end; index += 1) {
        const page = Math.floor(index / pageSize);
        if (items[index] || now.underWay.has(page) || now.underWay.size >= atOnce) continue;
        now.underWay.add(page);
        void load(page * pageSize, false, now.ended.signal).finally(() => now.underWay.delete(page));
      }
    },
    [items, current, failure, load],
  );

  /** The ids of the items between two indexes, loaded or not; undefined if a request fails. */
  async function idsOf(from: number, to: number): Promise<readonly string[] | undefined> {
    const own = await ownIndex.ids({ q, sort, reverse, cursor: from, count: to - from });
    if (own) return own;
    const ids: string[] = [];
    for (let cursor = from; cursor < to;) {
      const item = state.items[cursor];
      if (item) {
        ids.push(item.note.uuid);
        cursor += 1;
        continue;
      }
      const count = Math.min(200, to - cursor);
      const answer = await askLibrary({ q, sort, reverse, cursor, count });
      if (!answer.ok) return undefined;
      if (answer.data.items.length === 0) break;
      ids.push(...answer.data.items.map(({ note }) => note.uuid));
      cursor += answer.data.items.length;
    }
    return ids;
  }

  return { state, dispatch, refresh, need, idsOf, waiting: !current && !failure };
}

export type Library = ReturnType<typeof useLibrary>;
