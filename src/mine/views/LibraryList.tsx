import { useEffect, useState, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Library } from '../browser/use-library.ts';
import { usePassages } from '../browser/use-passages.ts';
import { useWindowVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
import { useLibraryKeys, useListFocus } from '../browser/library-keys.ts';
import { selectionOf, type Selection } from '../browser/library-actions.ts';
import type { Found } from '../model/library.ts';
import type { LibraryLayout } from '../model/library-view.ts';
import { cn } from '../../ui/cn.ts';
import { CardSkeleton, LibraryCard } from './LibraryCard.tsx';
import { LibraryRow, RowSkeleton } from './LibraryRow.tsx';
import type { RowCommands } from './RowMenu.tsx';

/** Sizes in rem, so that no row has to be measured: heights of rows on wide and narrow screens, and the least width of a card. */
const sizes = { rows: 4, narrowRows: 5.5, passage: 1.75, narrowPassage: 3, cards: 18, card: 15 };
/** How many items are rendered beyond the visible ones, rounded up to whole lines. */
const overscanItems = 6;
/** The height in pixels that sticky elements cover above the rows. */
const above = 116;

type Props = {
  library: Library;
  q: string;
  /** Whether the query, or a smart collection that it names, has words. */
  hasWords: boolean;
  layout: LibraryLayout;
  chosen: Selection | undefined;
  commands: RowCommands;
};

/**
 * The list of results, however long: only the visible rows and a few more are rendered. The current row is always rendered,
 * so that it keeps the focus while scrolling.
 */
export function LibraryList({ library, q, hasWords, layout, chosen, commands }: Props) {
  const { state, dispatch, need } = library;
  const { items, at, selected } = state;
  const list = useRef<HTMLUListElement>(null);
  const { height, top, columns } = useRoom(list, layout, hasWords);
  const lineOf = (index: number) => Math.floor(index / columns);
  const lines = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => height,
    overscan: Math.ceil(overscanItems / columns),
    scrollMargin: top,
    scrollPaddingStart: above,
    scrollPaddingEnd: 24,
    rangeExtractor: (range) => withLine(range, lineOf(at)),
  });
  const shown = lines.getVirtualItems();
  const isPassing = useIsPassing(lines.scrollOffset ?? 0, lines.isScrolling);
  const from = (lines.range?.startIndex ?? 0) * columns;
  const to = ((lines.range?.endIndex ?? 0) + 1) * columns;
  useEffect(() => need(from, to), [need, from, to]);
  const passages = usePassages(q, hasWords, items.slice(from, to));
  const terms = useMemo(() => new Set(passages?.terms), [passages]);
  useLayoutEffect(() => lines.measure(), [lines, height]);
  const focus = useListFocus(list, at, items);
  const select = useCallback((index: number, shift: boolean) => dispatch({ type: 'picked', index, shift }), [dispatch]);

  function go(index: number, shift = false) {
    const next = Math.max(0, Math.min(index, items.length - 1));
    dispatch({ type: shift ? 'extended' : 'moved', to: next });
    lines.scrollToIndex(lineOf(next));
    focus.take(next);
  }

  /** The first line that is not below the sticky elements. */
  const firstSeen = () => Math.max(0, Math.ceil((scrollY + above - top) / height));
  function isSeen(index: number): boolean {
    const start = top + lineOf(index) * height;
    return start + height > scrollY + above && start < scrollY + innerHeight;
  }

  /** Moves to the current row, or to the first visible one if that is out of sight. */
  const goToSeen = () => go(isSeen(at) ? at : firstSeen() * columns);

  function step(by: number, shift: boolean) {
    // If the focus is elsewhere, keys start at a visible row.
    if (focus.isIn()) go(at + by, shift);
    else goToSeen();
  }

  useLibraryKeys(list, (command, shift) => {
    if (command === 'deselect') {
      dispatch({ type: 'deselected' });
      return selected.size > 0;
    }
    if (items.length === 0) return false;
    const item = items[at];
    const targets = chosen ?? (item && selectionOf(item));
    if (command === 'next') step(1, shift);
    else if (command === 'previous') step(-1, shift);
    else if (command === 'first') go(0);
    else if (command === 'last') go(items.length - 1);
    else if (command === 'undo') return false;
    // Nothing is done to a row that nobody sees as the current one. The same key again applies to the row that now is.
    else if ((command === 'select' || !chosen) && !(focus.isIn() && isSeen(at))) goToSeen();
    else if (command === 'select') dispatch({ type: 'picked', index: at, shift });
    else if (!targets) return false;
    // Until the ids of all selected rows have come, an action would leave the others out.
    else if (state.pending) return true;
    else if (command === 'archive') commands.archive(targets);
    else if (command === 'delete') commands.remove(targets);
    else commands[command](targets);
    return true;
  });

  const Line = layout === 'cards' ? LibraryCard : LibraryRow;
  const ToCome = layout === 'cards' ? CardSkeleton : RowSkeleton;
  return (
    <ul
      ref={list}
      role="list"
      aria-label="My library"
      className={cn(
        // What gets the focus is not below the sticky elements, except in menus, which scroll by themselves.
        'relative m-0 list-none p-0 sm:[&_:is(a,button):not([role=menuitem])]:scroll-mt-29',
        layout === 'cards' && '-mx-1.5',
      )}
      style={{ height: lines.getTotalSize() }}
      onFocus={(event) => {
        const index = Number((event.target as HTMLElement).closest<HTMLElement>('[data-item]')?.dataset['item']);
        if (Number.isInteger(index) && index !== at) dispatch({ type: 'moved', to: index });
      }}
    >
      {shown.flatMap((line) =>
        within(line, columns, items.length).map((index) => {
          const item = items[index];
          const active = index === at;
          return (
            <li
              key={item?.note.uuid ?? index}
              data-item={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={layout === 'cards' ? 'absolute px-1.5 pb-3' : 'absolute'}
              style={{
                top: line.start - top,
                insetInlineStart: `${(100 * (index % columns)) / columns}%`,
                width: `${100 / columns}%`,
                height,
              }}
            >
              {item && (active || !isPassing) ? (
                <Line
                  {...{ item, index, active, commands, terms }}
                  found={shownMatch(passages?.found[item.note.uuid])}
                  selected={selected.has(item.note.uuid)}
                  selecting={selected.size > 0}
                  onSelect={select}
                />
              ) : (
                <ToCome {...{ index, active }} />
              )}
            </li>
          );
        }),
      )}
    </ul>
  );
}

