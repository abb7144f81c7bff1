import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beginsFile,
  compareKeys,
  fileOfKey,
  filesOfPrefix,
  hash,
  numberOf,
  packPostings,
  packWords,
  unpackPostings,
  unpackWords,
} from '../../../src/search/model/files.ts';
import { editDistance } from '../../../src/search/model/variants.ts';

const id = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test('packed lists are unpacked unchanged', () => {
  const postings = fc.uniqueArray(fc.record({ id, weight: fc.integer({ min: 1, max: 63 }) }), {
    selector: (p) => p.id,
  });
  fc.assert(
    fc.property(postings, fc.string({ unit: 'grapheme', minLength: 1 }), (unsorted, term) => {
      const sorted = unsorted.toSorted((a, b) => a.id - b.id);
      const numbers = sorted.map((posting) => numberOf(posting, 64));
      expect(unpackPostings(packPostings(numbers, 64), 64)).toEqual(numbers);
      const file = packWords([{ term: term.toWellFormed(), df: 7, list: packPostings(numbers, 64) }]);
      const [[name, list] = ['', undefined]] = unpackWords(file, 64);
      expect(name).toBe(term.toWellFormed());
      expect(list?.df).toBe(7);
      expect(list?.postings()).toEqual(sorted);
    }),
  );
});

test('dates can be stored next to any id', () => {
  const postings = [
    { id: 0, weight: 1 },
    { id: 2 ** 32 - 1, weight: 65_535 },
  ].map((posting) => numberOf(posting, 65_536));
  expect(unpackPostings(packPostings(postings, 65_536), 65_536)).toEqual(postings);
});

test('keys sort like their bytes', () => {
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.toWellFormed());
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test('a key is in the last file that starts before it, and a prefix may be in several', () => {
  const first = ['', 'ba', 'read', 'reading', 'web'];
  expect(fileOfKey(first, 'a')).toBe('');
  expect(fileOfKey(first, 'ba')).toBe('ba');
  expect(fileOfKey(first, 'readers')).toBe('read');
  expect(filesOfPrefix(first, 'read')).toEqual(['read', 'reading']);
  expect(filesOfPrefix(first, 'r')).toEqual(['ba', 'read', 'reading']);
});

test('the more data keys have, the more often a new file starts', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `key${index}`);
  const begun = keys.filter((key) => beginsFile('words', key, 82)).length;
  expect(begun).toBeGreaterThan(150);
  expect(begun).toBeLessThan(250);
  expect(keys.every((key) => beginsFile('words', key, 8192))).toBe(true);
  expect(new Set(keys.map(hash)).size).toBe(keys.length);
});

test.each([
  ['reading', 'raeding', 1],
  ['reading', 'readng', 1],
  ['reading', 'rreading', 1],
  ['reading', 'reeding', 1],
  ['reading', 'reading', 0],
  ['reading', 'writing', 3],
  ['友人', '友入', 1],
])('from %s to %s there are %i typos', (one, other, count) => {
  expect(editDistance(one, other, 2)).toBe(count);
});
