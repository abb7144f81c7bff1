import { expect, test } from 'vitest';
import { mergedNote } from '../../../src/transfer/model/merged-note.ts';
import type { Imported } from '../../../src/notes/model/details.ts';
import { importedNote } from '../../../src/transfer/model/note-of-item.ts';

const by = { uuid: '01900000-0000-7000-8000-000000000001', authorId: 'u_ann', now: new Date(0) };

test('what a note has no room for is kept beside a file’s own fields with the same names', () => {
  const long = 'word '.repeat(60).trim();
  const own = {
    title: 'Its second title',
    tags: ['its', 'own'],
    read: 'twice',
    folders: 'none',
    address: 'Mill Lane 1',
  };
  const item = { title: long, url: 'nowhere', body: 'Text', tags: ['50%'], readAt: '2020-01-01T00:00:00.000Z' };
  const made = importedNote({ ...item, folders: [['A', 'B']], imported: own }, 'private', by);
  expect(made.ok && made.fields).toEqual({
    ...own,
    'imported title': long,
    'imported tags': ['50%'],
    'imported read': '2020-01-01T00:00:00.000Z',
    'imported folders': ['A / B'],
    'imported address': 'nowhere',
  });
});

function merge(had: Imported, comes: Imported) {
  const made = importedNote({ title: 'A', body: 'Text', tags: [] }, 'private', by);
  if (!made.ok) throw new Error(made.why);
  const item = { note: made.note, importedFields: comes, differing: {}, isDated: false, isSame: false };
  return mergedNote({ note: made.note, importedFields: had, earlier: [] }, item, by.now);
}

test('a merge keeps values under names that are taken, however long, and adds them once', () => {
  for (const length of [5, 58, 59, 60]) {
    const name = 'n'.repeat(length);
    const [had, comes] = [{ [name]: 'one' }, { [name]: 'two', [`${name} 2`.slice(0, 60)]: 'three' }];
    const { importedFields, aside, left } = merge(had, comes);
    expect(Object.values(importedFields)).toEqual(['one', ...Object.values(comes)]);
    expect([aside, left]).toEqual([Object.keys(importedFields).slice(1), []]);
    expect(merge(importedFields, comes)).toMatchObject({ importedFields, aside: [] });
  }
});

test('a merge displaces nothing that is kept beside a note, not even by a name that comes before all others', () => {
  const had = { abstract: 'x'.repeat(7900) };
  const full = merge(had, { '1': 'y'.repeat(400), b: 'fits' });
  expect(full.importedFields).toEqual({ ...had, b: 'fits' });
  expect([full.left, full.aside, full.took.importedFields]).toEqual([['1'], ['b'], { b: 'fits' }]);
  const listed = merge({ abstract: 'x'.repeat(7900), '1': ['a'] }, { '1': ['y'.repeat(400)] });
  expect([listed.importedFields, listed.left]).toEqual([{ abstract: had.abstract, '1': ['a'] }, ['1']]);
});
