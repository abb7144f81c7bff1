import { describe, expect, test } from 'vitest';
import { changedNote, noteFrom, NewNote, Note } from '../../../src/notes/model/note.ts';

const uuid = '0197a3c0-7b4e-7c1a-8f00-000000000001';
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const written = (draft: Partial<NewNote>) =>
  noteFrom(NewNote.parse({ title: 'First title', body: 'Text', ...draft }), { uuid, authorId: 'u_1', now: at(0) });

describe('noteFrom', () => {
  test('a new note is a valid first revision', () => {
    const note = written({ tags: ['a'] });
    expect(Note.parse(note)).toEqual(note);
    expect(note).toMatchObject({ rev: 1, slug: 'first-title', kind: 'text', url: null, icon: null });
    expect([note.createdAt, note.updatedAt, note.publishedAt]).toEqual(Array(3).fill(at(0).toISOString()));
  });

  test('a note with an address is a link', () => {
    expect(written({ url: 'https://example.org' })).toMatchObject({ kind: 'link', url: 'https://example.org' });
  });

  test.each(['draft', 'private'] as const)('a %s note is not published', (visibility) => {
    expect(written({ visibility }).publishedAt).toBeNull();
  });
});

describe('changedNote', () => {
  test('an empty patch gives the next revision with everything else unchanged', () => {
    const note = written({ url: 'https://example.org', icon: 'lucide:book', tags: ['a'] });
    expect(changedNote(note, { rev: 1 }, at(1))).toEqual({ ...note, rev: 2, updatedAt: at(1).toISOString() });
  });

  test('a new title gives a new slug', () => {
    expect(changedNote(written({}), { rev: 1, title: 'Second title' }, at(1))).toMatchObject({
      title: 'Second title',
      slug: 'second-title',
    });
  });

  test('null removes the address and the icon, and the link becomes a text', () => {
    const note = written({ url: 'https://example.org', icon: 'lucide:book' });
    expect(changedNote(note, { rev: 1, url: null, icon: null }, at(1))).toMatchObject({
      url: null,
      icon: null,
      kind: 'text',
    });
  });

  test('an empty body and an empty list of tags replace the old ones', () => {
    expect(changedNote(written({ tags: ['a'] }), { rev: 1, body: '', tags: [] }, at(1))).toMatchObject({
      body: '',
      tags: [],
    });
  });

  test('the publication time is set when a note first becomes public, and does not change again', () => {
    const draft = written({ visibility: 'draft' });
    const shown = changedNote(draft, { rev: 1, visibility: 'public' }, at(1));
    const hidden = changedNote(shown, { rev: 2, visibility: 'private' }, at(2));
    const shownAgain = changedNote(hidden, { rev: 3, visibility: 'unlisted' }, at(3));
    expect([draft, shown, hidden, shownAgain].map((note) => note.publishedAt)).toEqual([
      null,
      ...Array<string>(3).fill(at(1).toISOString()),
    ]);
    expect(shownAgain.createdAt).toBe(draft.createdAt);
  });

  test('the original note is not modified', () => {
    const note = Object.freeze(written({}));
    changedNote(note, { rev: 1, title: 'Other' }, at(1));
    expect(note.title).toBe('First title');
  });
});
