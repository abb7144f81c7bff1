import { LibrarySort } from './library.ts';
import { parseLibraryQuery, typedFilter, type LibraryFilter } from './library-query.ts';
import { paths } from '../../platform/model/paths.ts';

/** Rows, one below another, or cards beside each other. */
export type LibraryLayout = 'rows' | 'cards';

/** What of the library is looked at, and how: all of it stands in the address. Without `sort` the query decides. */
export type LibraryView = { q: string; sort: LibrarySort | undefined; reverse: boolean; layout: LibraryLayout };

/** The view that the query string of an address names; what nobody knows is passed over. */
export function viewOf(search: string): LibraryView {
  const asked = new URLSearchParams(search);
  const sort = LibrarySort.safeParse(asked.get('sort'));
  return {
    q: (asked.get('q') ?? '').slice(0, 500),
    sort: sort.success ? sort.data : undefined,
    reverse: asked.get('reverse') === 'true',
    layout: asked.get('view') === 'cards' ? 'cards' : 'rows',
  };
}

/** The address of a view. What goes without saying is left out. */
export function addressOfView({ q, sort, reverse, layout }: LibraryView): string {
  const said = new URLSearchParams({
    ...(q && { q }),
    ...(sort && { sort }),
    ...(reverse && { reverse: 'true' }),
    ...(layout === 'cards' && { view: layout }),
  }).toString();
  return said ? `${paths.user}?${said}` : paths.user;
}

type NamedFilter = Pick<LibraryFilter, 'name' | 'value'>;

/** Of each of these an item is in one state at most, so that one filter takes the place of another. */
const exclusive: readonly (readonly string[])[] = [
  ['unread', 'reading', 'archived'],
  ['draft', 'private', 'unlisted', 'public'],
  ['own', 'saved'],
  ['link', 'text'],
];

const same = (one: NamedFilter, other: NamedFilter) => one.name === other.name && one.value === other.value;

function excludes(one: NamedFilter, other: NamedFilter): boolean {
  if (one.name !== other.name) return false;
  return (
    one.name === 'site' ||
    exclusive.some((group) => one.name === 'is' && group.includes(one.value) && group.includes(other.value))
  );
}

/** Whether the query has this filter. */
export function hasFilter(q: string, filter: NamedFilter): boolean {
  return parseLibraryQuery(q).filters.some((one) => !one.not && same(one, filter));
}

/** The query with this filter, in the place of those that exclude it, or without it where it has it. */
export function toggleFilter(q: string, filter: NamedFilter): string {
  const { words, filters, unknown } = parseLibraryQuery(q);
  const others = filters.filter((one) => one.not || !(same(one, filter) || excludes(one, filter)));
  const added = hasFilter(q, filter) ? [] : [{ ...filter, not: false }];
  return [...[...others, ...added].map(typedFilter), words, ...unknown].filter(Boolean).join(' ');
}
