import { grouped } from '../../platform/model/counted.ts';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { paths } from '../../platform/model/paths.ts';
import { cn } from '../../ui/cn.ts';
import type { Collection } from '../../library/model/collection.ts';
import type { Facet, Facets } from '../model/library.ts';
import { parseLibraryQuery, type LibraryFilter } from '../../search/model/own/library-query.ts';
import { addressOfView, hasFilter, toggleFilter, type LibraryView } from '../model/library-view.ts';

type Props = {
  view: LibraryView;
  part: string;
  facets: Facets;
  /** Whether the items have been counted. */
  isCounted: boolean;
  collections: readonly Collection[];
  onGo: (address: string) => void;
};

type Entry = {
  name: LibraryFilter['name'];
  value: string;
  label: string;
  count?: number | undefined;
  isInside?: boolean;
};

/** States that are always listed, and states that are listed only if an item has them. */
const always = { unread: 'To read', reading: 'Reading', archived: 'Archived', starred: 'Starred' };
const sometimes = {
  draft: 'Drafts',
  private: 'Private',
  unlisted: 'Unlisted',
  public: 'Public',
  hidden: 'Hidden by moderators',
  broken: 'Broken links',
  untagged: 'Untagged',
  unsorted: 'Not in a collection',
};

/** Navigation of the library: its parts, and filters with the number of results for each. */
export function SideBar({ view, part, facets, isCounted, collections, onGo }: Props) {
  // Next to the counts of a narrowed list, no number would look as if it were not counted.
  const none = isCounted && part === '' && view.q !== '' ? 0 : undefined;
  const countOf = (state: string) => facets.states.find(({ name }) => name === state)?.count;
  const entryOf = ([value, label]: [string, string]): Entry => ({
    name: 'is',
    value,
    label,
    count: countOf(value) ?? none,
  });
  const isOn = (value: string) => hasFilter(view.q, { name: 'is', value });
  const counted = Object.entries(sometimes)
    .filter(([value]) => countOf(value) !== undefined || isOn(value))
    .map(entryOf);
  const all = { ...view, q: '' };
  const shared = { view: { ...view }, inLibrary: part === '', onGo };
  return (
    <nav aria-label="Library" className="grid content-start gap-6 text-[0.9375rem]">
      <ul className="m-0 grid list-none p-0">
        <SideLink href={addressOfView(all)} on={part === '' && view.q === ''} onGo={onGo}>
          Everything
        </SideLink>
        {Object.entries(always)
          .map(entryOf)
          .map((entry) => (
            <FilterLink key={entry.value} entry={entry} {...shared} />
          ))}
      </ul>
      <ul className="m-0 grid list-none p-0">
        <SideLink href={paths.highlights} on={part === 'highlights' || part === 'review'} onGo={onGo}>
          Highlights
        </SideLink>
        <SideLink href={paths.ownCollections} on={part === 'collections'} onGo={onGo}>
          All collections
        </SideLink>
        <SideLink href={paths.ownTags} on={part === 'tags'} onGo={onGo}>
          All tags
        </SideLink>
        <SideLink href={paths.duplicates} on={part === 'duplicates'} onGo={onGo}>
          Duplicates
        </SideLink>
        <SideLink href={paths.bin} on={part === 'bin'} onGo={onGo}>
          Bin
        </SideLink>
      </ul>
      {/* What has to be counted first is below what is always there, which therefore never moves. */}
      {counted.length > 0 && (
        <ul className="m-0 grid list-none p-0">
          {counted.map((entry) => (
            <FilterLink key={entry.value} entry={entry} {...shared} />
          ))}
        </ul>
      )}
      <Section
        {...shared}
        title="Collections"
        entries={collections.map((one) => collectionEntry(one, collections, facets.collections, none))}
      />
      <Section {...shared} title="Tags" entries={facets.tags.map(entryFor('tag'))} />
      <Section {...shared} title="Sites" entries={facets.sites.map(entryFor('site'))} />
    </nav>
  );
}