/**
 * Whether rows pass too fast to be seen: half a screen or more in each of the last two frames. Placeholders stand for them
 * until the list slows down, since rendering so many rows for each frame would make the browser drop frames.
 */
function useIsPassing(offset: number, isScrolling: boolean): boolean {
  const [last, setLast] = useState({ offset, jumps: 0 });
  if (offset !== last.offset) {
    const isJump = isScrolling && Math.abs(offset - last.offset) > innerHeight / 2;
    setLast({ offset, jumps: isJump ? last.jumps + 1 : 0 });
  }
  // A single jump, as by the End key, shows its rows at once.
  return isScrolling && last.jumps > 1;
}

const within = ({ index }: VirtualItem, columns: number, total: number) =>
  Array.from({ length: Math.min(columns, total - index * columns) }, (_, column) => index * columns + column);

function withLine({ startIndex, endIndex, overscan, count }: Range, line: number): number[] {
  const first = Math.max(0, startIndex - overscan);
  const last = Math.min(count - 1, endIndex + overscan);
  const seen = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (line >= count || (line >= first && line <= last)) return seen;
  return line < first ? [line, ...seen] : [...seen, line];
}

/** The font size, where the list begins on the page, and the height and number of columns of its lines. */
function useRoom(list: { current: HTMLElement | null }, layout: LibraryLayout, hasWords: boolean) {
  const [room, setRoom] = useState({ rem: 16, top: 0, width: 0, isNarrow: false });
  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const box = list.current.getBoundingClientRect();
      // As the rows' class names have it: the same window, not the list, decides what they show.
      const isNarrow = innerWidth < 40 * rem;
      const next = { rem, top: Math.round(box.top + scrollY), width: box.width, isNarrow };
      setRoom((last) =>
        last.rem === rem && last.top === next.top && last.width === next.width && last.isNarrow === isNarrow
          ? last
          : next,
      );
    };
    measure();
    // Elements above the list may change their height at any time.
    const watching = new ResizeObserver(measure);
    watching.observe(document.body);
    if (list.current?.parentElement) watching.observe(list.current.parentElement);
    return () => watching.disconnect();
  }, [list]);
  const { rem, top, width, isNarrow } = room;
  const passage = hasWords ? (isNarrow ? sizes.narrowPassage : sizes.passage) : 0;
  const lines = (isNarrow ? sizes.narrowRows : sizes.rows) + passage;
  return layout === 'cards'
    ? { top, height: sizes.cards * rem, columns: Math.max(1, Math.floor(width / (sizes.card * rem))) }
    : { top, height: lines * rem, columns: 1 };
}

/** A match without a passage, such as of the site or a tag, has nothing to show: then a row shows what others do. */
function shownMatch(found: Found | undefined): Found | undefined {
  return found?.in === 'note' && found.passage === undefined ? undefined : found;
}
