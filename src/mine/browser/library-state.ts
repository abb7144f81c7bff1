import { useMemo, useSyncExternalStore } from 'react';
import { addressOfView, viewOf, type LibraryView } from '../model/library-view.ts';
import type { Failure } from '../../platform/browser/api.ts';
import { emptyPage, type Facets, type LibraryItem, type LibraryPage } from '../model/library.ts';

function watch(changed: () => void): () => void {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
}

/** The view and the part of the library that the address names, and how to open another; Back and Forward change views. */
export function useLibraryAddress(): { view: LibraryView; part: string; go: typeof goTo } {
  const address = useSyncExternalStore(
    watch,
    () => location.search + location.hash,
    () => '',
  );
  const [search = '', part = ''] = address.split('#');
  const view = useMemo(() => viewOf(search), [search]);
  return { view, part, go: goTo };
}

/** Opens a view without loading the page. `replace` replaces the history entry, as while somebody types. */
function goTo(view: LibraryView | string, { replace = false } = {}): void {
  const address = typeof view === 'string' ? view : addressOfView(view);
  if (address === location.pathname + location.search + location.hash) return;
  if (replace) history.replaceState(history.state, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** The list of a library. `items` has a place for each result; results that are not loaded are undefined. */
export type LibraryState = {
  /** The query that `items` answers; undefined until the first answer. */
  asked: string | undefined;
  items: readonly (LibraryItem | undefined)[];
  facets: Facets;
  unknown: readonly string[];
  /** How many items have not been searched yet. */
  behind: number;
  /** Whether only the part of the library on the device was searched. */
  partial: boolean;
  /** Why the last query failed. */
  failure: Failure | undefined;
  /** The row that keys are about. */
  at: number;
  selected: ReadonlySet<string>;
  /** Where a selection with Shift begins. */
  anchor: number | undefined;
  /** Rows to be selected once their ids are known: from one index up to, but excluding, another. */
  pending: { from: number; to: number } | undefined;
};

export const noLibrary: LibraryState = {
  asked: undefined,
  items: [],
  facets: emptyPage.facets,
  unknown: [],
  behind: 0,
  partial: false,
  failure: undefined,
  at: 0,
  selected: new Set(),
  anchor: undefined,
  pending: undefined,
};

/** `partial`: the device does not have the whole library yet, and the server cannot be reached. */
export type LibraryAnswer = LibraryPage & { partial?: true };

export type LibraryEvent =
  /** `fresh`: discards all rows of earlier answers. */
  | { type: 'answered'; asked: string; cursor: number; page: LibraryAnswer; fresh: boolean }
  | { type: 'failed'; failure: Failure }
  | { type: 'moved'; to: number }
  /** Selects or deselects one row; with Shift, selects all rows from the anchor to it. */
  | { type: 'picked'; index: number; shift: boolean }
  | { type: 'all' }
  | { type: 'selected'; ids: readonly string[] }
  /** Deselects all notes, or these. */
  | { type: 'deselected'; ids?: readonly string[] }
  /** Shows a change immediately. */
  | { type: 'changed'; ids: ReadonlySet<string>; change: (item: LibraryItem) => LibraryItem }
  | { type: 'removed'; ids: ReadonlySet<string> };

export function nextState(state: LibraryState, event: LibraryEvent): LibraryState {
  switch (event.type) {
    case 'answered':
      return answered(state, event);
    case 'failed':
      return { ...state, failure: event.failure };
    case 'moved':
      return { ...state, at: within(event.to, state.items.length) };
    case 'picked':
      return picked(state, event.index, event.shift);
    case 'all':
      return withRange(state, 0, state.items.length);
    case 'selected':
      return { ...state, selected: new Set([...state.selected, ...event.ids]), pending: undefined };
    case 'deselected':
      if (!event.ids) return { ...state, selected: new Set(), anchor: undefined, pending: undefined };
      return { ...state, selected: without(state.selected, new Set(event.ids)) };
    case 'changed':
      return {
        ...state,
        items: state.items.map((item) => (item && event.ids.has(item.note.uuid) ? event.change(item) : item)),
      };
    case 'removed': {
      const stays = (item: LibraryItem | undefined) => !item || !event.ids.has(item.note.uuid);
      const before = state.items.slice(0, state.at).filter(stays).length;
      const items = state.items.filter(stays);
      return { ...state, items, selected: without(state.selected, event.ids), at: within(before, items.length) };
    }
  }
}

const without = (ids: ReadonlySet<string>, gone: ReadonlySet<string>) =>
  new Set([...ids].filter((id) => !gone.has(id)));

function picked(state: LibraryState, index: number, shift: boolean): LibraryState {
  const { anchor } = state;
  const at = { ...state, at: index };
  if (shift && anchor !== undefined) {
    return withRange(at, Math.min(anchor, index), Math.max(anchor, index) + 1);
  }
  const id = state.items[index]?.note.uuid;
  if (id === undefined) return at;
  const selected = new Set(state.selected);
  if (!selected.delete(id)) selected.add(id);
  return { ...at, selected, anchor: index };
}

/** Selects the rows of a range that are loaded; the others are pending. */
function withRange(state: LibraryState, from: number, to: number): LibraryState {
  const range = state.items.slice(from, to);
  const ids = range.flatMap((item) => item?.note.uuid ?? []);
  const pending = ids.length < range.length ? { from, to } : state.pending;
  return { ...state, selected: new Set([...state.selected, ...ids]), pending };
}

type Answered = Extract<LibraryEvent, { type: 'answered' }>;

/** How many rows around the last answer stay loaded; others are requested again when they are scrolled into view. */
const near = 1000;

/** Applies an answer. The current row stays on the same item, even if its index changes. */
function answered(state: LibraryState, { asked, cursor, page, fresh }: Answered): LibraryState {
  const { total, facets, unknown, behind, partial = false } = page;
  const stays = (item: LibraryItem | undefined, index: number) =>
    Math.abs(index - cursor) <= near || index === state.at || (item && state.selected.has(item.note.uuid));
  const items: (LibraryItem | undefined)[] =
    fresh || state.items.length !== total
      ? Array.from({ length: total })
      : state.items.map((item, index) => (stays(item, index) ? item : undefined));
  for (const [index, item] of page.items.entries()) if (cursor + index < total) items[cursor + index] = item;
  const same = asked === state.asked;
  const held = same ? state.items[state.at]?.note.uuid : undefined;
  const found = held === undefined ? -1 : items.findIndex((item) => item?.note.uuid === held);
  return {
    ...(same ? state : { ...state, selected: new Set<string>(), anchor: undefined, pending: undefined }),
    asked,
    items,
    // Rows that load while scrolling do not change the counts, so their object is kept and nothing renders again.
    facets: fresh || !same ? facets : state.facets,
    unknown,
    behind,
    partial,
    failure: undefined,
    at: within(found >= 0 ? found : same ? state.at : 0, total),
  };
}

const within = (index: number, total: number) => Math.max(0, Math.min(index, total - 1));