/** The filter for a collection: by its name, or by its id if the name is ambiguous or has quotation marks. */
export function collectionFilter({ id, name }: Collection, all: readonly Collection[]) {
  const value = name.toLowerCase();
  const isPlain = !value.includes('"') && all.filter((one) => one.name.toLowerCase() === value).length === 1;
  return { name: 'collection', value: isPlain ? value : id } as const;
}

function collectionEntry(
  one: Collection,
  all: readonly Collection[],
  counts: readonly Facet[],
  none: number | undefined,
): Entry {
  const count = counts.find((facet) => facet.name === one.id)?.count ?? none;
  return { ...collectionFilter(one, all), label: one.name, count, isInside: one.parent !== null };
}

const entryFor =
  (name: 'tag' | 'site') =>
  ({ name: value, count }: Facet): Entry => ({ name, value, label: value, count });

const few = 8;

type Shared = { view: LibraryView; inLibrary: boolean; onGo: (address: string) => void };

/** The most frequent values among the results. Those that the query filters by come first, even without results. */
function Section({ title, entries, ...shared }: Shared & { title: string; entries: readonly Entry[] }) {
  const [open, setOpen] = useState(false);
  const name = { Collections: 'collection', Tags: 'tag', Sites: 'site' }[title];
  const asked = parseLibraryQuery(shared.view.q).filters.filter((filter) => filter.name === name && !filter.not);
  const isAsked = (entry: Entry) => asked.some(({ value }) => value === entry.value);
  const missing = asked
    .filter(({ value }) => !entries.some((entry) => entry.value === value))
    .map(({ name, value }): Entry => ({ name, value, label: value }));
  const all = [...missing, ...entries.filter(isAsked), ...entries.filter((entry) => !isAsked(entry))];
  if (all.length === 0) return null;
  return (
    <div>
      <p aria-hidden="true" className="m-0 mb-1 px-2 text-sm font-medium text-muted">
        {title}
      </p>
      <ul aria-label={title} className={cn('m-0 grid list-none p-0', open && 'max-h-96 overflow-y-auto')}>
        {(open ? all : all.slice(0, few)).map((entry) => (
          <FilterLink key={entry.value} entry={entry} {...shared} />
        ))}
      </ul>
      {all.length > few && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-8 cursor-pointer rounded-md px-2 text-sm text-muted hover:text-ink"
        >
          {open ? 'Show fewer' : `Show all ${grouped(all.length)}`}
        </button>
      )}
    </div>
  );
}

/** A link that adds its filter to the query, or removes it. */
function FilterLink({ entry, view, inLibrary, onGo }: Shared & { entry: Entry }) {
  const on = inLibrary && hasFilter(view.q, entry);
  const href = addressOfView({ ...view, q: toggleFilter(inLibrary ? view.q : '', entry) });
  return (
    <SideLink href={href} on={on} onGo={onGo} count={entry.count} isInside={entry.isInside}>
      {entry.label}
    </SideLink>
  );
}

type LinkProps = {
  href: string;
  on: boolean;
  count?: number | undefined;
  onGo: (address: string) => void;
  /** Whether it is nested in the entry above it. */
  isInside?: boolean | undefined;
  children: ReactNode;
};

function SideLink({ href, on, count, onGo, isInside = false, children }: LinkProps) {
  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onGo(href);
  }
  return (
    <li className={cn('min-w-0', isInside && 'ps-4')}>
      <a
        href={href}
        aria-current={on ? 'true' : undefined}
        onClick={press}
        className="flex min-h-8 items-center justify-between gap-2 rounded-md px-2 py-1 leading-5 text-ink hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft aria-[current]:font-medium aria-[current]:text-primary max-lg:min-h-11"
      >
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {children}
        </span>
        {count !== undefined && (
          <span className="flex-none text-sm font-normal text-muted tabular-nums">{grouped(count)}</span>
        )}
      </a>
    </li>
  );
}
