import { seededRandom } from '../support/seeded.ts';

/** One line of a measure's table: what was measured, and its figures from 0 to 1 or as counts. */
export type Figures = Record<string, string | number>;

/** How useful each judged item is for a question: 0 not at all, 1 somewhat, 2 what was looked for. */
export type Grades = Readonly<Record<string, number>>;

/** The gain of the first `depth` found, later ones counting less, of what the best order would gain: 0 to 1. */
export function ndcg(found: readonly string[], grades: Grades, depth: number): number {
  const gain = (values: number[]) =>
    values.slice(0, depth).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
  const best = gain(Object.values(grades).sort((a, b) => b - a));
  return best === 0 ? 0 : gain(found.map((item) => grades[item] ?? 0)) / best;
}

/** How many of what is useful at all are among the first `depth` found: 0 to 1. */
export function recall(found: readonly string[], grades: Grades, depth: number): number {
  const useful = Object.keys(grades).filter((item) => (grades[item] ?? 0) > 0);
  const seen = new Set(found.slice(0, depth));
  return useful.length === 0 ? 0 : useful.filter((item) => seen.has(item)).length / useful.length;
}

/** How many of the first `depth` found are wanted: 0 to 1. Fewer than `depth` found count as wrong ones. */
export function precision(found: readonly string[], wanted: ReadonlySet<string>, depth: number): number {
  return found.slice(0, depth).filter((item) => wanted.has(item)).length / depth;
}

/** The balance of how much of the found is wanted and how much of the wanted is found: 0 to 1. */
export function f1(found: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  const both = [...found].filter((item) => wanted.has(item)).length;
  return both === 0 ? 0 : (2 * both) / (found.size + wanted.size);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A figure with three digits after the point. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

const draws = 2_000;

/** A share with the interval in which 95 of 100 means of as many drawn with replacement lie. */
export function withInterval(values: readonly number[]): string {
  return `${rounded(mean(values))} ${intervalOf(values.length, (drawn) => mean(drawn.map((at) => values[at] ?? 0)))}`;
}

/** How many times as large the mean of one is as that of the other, both of the same items and drawn together. */
export function ratioWithInterval(one: readonly number[], other: readonly number[]): string {
  const sum = (values: readonly number[], drawn: Iterable<number>) =>
    [...drawn].reduce((total, at) => total + (values[at] ?? 0), 0);
  const ratio = (drawn: readonly number[]) => sum(one, drawn) / sum(other, drawn);
  return `${rounded(ratio([...one.keys()]))} ${intervalOf(one.length, ratio)}`;
}

function intervalOf(items: number, measured: (drawn: number[]) => number): string {
  const random = seededRandom(5);
  const found = Array.from({ length: draws }, () =>
    measured(Array.from({ length: items }, () => Math.floor(random() * items))),
  ).sort((a, b) => a - b);
  const at = (part: number) => rounded(found[Math.floor(part * (draws - 1))] ?? 0);
  return `(${at(0.025)}–${at(0.975)})`;
}
