import { compare, type Library } from './library-columns.ts';
import { libraryStates } from '../../search/model/own/library-query.ts';
import type { Facet, Facets } from './library.ts';

/** By number of an item: 1 if it is a member. */
export type Members = Uint8Array;

/** The most tags and sites. Collections are all counted: the side bar lists each, and would show 0 for one that is left out. */
const facetsShown = 200;

/** `smart`: by smart collection, all its items; `parents`: by nested collection, the one it is in, whose items its are too. */
export interface Counted {
  smart: ReadonlyMap<string, Members>;
  parents: ReadonlyMap<string, string>;
}

/** How many of the items found have each tag, site, collection and state. */
export function facetsOf(
  { names, flags, tags, sites, collections }: Library,
  isFound: Members,
  { smart, parents }: Counted = { smart: new Map(), parents: new Map() },
): Facets {
  const parentOf = names.collections.all.map((id) => names.collections.of(parents.get(id) ?? id));
  const counts = {
    tags: new Uint32Array(names.tags.all.length),
    sites: new Uint32Array(names.sites.all.length),
    collections: new Uint32Array(names.collections.all.length),
    states: new Uint32Array(libraryStates.length),
  };
  const alike = new Map<number, number>();
  for (let number = 0; number < isFound.length; number += 1) {
    if (isFound[number] === 0) continue;
    const [tagged, collected] = [tags[number]!, collections[number]!];
    for (let next = 0; next < tagged.length; next += 1) counts.tags[tagged[next]!]! += 1;
    for (let next = 0; next < collected.length; next += 1) {
      const [own, parent] = [collected[next]!, parentOf[collected[next]!]!];
      counts.collections[own]! += 1;
      // Once, although it may be in several that are nested in the same one.
      const isFirst = collected.findIndex((other) => parentOf[other] === parent) === next;
      if (isFirst && !collected.includes(parent)) counts.collections[parent]! += 1;
    }
    counts.sites[sites[number]!]! += 1;
    const set = flags[number]!;
    alike.set(set, (alike.get(set) ?? 0) + 1);
  }
  for (const [set, count] of alike) {
    for (let at = 0; at < libraryStates.length; at += 1) if ((set >>> at) & 1) counts.states[at]! += count;
  }
  return {
    tags: listed(names.tags.all, counts.tags).slice(0, facetsShown),
    sites: listed(names.sites.all, counts.sites).slice(0, facetsShown),
    collections: listed(
      [...names.collections.all, ...smart.keys()],
      [...counts.collections, ...Array.from(smart.values(), (members) => inBoth(isFound, members))],
    ),
    states: listed(libraryStates, counts.states),
  };
}

function inBoth(one: Members, other: Members): number {
  let count = 0;
  for (let number = 0; number < one.length; number += 1) count += one[number]! & (other[number] ?? 0);
  return count;
}

/** The names that were found, the most frequent first. Texts have no site. */
function listed(names: readonly string[], counts: ArrayLike<number>): Facet[] {
  const facets: Facet[] = [];
  for (const [at, name] of names.entries()) {
    const count = counts[at] ?? 0;
    if (count > 0 && name !== '') facets.push({ name, count });
  }
  return mostFirst(facets);
}

/** Sorts facets in place, the most frequent first. */
export const mostFirst = (facets: Facet[]) =>
  facets.sort((one, other) => other.count - one.count || compare(one.name, other.name));
