import { useEffect, useRef, useState } from 'react';
import { ask } from '../../assistant/browser/selection-tools.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { Input } from '../../ui/forms/Field.tsx';
import { cn } from '../../ui/cn.ts';
import type { Collection } from '../../library/model/collection.ts';
import { parseLibraryQuery } from '../../search/model/own/library-query.ts';
import { wordsIn } from '../model/library-found.ts';
import { LibrarySort } from '../model/library.ts';
import type { LibraryView } from '../model/library-view.ts';

const orders: Record<LibrarySort, string> = {
  saved: 'Last saved',
  read: 'Last read',
  published: 'Last published',
  title: 'Title',
  length: 'Shortest',
  site: 'Site',
};

/** How long typing must pause before a query is sent. */
const restMs = 180;

type Props = {
  view: LibraryView;
  collections: readonly Collection[];
  onView: (view: LibraryView, how?: { replace?: boolean }) => void;
  onFilters: () => void;
};

/** The search field of the library, and how its list is ordered and shown. */
export function LibraryTools({ view, collections, onView, onFilters }: Props) {
  const hasWords = wordsIn(view.q, collections) !== '';
  const filters = parseLibraryQuery(view.q).filters.length;
  const tool =
    'h-11 flex-none cursor-pointer rounded-lg border border-line bg-transparent px-3 text-sm text-muted hover:text-ink';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <QueryField view={view} onView={onView} />
      <Button
        variant="outline"
        color="neutral"
        className="px-3"
        data-ask-library=""
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => void ask(currentTarget)}
      >
        Ask
      </Button>
      <Button variant="outline" color="neutral" className="px-3 lg:hidden" aria-haspopup="dialog" onClick={onFilters}>
        Filters{filters > 0 && ` (${filters})`}
      </Button>
      {/* Grouped, so that the last one never wraps to a row by itself. */}
      <div className="flex items-center gap-2 max-sm:flex-1 max-[15rem]:basis-full max-[15rem]:flex-wrap">
        <label className="relative flex min-w-[min(8rem,100%)] items-center max-sm:flex-1">
          <span className="sr-only">Sort by</span>
          <select
            value={view.sort ?? ''}
            onChange={({ target }) => onView({ ...view, sort: LibrarySort.safeParse(target.value).data })}
            className={cn(tool, 'appearance-none pe-9 max-sm:w-full')}
          >
            <option value="">{hasWords ? 'Best match' : orders.saved}</option>
            {LibrarySort.options
              .filter((sort) => hasWords || sort !== 'saved' || view.sort === 'saved')
              .map((sort) => (
                <option key={sort} value={sort}>
                  {orders[sort]}
                </option>
              ))}
          </select>
          <Glyph name="chevron" className="pointer-events-none absolute end-3 size-4 text-muted" />
        </label>
        {/* Without the wrapper, the opened menu would become an item of the row. */}
        <span className="flex">
          <Menu
            trigger={
              <button type="button" aria-label="How it’s shown" className={cn(tool, 'px-2.5 aria-expanded:bg-sunken')}>
                <Glyph name="more" />
              </button>
            }
          >
            <MenuItem onSelect={() => onView({ ...view, reverse: !view.reverse })}>
              {view.reverse ? 'Usual order' : 'Reverse order'}
            </MenuItem>
            <MenuItem onSelect={() => onView({ ...view, layout: view.layout === 'cards' ? 'rows' : 'cards' })}>
              {view.layout === 'cards' ? 'Show as rows' : 'Show as cards'}
            </MenuItem>
          </Menu>
        </span>
      </div>
    </div>
  );
}

/** The search field. The first letter adds a history entry and the next ones replace it: Back undoes the whole query. */
function QueryField({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const [typed, setTyped] = useState<{ text: string; over: string }>();
  const hasEntry = useRef(false);
  // What was typed is shown until something else changes the query.
  const text = typed?.over === view.q ? typed.text : view.q;

  useEffect(() => {
    if (text === view.q) return;
    const timer = setTimeout(() => {
      setTyped({ text, over: text });
      onView({ ...view, q: text }, { replace: hasEntry.current });
      hasEntry.current = true;
    }, restMs);
    return () => clearTimeout(timer);
  }, [text, view, onView]);

  return (
    <Input
      type="search"
      aria-label="Search my library"
      placeholder="Search, or tag:maps"
      value={text}
      maxLength={500}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      onChange={({ target }) => setTyped({ text: target.value, over: view.q })}
      onBlur={() => (hasEntry.current = false)}
      className="min-w-[min(10rem,100%)] flex-1 basis-64 max-sm:basis-[calc(100%-4.5rem)]"
    />
  );
}
