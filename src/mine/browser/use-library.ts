import { callsOf, type Answer } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { MineCalls } from '../server/routes.ts';
import { session } from '../../people/browser/session.ts';
import { unsentNow } from '../../people/browser/outbox.ts';
import { isPublicOnly, parseLibraryQuery } from '../model/library-query.ts';
import { emptyPage, type LibraryQuery, type Passages } from '../model/library.ts';
import { withUnsent } from './library-actions.ts';
import { ownIndex } from './own-index.ts';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { LibraryView } from '../model/library-view.ts';
import { nextState, noLibrary, type LibraryAnswer } from './library-state.ts';

/** The calls about a whole library, and its GETs as hooks. */
export const call = callsOf<MineCalls>();
export const useCall = queriesOf<MineCalls>();

/**
 * What answers a question to one's own library: this device where it has all of it, else the server; where that cannot be
 * reached, what the device has. Who was here last is answered before the server has said who is here.
 */
async function askLibrary(query: LibraryQuery, signal: AbortSignal): Promise<Answer<LibraryAnswer>> {
  const { filters, unknown } = parseLibraryQuery(query.q);
  // That is found in the files of the site.
  if (isPublicOnly(filters)) return { ok: true, data: { ...emptyPage, unknown } };
  const known = session.fetch().then(({ user }) => user && ownIndex.open(user));
  ownIndex.open(session.user);
  const [own, waiting] = await Promise.all([ownIndex.search(query, signal), unsentNow()]);
  if (own && waiting.length > 0) {
    own.page = { ...own.page, items: own.page.items.map((item) => withUnsent(item, waiting)) };
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

/** As what words find these items: by the device, and for passages of copies by the server. */
export async function askPassages(q: string, ids: readonly string[], signal: AbortSignal): Promise<Passages> {
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

/** So many rows come at once; so many of those beside what is seen are asked for in time. */
const pageSize = 100;
const ahead = 40;
const atOnce = 2;
const behindMs = 2000;

/**
 * A library as one view shows it: the first rows at once, others when `need` names where one looks. The last rows stay
 * until those of another view are here, and late answers to what is no longer asked are dropped.
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
  // What another device or tab changed is here as soon as this one has heard of it.
  useEffect(() => ownIndex.subscribe(() => ownIndex.getSnapshot().state === 'ready' && refresh()), [refresh]);
  useEffect(() => {
    const again = () => {
      ownIndex.changed();
      refresh();
    };
    const ended = new AbortController();
    for (const type of ['online', 'offline']) addEventListener(type, again, { signal: ended.signal });
    // What was written elsewhere meanwhile is there when one comes back.
    const returned = () => document.visibilityState === 'visible' && refresh();
    document.addEventListener('visibilitychange', returned, { signal: ended.signal });
    return () => ended.abort();
  }, [refresh]);

  // A large library is read little by little when it is asked for the first time.
  useEffect(() => {
    if (state.behind === 0) return;
    const timer = setTimeout(refresh, behindMs);
    return () => clearTimeout(timer);
  }, [state, refresh]);

  const { items, failure } = state;
  const current = state.asked === asked;
  /** Has the rows loaded that are missing between these two. */
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

  /** The ids of what stands between two places, loaded or not; undefined where they could not be had. */
  async function idsOf(from: number, to: number): Promise<string[] | undefined> {
    const ids: string[] = [];
    for (let cursor = from; cursor < to;) {
      const item = state.items[cursor];
      if (item) {
        ids.push(item.note.uuid);
        cursor += 1;
        continue;
      }
      const count = Math.min(200, to - cursor);
      const answer = await askLibrary({ q, sort, reverse, cursor, count }, new AbortController().signal);
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
