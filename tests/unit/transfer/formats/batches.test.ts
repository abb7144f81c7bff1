import { expect, test } from 'vitest';
import { ImportEntry } from '../../../../src/transfer/model/import-item.ts';
import { batchesOf } from '../../../../src/transfer/formats/batches.ts';
import { openFile } from '../../../../src/transfer/formats/open-file.ts';
import { fileOf } from '../../../support/import-files.ts';

test('personal choices are sent in a part after the notes that they refer to', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const uuid = '01980000-0000-7000-8000-000000000000';
  const note = { uuid, rev: 1, url: null, title: 'One', body: '', tags: [], visibility: 'private', icon: null };
  const notes = [{ ...note, createdAt: at, updatedAt: at, publishedAt: null }];
  const own = { commonplace: 1, notes, readingList: [{ id: uuid, at, state: 'toread', progress: 0, changedAt: at }] };
  const opened = await openFile(fileOf(JSON.stringify(own)));
  const parts = opened.ok ? await Array.fromAsync(batchesOf(opened.items, 0)) : [];
  expect(parts.map(({ from, last, entries }) => [from, last, entries.map(({ place }) => place)])).toEqual([
    [0, false, ['item 1']],
    [1, true, ['reading list, item 1']],
  ]);
});

test('a former title of any length refuses no note', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const uuid = '01980000-0000-7000-8000-000000000000';
  const note = { uuid, rev: 1, url: null, title: 'One', body: '', tags: [], visibility: 'private', icon: null };
  const formerTitles = ['x'.repeat(400_000), 'Old'];
  const notes = [{ ...note, createdAt: at, updatedAt: at, publishedAt: null, formerTitles }];
  const opened = await openFile(fileOf(JSON.stringify({ commonplace: 1, notes })));
  const [part] = opened.ok ? await Array.fromAsync(batchesOf(opened.items, 0)) : [];
  expect(part?.entries).toMatchObject([{ item: { own: { formerTitles: ['old'] }, aside: ['1 former title'] } }]);
});

test('an entry counts for a positive whole number of items, at most a million', () => {
  const countOf = (count: unknown) => ImportEntry.safeParse({ place: 'the file', why: 'Left out.', count });
  for (const count of [0, -1, 1.5, '2', null]) expect(countOf(count).success).toBe(false);
  expect(countOf(1e300).data).toMatchObject({ count: 1_000_000 });
  expect([countOf(2).data, countOf(undefined).data]).toEqual([
    { place: 'the file', why: 'Left out.', count: 2 },
    { place: 'the file', why: 'Left out.' },
  ]);
});
