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
  /** What the selection with Shift has selected so far: extending it to another row replaces this. */
  ranged: ReadonlySet<string>;
  /**
   * Rows whose ids are still to be fetched: from one index up to, but excluding, another. They become selected; or, with
   * `among`, of these selected notes those without such a row are deselected.
   */
  pending: { from: number; to: number; among?: ReadonlySet<string> } | undefined;
};

const noSelection = { selected: new Set<string>(), anchor: undefined, ranged: new Set<string>(), pending: undefined };

export const noLibrary: LibraryState = {
  asked: undefined,
  items: [],
  facets: emptyPage.facets,
  unknown: [],
  behind: 0,
  partial: false,
  failure: undefined,
  at: 0,
  ...noSelection,
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
  /** Selects all rows from the anchor, or else from the current row, to another. */
  | { type: 'extended'; to: number }
  | { type: 'all' }
  /** The ids of the pending rows, in their order. */
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
    case 'extended':
      return picked(state.anchor === undefined ? picked(state, state.at, false) : state, event.to, true);
    case 'all':
      return withRange(state, 0, state.items.length);
    case 'selected':
      return fetched(state, event.ids);
    case 'deselected':
      if (!event.ids) return { ...state, ...noSelection };
      return deselected(state, without(state.selected, new Set(event.ids)));
    case 'changed':
      return {
        ...state,
        items: state.items.map((item) => (item && event.ids.has(item.note.uuid) ? event.change(item) : item)),
      };
    case 'removed': {
      const stays = (item: LibraryItem | undefined) => !item || !event.ids.has(item.note.uuid);
      const before = state.items.slice(0, state.at).filter(stays).length;
      const items = state.items.filter(stays);
      return { ...deselected(state, without(state.selected, event.ids)), items, at: within(before, items.length) };
    }
  }
}

const without = (ids: ReadonlySet<string>, gone: ReadonlySet<string>) =>
  new Set([...ids].filter((id) => !gone.has(id)));

/** With fewer notes selected. After the last one, no selection with Shift goes on. */
const deselected = (state: LibraryState, selected: ReadonlySet<string>): LibraryState =>
  selected.size > 0 ? { ...state, selected } : { ...state, ...noSelection };

function picked(state: LibraryState, index: number, shift: boolean): LibraryState {
  const { anchor } = state;
  const at = { ...state, at: index };
  if (shift && anchor !== undefined) {
    const others = { ...at, selected: without(state.selected, state.ranged), ranged: new Set<string>() };
    const pending = state.pending?.among ? state.pending : undefined;
    return withRange({ ...others, pending }, Math.min(anchor, index), Math.max(anchor, index) + 1);
  }
  const id = state.items[index]?.note.uuid;
  if (id === undefined) return at;
  const selected = new Set(state.selected);
  if (!selected.delete(id)) selected.add(id);
  return { ...at, selected, anchor: index, ranged: new Set() };
}

/** Selects the rows of a range that are loaded; the others are pending. */
function withRange(state: LibraryState, from: number, to: number): LibraryState {
  const range = state.items.slice(from, to);
  const ids = range.flatMap((item) => item?.note.uuid ?? []);
  const pending = ids.length < range.length ? { from, to } : state.pending;
  return { ...withIds(state, ids), pending };
}

/** Selects these notes in their order, which is the order in which they are collected and exported. */
function withIds(state: LibraryState, ids: readonly string[]): LibraryState {
  const added = ids.filter((id) => !state.selected.has(id));
  return {
    ...state,
    selected: new Set([...without(state.selected, new Set(ids)), ...ids]),
    ranged: new Set([...state.ranged, ...added]),
  };
}

function fetched(state: LibraryState, ids: readonly string[]): LibraryState {
  const among = state.pending?.among;
  const next = { ...state, pending: undefined };
  if (!among) return withIds(next, ids);
  const still = new Set(ids);
  return deselected(next, new Set([...state.selected].filter((id) => still.has(id) || !among.has(id))));
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
    ...(same ? state : { ...state, ...noSelection }),
    ...(same && (fresh || state.items.length !== total) && stillSelected(state, items)),
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

/** After changes, the selected notes may have left the view: those that are not among the loaded rows are looked for. */
function stillSelected({ selected, pending }: LibraryState, items: LibraryState['items']) {
  const loaded = new Set(items.map((item) => item?.note.uuid));
  const among = without(selected, loaded as ReadonlySet<string>);
  return among.size > 0 && (!pending || pending.among) ? { pending: { from: 0, to: items.length, among } } : {};
}

const within = (index: number, total: number) => Math.max(0, Math.min(index, total - 1));
