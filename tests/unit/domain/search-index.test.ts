import { expect, test } from 'vitest';
import type { PublishedNote } from '../../../src/domain/published-note.ts';
import { searchIndex } from '../../../src/domain/search-index.ts';
import { aNote, undiscussed } from '../../support/samples.ts';

const author = { id: 'u_ann', handle: 'ann', name: 'Ann', bio: '' };
const entry = (): PublishedNote => ({
  note: aNote({ url: 'https://www.example.org/a', tags: ['web'], body: 'Secret of the body.' }),
  author,
  html: '<p>Secret of the body.</p>',
  excerpt: 'An excerpt.',
  minutes: 2,
  ...undiscussed,
});

test('a note is found by what its card shows, and its text stays on its page', () => {
  const index = searchIndex([entry()], 1);
  expect(index.notes[0]).toMatchObject({
    title: 'On keeping notes',
    host: 'example.org',
    author: 'Ann',
    tags: ['web'],
  });
  expect(JSON.stringify(index)).not.toContain('Secret');
});

test('the file tells how many notes there are, which may be more than it has', () => {
  const index = searchIndex([entry(), entry()], 1005);
  expect(index.notes).toHaveLength(2);
  expect(index.total).toBe(1005);
});
