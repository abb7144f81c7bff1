import { useState, type ReactNode } from 'react';
import { paths } from '../../platform/model/paths.ts';
import { type ReadingState, type ReadingItem, nextToRead, readAddressOf } from '../model/reading-list.ts';
import { Button } from '../../ui/Button.tsx';
import { Chips } from '../../ui/forms/Choices.tsx';
import { EmptyState, ListEnd } from '../../ui/Loading.tsx';
import { ReadingRow } from './ReadingRow.tsx';
import { useCall, useCallPages } from '../browser/calls.ts';
import { Card } from '../../ui/Notice.tsx';

/** The one thing to read next, and why. Shows nothing if there is none. */
function NextToRead() {
  const begun = useCall('GET /api/reading-list', { query: { state: 'reading' } }).answer;
  const waiting = useCall('GET /api/reading-list', { query: { state: 'toread' } }).answer;
  if (!begun?.ok || !waiting?.ok) return null;
  const next = nextToRead(begun.data.items, waiting.data.items);
  if (!next) return null;
  const { item, why } = next;
  const left = Math.max(1, Math.round(item.minutes * (1 - item.progress)));
  return (
    <Card className="mb-2 gap-1 border-0 bg-primary-soft">
      <p className="m-0 text-sm text-primary">
        {why === 'begun' ? `Continue reading: ${left} min left` : `Read next: the shortest one, ${left} min`}
      </p>
      <p className="m-0! font-display text-lg font-semibold" dir="auto">
        <a href={readAddressOf(item)} className="text-ink hover:text-primary">
          {item.title}
        </a>
      </p>
    </Card>
  );
}

const states = [
  { value: 'toread', label: 'To read' },
  { value: 'reading', label: 'Reading' },
  { value: 'archived', label: 'Archived' },
] as const satisfies readonly { value: ReadingState; label: string }[];

const empty: Record<ReadingState, ReactNode> = {
  toread: (
    <>
      Nothing to read yet. Press “Save for later” on any note
      <span className="pointer-coarse:hidden">, or the S key</span>, and it waits for you here.
    </>
  ),
  reading: 'You’re not reading anything at the moment. What you start stays here until you archive it.',
  archived: 'Nothing here yet. Archive what you’ve read, and it stays easy to find.',
};

/** The user's saved notes: unread, begun and read, with what to read next. */
export function ReadingList() {
  const [state, setState] = useState<ReadingState>('toread');
  const { items, counts, paging, begin, changed, moved } = useReadingList(state);
  const chips = states.map(({ value, label }) => ({
    value,
    label: counts && counts[value] > 0 ? `${label} (${counts[value]})` : label,
  }));
  return (
    <section aria-labelledby="reading-list" className="min-w-0">
      <h2 id="reading-list" tabIndex={-1} className="sr-only">
        Reading list
      </h2>
      <Chips label="Show" chips={chips} value={state} onChange={setState} className="mb-4" />
      {counts && state !== 'archived' && <NextToRead key={`${counts.toread} ${counts.reading}`} />}
      {items.length > 0 && (
        <ul className="m-0 list-none p-0">
          {items.map((item) => (
            <ReadingRow key={item.uuid} item={item} state={state} onChanged={changed} onMoved={moved} onBack={begin} />
          ))}
        </ul>
      )}
      <ListEnd of="your reading list" paging={paging} any={items.length > 0} more="Show more">
        <EmptyState actions={<Button href={paths.list(1)}>Find something to read</Button>}>{empty[state]}</EmptyState>
      </ListEnd>
    </section>
  );
}

type Counts = Readonly<Record<ReadingState, number>>;

/** One part of a reading list, page after page. */
function useReadingList(state: ReadingState) {
  const [counts, setCounts] = useState<Counts>();
  const { pages, edit, begin, paging } = useCallPages('GET /api/reading-list', { query: { state } }, (page) =>
    setCounts(page.counts),
  );
  const change = (part: (items: ReadingItem[]) => ReadingItem[]) =>
    edit((page) => ({ ...page, items: part(page.items) }));

  return {
    paging,
    begin,
    items: pages.flatMap(({ items }) => items),
    counts,
    changed: (item: ReadingItem) => change((items) => items.map((other) => (other.uuid === item.uuid ? item : other))),
    /** Removes a note that has left this part, for another one or for good. */
    moved: (uuid: string, to?: ReadingState) => {
      change((items) => items.filter((other) => other.uuid !== uuid));
      setCounts((now) => now && { ...now, [state]: now[state] - 1, ...(to ? { [to]: now[to] + 1 } : {}) });
    },
  };
}
