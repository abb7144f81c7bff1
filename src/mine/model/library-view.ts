import { LibrarySort } from './library.ts';
import { parseLibraryQuery, typedFilter, type LibraryFilter } from '../../search/model/own/library-query.ts';
import { paths } from '../../platform/model/paths.ts';

/** Rows, one below another, or cards beside each other. */
export type LibraryLayout = 'rows' | 'cards';

/** Which part of the library is shown, and how; the address has all of it. Without `sort` the query decides. */
export type LibraryView = { q: string; sort: LibrarySort | undefined; reverse: boolean; layout: LibraryLayout };

/** The view that the query string of an address names; what is unknown is ignored. */
export function viewOf(search: string): LibraryView {
  const params = new URLSearchParams(search);
  const sort = LibrarySort.safeParse(params.get('sort'));
  return {
    q: (params.get('q') ?? '').slice(0, 500),
    sort: sort.success ? sort.data : undefined,
    reverse: params.get('reverse') === 'true',
    layout: params.get('view') === 'cards' ? 'cards' : 'rows',
  };
}

/** The address of a view, without its defaults. */
export function addressOfView({ q, sort, reverse, layout }: LibraryView): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(sort && { sort }),
    ...(reverse && { reverse: 'true' }),
    ...(layout === 'cards' && { view: layout }),
  }).toString();
  return query ? `${paths.user}?${query}` : paths.user;
}

type NamedFilter = Pick<LibraryFilter, 'name' | 'value'>;

/** An item is in at most one state of each group, so a filter replaces another of its group. */
const exclusive: readonly (readonly string[])[] = [
  ['unread', 'reading', 'archived'],
  ['draft', 'private', 'unlisted', 'public'],
  ['own', 'saved'],
  ['link', 'text'],
];

/** Whether a filter, once chosen, takes the place of another one, or of itself. */
export function replaces(one: NamedFilter, other: NamedFilter): boolean {
  if (one.name !== other.name) return false;
  return (
    one.value === other.value ||
    one.name === 'site' ||
    exclusive.some((group) => one.name === 'is' && group.includes(one.value) && group.includes(other.value))
  );
}

/** Whether the query has this filter. */
export function hasFilter(q: string, filter: NamedFilter): boolean {
  return parseLibraryQuery(q).filters.some((one) => !one.not && one.name === filter.name && one.value === filter.value);
}

/** Adds this filter, replacing those that exclude it, or removes it if the query has it. */
export function toggleFilter(q: string, filter: NamedFilter): string {
  const { words, filters, unknown } = parseLibraryQuery(q);
  const others = filters.filter((one) => one.not || !replaces(filter, one));
  const added = hasFilter(q, filter) ? [] : [{ ...filter, not: false }];
  return [...[...others, ...added].map(typedFilter), words, ...unknown].filter(Boolean).join(' ');
}
