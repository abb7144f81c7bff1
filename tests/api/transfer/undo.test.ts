import { strFromU8 } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Import } from '../../../src/transfer/model/import.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import {
  importItems,
  countsOf,
  exportOf,
  notesOf,
  readingOf,
  starredOf,
  sendFile,
  importedFields,
  privateNote,
  type Report,
  type Item,
} from '../../support/imports.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterEach(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  expect(await examine(api.store.redis)).toEqual([]);
});
afterAll(() => api.stop());

const addressOf = (title: string) => `https://own.example/${encodeURIComponent(title)}`;

describe('undoing an import', () => {
  const undo = async ({ cookie }: Person, { import: { id } }: Report) => {
    for (;;) {
      const { status, body } = await api.call('POST', `/api/imports/${id}/undo`, { cookie });
      expect(status).toBe(200);
      const step = body as unknown as { import: Import };
      if (step.import.state === 'undone') return step.import;
    }
  };

  test('moves the notes that it added to the bin and reverts the ones that it merged, and the same file can be imported again', async () => {
    const person = await api.signUp('undoes');
    const uuid = await privateNote(api, person, {
      title: 'Mine',
      url: addressOf('mine'),
      body: 'My words.',
      tags: ['mine'],
    });
    const before = await notesOf(api, person);
    const items: Item[] = [
      {
        title: 'Theirs',
        url: addressOf('mine'),
        body: 'Their words.',
        tags: ['theirs'],
        imported: { a: 1 },
        favourite: true,
      },
      ...Array.from({ length: 130 }, (_, at) => ({
        title: `New ${at}`,
        url: addressOf(`new ${at}`),
        state: 'toread' as const,
      })),
      { title: 'New again', url: addressOf('new 7'), tags: ['again'] },
    ];
    const report = await importItems(api, person, [items.slice(0, 60), items.slice(60, 120), items.slice(120)]);
    expect(countsOf(report)).toEqual([130, 2, 0]);
    expect(await undo(person, report)).toMatchObject({ state: 'undone', undone: { removed: 131, left: 0 } });
    const bin = (await api.call('GET', '/api/bin', { cookie: person.cookie })).body as unknown as { total: number };
    expect(bin.total).toBe(130);
    const after = await notesOf(api, person);
    expect(after).toMatchObject(before.map(({ title, body, tags }) => ({ uuid, title, body, tags })));
    expect(await importedFields(api, uuid)).toBeNull();
    expect([await readingOf(api, person, 'toread'), await starredOf(api, person)]).toEqual([[], []]);
    expect(countsOf(await importItems(api, person, [items.slice(0, 70), items.slice(70)]))).toEqual([130, 2, 0]);
  });

  test('leaves notes that were changed since, and says why', async () => {
    const person = await api.signUp('undoes_less');
    const { cookie } = person;
    const mine = await privateNote(api, person, { title: 'Mine', url: addressOf('mine'), body: 'My words.' });
    const report = await importItems(api, person, [
      [
        { title: 'Theirs', url: addressOf('mine'), body: 'Their words.', tags: ['theirs'] },
        { title: 'Edited', url: addressOf('edited') },
        {
          title: 'Highlighted',
          url: addressOf('marked'),
          highlights: [{ quote: 'words', comment: '', prefix: '', suffix: '', start: 0 }],
        },
        { title: 'Untouched', url: addressOf('untouched') },
      ],
    ]);
    const [, edited = '', marked = ''] = report.lines.map((line) => line.uuid);
    await api.call('PATCH', `/api/notes/${mine}`, { cookie, body: { rev: 2, body: 'Quite other words.' } });
    await api.call('PATCH', `/api/notes/${edited}`, { cookie, body: { rev: 1, title: 'Edited by me' } });
    const highlights = (await api.call('GET', `/api/notes/${marked}/highlights`, { cookie })).body as unknown as {
      highlights: { id: string }[];
    };
    const address = `/api/notes/${marked}/highlights/${highlights.highlights[0]?.id}`;
    expect((await api.call('PATCH', address, { cookie, body: { comment: 'Mine.' } })).status).toBe(200);
    expect(await undo(person, report)).toMatchObject({ undone: { removed: 1, left: 3 } });
    const { left } = (await api.call('GET', `/api/imports/${report.import.id}`, { cookie })).body as unknown as {
      left: { title: string; says: string }[];
    };
    expect(Object.fromEntries(left.map(({ title, says }) => [title, says]))).toEqual({
      Mine: 'Not everything added to this note could be undone: its text has changed since.',
      'Edited by me': 'You’ve changed this note since, so it stays.',
      Highlighted: 'You’ve highlighted something in its copy since, so it stays.',
    });
    expect((await notesOf(api, person)).find(({ uuid }) => uuid === mine)).toMatchObject({ tags: [] });
  });

  test('leaves reading list entries that were moved, read or starred since', async () => {
    const person = await api.signUp('undoes_moved');
    const { cookie } = person;
    await privateNote(api, person, { title: 'Mine', url: addressOf('mine') });
    const theirs = await privateNote(api, await api.signUp('undoes_moved_other'), {
      title: 'Theirs',
      visibility: 'unlisted',
    });
    const state = 'toread' as const;
    const readAt = '2024-05-05T00:00:00.000Z';
    const report = await importItems(api, person, [
      [
        { title: 'Mine again', url: addressOf('mine'), state },
        ...['Moved', 'Starred', 'Read', 'Saved'].map((title) => ({
          title,
          url: addressOf(title),
          ...(title !== 'Saved' && { state }),
        })),
        { title: 'As it came', url: addressOf('as it came'), state: 'archived', readAt, favourite: true },
      ],
    ]);
    const at = '2025-01-01T00:00:00.000Z';
    const chosen = await sendFile(api, person, JSON.stringify({ commonplace: 1, readingList: [{ id: theirs, at }] }));
    const uuids = report.lines.map((line) => line.uuid);
    const changes = [{ state: 'archived' }, { state: 'reading' }, { favourite: true }, { progress: 0.5 }, {}];
    for (const [index, body] of changes.entries()) {
      const path = `/api/notes/${uuids[index]}/save`;
      expect((await api.call('PUT', path, { cookie, body })).status).toBe(200);
    }
    expect((await api.call('PUT', `/api/notes/${theirs}/save`, { cookie, body: { state: 'reading' } })).status).toBe(
      200,
    );
    expect(await undo(person, report)).toMatchObject({ undone: { removed: 1, left: 5 } });
    expect(await undo(person, chosen.report)).toMatchObject({ undone: { removed: 0, left: 1 } });
    const leftOf = async ({ import: { id } }: Report) =>
      (
        (await api.call('GET', `/api/imports/${id}`, { cookie })).body as unknown as {
          left: { title: string; says: string }[];
        }
      ).left;
    const moved = 'You’ve moved it in your reading list since, so it stays.';
    expect(Object.fromEntries((await leftOf(report)).map(({ title, says }) => [title, says]))).toEqual({
      Mine: 'Not everything added to this note could be undone: you’ve moved it in your reading list since.',
      Moved: moved,
      Starred: moved,
      Read: moved,
      Saved: 'You’ve put it on your reading list since, so it stays.',
    });
    expect(await leftOf(chosen.report)).toMatchObject([{ title: 'Theirs', uuid: theirs }]);
    expect((await notesOf(api, person)).map(({ title }) => title).sort()).toEqual([
      'Mine',
      'Moved',
      'Read',
      'Saved',
      'Starred',
    ]);
    expect(await readingOf(api, person, 'archived')).toEqual([['Mine', false]]);
    expect(await readingOf(api, person, 'reading')).toHaveLength(2);
  });

  test('removes reading list entries of imports from before these were recorded individually', async () => {
    const person = await api.signUp('undoes_placeless');
    const theirs = await privateNote(api, await api.signUp('undoes_placeless_other'), {
      title: 'Theirs',
      visibility: 'unlisted',
    });
    const state = 'toread' as const;
    const report = await importItems(api, person, [[{ title: 'Came', url: addressOf('came'), state }]]);
    const at = '2025-01-01T00:00:00.000Z';
    const chosen = await sendFile(api, person, JSON.stringify({ commonplace: 1, readingList: [{ id: theirs, at }] }));
    const { redis } = api.store;
    for (const { id } of [report.import, chosen.report.import]) {
      const { form: _, ...before } = JSON.parse((await redis.get<string>(keys.import(id))) ?? '') as { form: number };
      await redis.set(keys.import(id), JSON.stringify(before), { keepTtl: true });
      for (const name of await redis.hkeys(keys.importDone(id))) {
        const { place: __, ...done } = JSON.parse((await redis.hget<string>(keys.importDone(id), name)) ?? '') as {
          place?: unknown;
        };
        await redis.hset(keys.importDone(id), { [name]: JSON.stringify(done) });
      }
    }
    expect(await undo(person, report)).toMatchObject({ undone: { removed: 1, left: 0 } });
    expect(await undo(person, chosen.report)).toMatchObject({ undone: { removed: 1, left: 0 } });
    expect(await notesOf(api, person)).toEqual([]);
    expect(await readingOf(api, person, 'toread')).toEqual([]);
  });

  test('reverts imported choices, and is available to the importer only', async () => {
    const [person, other] = [await api.signUp('undoes_choices'), await api.signUp('undoes_not')];
    const theirs = await privateNote(api, other, { title: 'Shown', visibility: 'unlisted' });
    const at = '2025-01-01T00:00:00.000Z';
    const file = {
      commonplace: 1,
      readingList: [{ id: theirs, at }],
      follows: [{ id: 'tag:bread', at }],
      mutes: [{ id: 'tag:noise', at }],
      wishes: [{ id: 'more:tag:bread', at }],
      votes: [{ id: theirs, at }],
      searches: [{ query: 'bread', createdAt: at }],
    };
    const before = strFromU8(await exportOf(person, 'json'));
    const { report } = await sendFile(api, person, JSON.stringify(file));
    expect(countsOf(report)).toEqual([6, 0, 0]);
    const refused = await api.call('POST', `/api/imports/${report.import.id}/undo`, { cookie: other.cookie });
    expect(refused.status).toBe(404);
    await undo(person, report);
    expect(strFromU8(await exportOf(person, 'json'))).toBe(before);
  });
});

