import { expect, test } from 'vitest';
import { wordsOfAll } from '../../../src/mine/browser/action-words.ts';
import type { LibraryAction, LibraryItem } from '../../../src/mine/model/library.ts';

const restore: LibraryAction = { action: 'restore', ids: ['a'] };
const collect: LibraryAction = { action: 'collect', ids: ['b'], collection: 'c' };
const [own, another] = [true, false].map((isOwn) => ({ note: { own: isOwn } }) as LibraryItem) as [
  LibraryItem,
  LibraryItem,
];
const [bin, both, removed] = [
  'Moved to the bin',
  'Moved to the bin or removed from your library',
  'Removed from your library',
];

test.each([
  ['own notes', [restore], [own], bin],
  ['own notes and others', [restore, collect], [own, another], both],
  ['others that are not loaded', [collect], [], removed],
  ['own notes, and others that are not loaded', [restore, collect], [own], both],
  ['own notes and others, not sent yet', [], [own, another], both],
  ['others, not sent yet', [], [another], removed],
])('the toast about deleting %s says where they are', (_, undo, items, expected) => {
  expect(wordsOfAll([{ action: 'delete' }], undo, items)).toBe(expected);
});

test('the toast about collecting names the collection if its name is known', () => {
  const named = [{ id: 'c', name: 'Cooking' }];
  expect(wordsOfAll([collect], [], [], named)).toBe('Added to “Cooking”');
  expect(wordsOfAll([{ action: 'uncollect', collection: 'c' }], [], [], named)).toBe('Removed from “Cooking”');
  expect(wordsOfAll([collect], [], [])).toBe('Added to a collection');
});
