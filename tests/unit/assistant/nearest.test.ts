import { expect, test } from 'vitest';
import { nearestTo } from '../../../src/assistant/server/semantic-notes.ts';
import { packedVector, unpackedVector, type Vector } from '../../../src/assistant/server/model/vector-reading.ts';

/** Pseudo-random numbers that are the same in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

const next = seededRandom(7);
const numbers = () => Array.from({ length: 256 }, next);
const vectorOf = (of: readonly number[]): Vector => unpackedVector(packedVector(of) ?? '');

test('among thousands of unrelated texts almost nothing counts as similar', () => {
  const vectors = new Map(Array.from({ length: 3_000 }, (_, index) => [`note-${index}`, vectorOf(numbers())]));
  const found = Array.from({ length: 20 }, () => nearestTo(vectorOf(numbers()), vectors).length);
  expect(found.reduce((sum, count) => sum + count, 0)).toBeLessThan(20);
});

test('similar vectors are found among them, most similar first', () => {
  const query = numbers();
  const towards = (part: number) => vectorOf(numbers().map((number, at) => number + part * (query[at] ?? 0)));
  const vectors = new Map(Array.from({ length: 1_000 }, (_, index) => [`note-${index}`, vectorOf(numbers())]));
  vectors.set('near', towards(2)).set('nearer', towards(5));
  expect(nearestTo(vectorOf(query), vectors).slice(0, 2)).toEqual(['nearer', 'near']);
});

test('nothing is found in an empty index', () => {
  expect(nearestTo(vectorOf(numbers()), new Map())).toEqual([]);
});
