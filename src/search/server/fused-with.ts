import type { Reorder } from '../model/find.ts';
import { idOf } from '../model/note.ts';

/** What place counts: the first of a list is worth little more than the second, so that being in both lists decides. */
const evenness = 60;

/**
 * One ranking from several, by reciprocal ranks: each item counts 1 / (60 + place) in each list that has it. Of equal
 * items the one that an earlier list names first comes first.
 */
export function fused<Item>(rankings: readonly (readonly Item[])[]): Item[] {
  const worth = new Map<Item, number>();
  for (const ranking of rankings) {
    for (const [place, item] of [...new Set(ranking)].entries()) {
      worth.set(item, (worth.get(item) ?? 0) + 1 / (evenness + place + 1));
    }
  }
  return [...worth.keys()].sort((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0));
}

/** Ranks what words find together with notes that are near in meaning, the nearest first; undefined where there are none. */
export function fusedWith(near: readonly string[]): Reorder | undefined {
  if (near.length === 0) return undefined;
  const ids = near.map(idOf);
  return (found) => fused([found, ids]);
}
