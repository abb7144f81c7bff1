import { expect, test } from 'vitest';
import { snapshotContent } from '../../../src/publishing/server/snapshot/content.ts';
import { prepareQueries, type Queries } from '../../../src/publishing/server/snapshot/rows.ts';
import { openDatabase } from '../../../src/publishing/server/snapshot/schema.ts';
import { matchCollections, putCollection } from '../../../src/publishing/server/snapshot/collections.ts';
import { filesOf } from '../../../src/publishing/server/snapshot/site-files.ts';
import { noteCounts, nothingStale } from '../../../src/publishing/server/snapshot/sizes.ts';
import { putAuthor, putNote, writtenNoteOf } from '../../../src/publishing/server/snapshot/write.ts';
import { sampleNote } from '../../support/samples.ts';
import { cpuMsOf } from '../../support/time-limits.ts';
import { renderedNote } from '../../support/written-notes.ts';

test('queries for one person or tag use an index instead of scanning all notes', async () => {
  const database = openDatabase(':memory:');
  const ask = prepareQueries(database);
  const entry = await renderedNote(sampleNote({ authorId: 'u_ann', tags: ['slow'] }), 'Ann');
  const { handle } = entry.author;
  const counts = noteCounts(ask, { atOnce: true });
  const step = { ask, stale: nothingStale, counts, fromNothing: false };
  putAuthor(step, entry.author);
  putNote(step, writtenNoteOf(entry, []));
  const asked = new Set<string>();
  const heard =
    <Answer>(answer: (sql: string, ...values: never[]) => Answer) =>
    (sql: string, ...values: never[]) => {
      if (values.some((value) => [handle, 'u_ann', 'slow'].includes(value))) asked.add(sql);
      return answer(sql, ...values);
    };
  const listening = { one: heard(ask.one), all: heard(ask.all), run: heard(ask.run) } as unknown as Queries;

  const content = snapshotContent(listening, 10_000);
  expect((await content.feed({ kind: 'person', handle }))?.notes).toHaveLength(1);
  expect((await content.feed({ kind: 'tag', tag: 'slow' }))?.notes).toHaveLength(1);
  expect((await content.notesBy(handle, 1))?.items).toHaveLength(1);
  expect((await content.taggedNotes('slow', 1))?.items).toHaveLength(1);
  await content.commentsBy(handle, 1);
  const files = filesOf(listening, 10_000);
  expect(files.includes(`/u/${handle}`)).toBe(true);
  expect(files.includes('/tag/slow/1')).toBe(true);

  expect(asked.size).toBeGreaterThan(5);
  for (const sql of asked) {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
    const all = steps.filter(({ detail }) => /SCAN|notes_public|notes_newest \(newest[<>]/.test(detail));
    expect(all, sql).toEqual([]);
  }
  database.close();
});

test('twenty smart collections of a person search a long note together in about the time of one', async () => {
  const text = Array.from({ length: 9_000 }, (_, at) => `${((at * at) % 5_000).toString(36)} the and`).join(' ');
  const looking = async (count: number) => {
    const database = openDatabase(':memory:');
    const ask = prepareQueries(database);
    const step = { ask, stale: nothingStale, counts: noteCounts(ask, { atOnce: true }), fromNothing: false };
    const entry = await renderedNote(sampleNote({ authorId: 'u_ann', body: text }), 'Ann');
    putAuthor(step, entry.author);
    putNote(step, writtenNoteOf(entry, []));
    const at = entry.note.createdAt;
    for (let place = 0; place < count; place += 1) {
      const about = { id: `c${place}`, ownerId: 'u_ann', name: 'Found', slug: `found-${place}`, description: '' };
      const more = { visibility: 'public' as const, parent: null, search: 'the and', createdAt: at, updatedAt: at };
      putCollection(step, { collection: { ...about, ...more }, uuids: [], place });
    }
    const ms = await cpuMsOf(() => matchCollections(ask, (write) => write()));
    const { found } = ask.one<{ found: number }>('SELECT sum(found) AS found FROM matched') ?? { found: 0 };
    database.close();
    expect(found).toBe(count);
    return ms;
  };
  const one = await looking(1);
  expect(await looking(20)).toBeLessThan(3 * Math.max(20, one));
});
