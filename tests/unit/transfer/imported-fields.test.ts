import { expect, test } from 'vitest';
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
