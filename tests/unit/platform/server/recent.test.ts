import { expect, test } from 'vitest';
import { recent } from '../../../../src/platform/server/recent.ts';

test('the least recently used entry is dropped first, and large ones are not cached at all', () => {
  // An entry takes 500 plus its key, so five of them have room for eight letters.
  const kept = recent<string>(8 * 10_000 + 5 * 501, (text) => text.length * 10_000);
  kept.set('a', 'aa');
  kept.set('b', 'bb');
  kept.set('c', 'cc');
  kept.set('large', 'three');
  expect([kept.get('a'), kept.get('large')]).toEqual(['aa', undefined]);
  kept.set('d', 'dd');
  kept.set('e', 'e');
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => kept.get(key))).toEqual(['aa', undefined, 'cc', 'dd', 'e']);
  kept.set('a', 'a');
  kept.set('f', 'ff');
  expect(['a', 'c', 'd', 'e', 'f'].map((key) => kept.get(key))).toEqual(['a', 'cc', 'dd', 'e', 'ff']);
});