test('reports from the previous version can be read, and those imports cannot be undone', async () => {
  const person = await api.signUp('came_before');
  const id = '0199aaaa-0000-7000-8000-000000000001';
  const at = '2026-11-20T10:00:00.000Z';
  const counts = { at: 3, added: 1, seen: 1, refused: 1, begunAt: at, changedAt: at };
  const file = {
    name: 'old.html',
    format: 'Bookmarks (HTML)',
    size: 9,
    fingerprint: 'b'.repeat(64),
    visibility: 'private',
  };
  const { redis } = api.store;
  await redis.set(keys.import(id), JSON.stringify({ id, userId: person.user.id, ...file, ...counts, state: 'done' }));
  await redis.zadd(keys.userImports(person.user.id), { score: Date.parse(at), member: id });
  const lines = ['added', 'seen', 'refused'].map((outcome) => JSON.stringify({ place: outcome, title: 'x', outcome }));
  await redis.rpush(keys.importLines(id), ...lines);
  const report = (await api.call('GET', `/api/imports/${id}`, { cookie: person.cookie })).body as unknown as Report;
  expect(report.import).toMatchObject({ kept: 1, merged: 1, refused: 1, aside: 0 });
  expect(report.lines.map(({ outcome }) => outcome)).toEqual(['kept', 'merged', 'refused']);
  const undone = await api.call('POST', `/api/imports/${id}/undo`, { cookie: person.cookie });
  expect([undone.status, undone.body.detail]).toEqual([409, expect.stringContaining('made by an earlier version')]);
});
