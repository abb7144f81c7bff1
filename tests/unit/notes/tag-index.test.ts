import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tagIndex } from '../../../src/reading/model/content.ts';

const counted = (tags: readonly string[]) => tags.map((tag, index) => ({ tag, size: index + 1 }));

test('tags are grouped by first letter without accents, digits first and other scripts last', () => {
  const index = tagIndex(counted(['web', 'écriture', 'emacs', '日本', '2026', 'قراءة', 'c++']));
  expect(index.map(({ letter, tags }) => [letter, tags.map(({ tag }) => tag)])).toEqual([
    ['0–9', ['2026']],
    ['C', ['c++']],
    ['E', ['écriture', 'emacs']],
    ['W', ['web']],
    ['ق', ['قراءة']],
    ['日', ['日本']],
  ]);
  expect(index.at(-1)?.tags[0]?.size).toBe(4);
});

test('every tag is listed once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })), (tags) => {
      const shown = tagIndex(counted(tags)).flatMap((section) => section.tags.map(({ tag }) => tag));
      expect(shown.toSorted()).toEqual(tags.toSorted());
    }),
  );
});

test('no tags give no groups', () => {
  expect(tagIndex([])).toEqual([]);
});
