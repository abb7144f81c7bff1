import { expect, test } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import type { PublishedNote } from '../../../src/domain/published-note.ts';
import { searchIndex } from '../../../src/domain/search-index.ts';
import { aNote } from '../../support/samples.ts';

const author = { id: 'u_ann', handle: 'ann', name: 'Ann', bio: '' };
const entry = (): PublishedNote => ({
  note: aNote({ url: 'https://www.example.org/a', tags: ['web'], body: 'Secret of the body.' }),
  author,
  html: '<p>Secret of the body.</p>',
  excerpt: 'An excerpt.',
  minutes: 2,
});

test('a note is found by what its card shows, and its text stays on its page', () => {
  const index = searchIndex([entry()]);
  expect(index.notes[0]).toMatchObject({
    title: 'On keeping notes',
    host: 'example.org',
    author: 'Ann',
    tags: ['web'],
  });
  expect(JSON.stringify(index)).not.toContain('Secret');
});

test('the file stops at the newest notes and tells how many there are', () => {
  const entries = Array.from({ length: limits.searchedNotes + 5 }, entry);
  const index = searchIndex(entries);
  expect(index.notes).toHaveLength(limits.searchedNotes);
  expect(index.notes[0]?.id).toBe(entries[0]?.note.uuid);
  expect(index.total).toBe(limits.searchedNotes + 5);
});
