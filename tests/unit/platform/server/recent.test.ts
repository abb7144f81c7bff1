import { expect, test } from 'vitest';
import { recent } from '../../../../src/platform/server/recent.ts';

test('what was not asked for longest goes first, and what is large is not kept at all', () => {
  const kept = recent<string>(8, (text) => text.length);
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
