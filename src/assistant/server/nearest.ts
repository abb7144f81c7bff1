import { nearness, type Vector } from './model/vector.ts';

const max = 20;

/**
 * The names of the vectors that are nearest to one, the nearest first, at most 20. Every text has a nearest note, and
 * models differ in what they call near: so those count that are above the middle by three times or more of what the lower
 * part of all, which have nothing to do with it, lies below; of many, by as much as none of them would be by chance.
 */
export function nearestTo(vector: Vector, vectors: ReadonlyMap<string, Vector>): string[] {
  const all = [...vectors].map(([name, other]) => ({ name, near: nearness(vector, other) }));
  all.sort((one, other) => other.near - one.near || (one.name < other.name ? -1 : 1));
  const at = (part: number) => all[Math.floor((all.length - 1) * part)]?.near ?? 0;
  const times = Math.max(3, Math.sqrt(2 * Math.log(Math.max(1, all.length))));
  const least = Math.max(0, at(0.5) + times * (at(0.5) - at(0.84)));
  return all
    .slice(0, max)
    .filter(({ near }) => near > least)
    .map(({ name }) => name);
}
