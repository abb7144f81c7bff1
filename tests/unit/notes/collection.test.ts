import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupedBy, largestGroups, newestPublic, pagesOf } from '../../../src/reading/model/collection.ts';
import { noteFrom } from '../../../src/notes/model/note-changes.ts';
import type { Visibility } from '../../../src/notes/model/note.ts';

function entry(uuid: string, day: number, visibility: Visibility = 'public') {
  const now = new Date(Date.UTC(2026, 0, day));
  return { note: noteFrom({ title: uuid, body: '', tags: [], visibility }, { uuid, authorId: 'u_1', now }) };
}

describe('newestPublic', () => {
  test('gives public notes only, newest first', () => {
    const notes = [entry('a', 1), entry('b', 3), entry('c', 2, 'unlisted'), entry('d', 2)];
    expect(newestPublic(notes).map(({ note }) => note.uuid)).toEqual(['b', 'd', 'a']);
  });

  test('orders notes of one instant the same way whatever order they come in', () => {
    const notes = [entry('a', 1), entry('b', 1), entry('c', 1)];
    expect(newestPublic(notes)).toEqual(newestPublic(notes.toReversed()));
  });
});

describe('pagesOf', () => {
  test('every item is on exactly one page, in order, and no page is over the size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 30 }), (items, size) => {
        const pages = pagesOf(items, size);
        expect(pages.flatMap((page) => page.items)).toEqual(items);
        expect(pages.every((page, index) => page.items.length <= size && page.number === index + 1)).toBe(true);
        expect(pages.every((page) => page.count === pages.length)).toBe(true);
      }),
    );
  });

  test('nothing at all is one empty page', () => {
    expect(pagesOf([], 20)).toEqual([{ items: [], number: 1, count: 1 }]);
  });
});

test('groups are counted, and the largest come first', () => {
  const groups = groupedBy(['ab', 'a', 'b', 'a'], (word) => [...word]);
  expect(largestGroups(groups, 1)).toEqual([{ key: 'a', size: 3 }]);
});
