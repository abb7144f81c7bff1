import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { uuidsOf } from '../../../src/library/server/collections.ts';
import { LibraryActionResult, LibraryPage, type LibraryAction } from '../../../src/mine/model/library.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
let grace: Person;
let turn = 0;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  turn += 1;
  ada = await api.signUp(`ada${turn}`);
  grace = await api.signUp(`grace${turn}`);
});
afterAll(() => api.stop());

const write = async (note: object, by = ada) =>
  (await api.call('POST', '/api/notes', { cookie: by.cookie, body: note })).body.note?.uuid ?? '';
const items = async () =>
  LibraryPage.parse((await api.call('GET', '/api/library?sort=title', { cookie: ada.cookie })).body).items;
/** Everything that undo has to restore, except the revisions that undo itself adds. */
const state = async () =>
  (await items()).map(({ note: { rev: _rev, updatedAt: _at, ...note }, ...item }) => ({ ...item, note }));
const act = async (action: LibraryAction, by = ada) => {
  const { status, body } = await api.call('POST', '/api/library/actions', { cookie: by.cookie, body: action });
  expect(status).toBe(200);
  return LibraryActionResult.parse(body);
};
const undo = async ({ undo: actions }: LibraryActionResult) => {
  for (const action of actions) await act(action);
};
const faults = async () => (await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`);

test('each action applies to all selected notes, and its undo data restores everything', async () => {
  const ids = [
    await write({ title: 'One', tags: ['tea'], visibility: 'draft' }),
    await write({ title: 'Two', tags: ['tea', 'web'], visibility: 'private' }),
    await write({ title: 'Three' }),
  ];
  const saved = await write({ title: 'Zed', tags: ['hers'] }, grace);
  const place = { state: 'toread', progress: 0.4, favourite: true };
  await api.call('PUT', `/api/notes/${saved}/save`, { cookie: ada.cookie, body: place });
  await api.call('PUT', `/api/notes/${ids[0]}/save`, { cookie: ada.cookie, body: { state: 'archived' } });
  const starred = await write({ title: 'Yes' }, grace);
  await api.call('PUT', `/api/notes/${starred}/save`, { cookie: ada.cookie, body: { favourite: true } });
  const all = [...ids, starred, saved];
  const made = await api.call('POST', '/api/collections', { cookie: ada.cookie, body: { name: 'Shelved' } });
  const { collection } = z
    .object({ collection: z.object({ id: z.string() }).transform(({ id }) => id) })
    .parse(made.body);
  const before = await state();

  const actions: [LibraryAction, (items: Awaited<ReturnType<typeof state>>) => unknown, unknown][] = [
    [
      { action: 'tag', ids, tags: ['web', 'new'] },
      (now) => now.map(({ note }) => note.tags.includes('new')),
      [true, true, true, false, false],
    ],
    [
      { action: 'untag', ids, tags: ['tea'] },
      (now) => now.map(({ note }) => note.tags.includes('tea')),
      [false, false, false, false, false],
    ],
    [
      { action: 'visibility', ids, visibility: 'private' },
      (now) => now.map(({ note }) => note.visibility),
      ['private', 'private', 'private', 'public', 'public'],
    ],
    [
      { action: 'read', ids: all, state: 'archived' },
      (now) => now.map(({ reading }) => reading?.state),
      ['archived', 'archived', 'archived', 'archived', 'archived'],
    ],
    [
      { action: 'read', ids: all, state: null },
      (now) => now.map(({ reading }) => reading?.state),
      [undefined, undefined, undefined, null, null],
    ],
    [
      { action: 'star', ids: all, favourite: true },
      (now) => now.map(({ reading }) => [reading?.state, reading?.favourite]),
      [
        ['archived', true],
        [null, true],
        [null, true],
        [null, true],
        ['toread', true],
      ],
    ],
    [
      { action: 'star', ids: all, favourite: false },
      (now) => now.map(({ reading }) => reading?.state),
      ['archived', undefined, undefined, 'toread'],
    ],
    [
      { action: 'collect', ids: all, collection },
      (now) => now.map((item) => item.collections),
      Array(5).fill([collection]),
    ],
    [{ action: 'delete', ids: all }, (now) => now, []],
  ];
  for (const [action, seen, expected] of actions) {
    const acted = await act(action);
    expect(acted.refused, action.action).toEqual([]);
    expect(seen(await state()), action.action).toEqual(expected);
    await undo(acted);
    expect(await state(), action.action).toEqual(before);
  }
  expect(await faults()).toEqual([]);
});

test('items that cannot be changed are refused with a reason, and the others are processed', async () => {
  const full = await write({ title: 'Full', tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] });
  const free = await write({ title: 'Free' });
  const hers = await write({ title: 'Hers' }, grace);
  const secret = await write({ title: 'Secret', visibility: 'private' }, grace);

  const acted = await act({ action: 'tag', ids: [full, free, hers, secret], tags: ['tea'] });
  expect(acted.done).toEqual([free]);
  expect(acted.refused.map(({ uuid }) => uuid).toSorted()).toEqual([full, hers, secret].toSorted());
  expect(acted.refused.find(({ uuid }) => uuid === full)?.reason).toContain('at most 8 tags');
  expect((await act({ action: 'read', ids: [secret], state: 'toread' })).done).toEqual([]);
  expect((await act({ action: 'delete', ids: [hers, secret] })).done).toEqual([]);
  expect((await items()).map(({ note }) => note.title)).toEqual(['Free', 'Full']);
});

test('deleting removes other people’s notes from collections too, and says why a commented note stays', async () => {
  const saved = await write({ title: 'Saved' }, grace);
  const commented = await write({ title: 'Commented' }, grace);
  const made = await api.call('POST', '/api/collections', { cookie: ada.cookie, body: { name: 'Shelved' } });
  const { id: collection } = z.object({ collection: z.object({ id: z.string() }) }).parse(made.body).collection;
  await act({ action: 'collect', ids: [saved], collection });
  const path = `/api/notes/${commented}/comments`;
  expect((await api.call('POST', path, { cookie: ada.cookie, body: { body: 'Well said.' } })).status).toBe(201);
  const before = await state();
  const acted = await act({ action: 'delete', ids: [saved, commented] });
  expect(acted.done).toEqual([saved]);
  expect(acted.refused).toMatchObject([
    { uuid: commented, reason: expect.stringContaining('your comments') as string },
  ]);
  expect(await items()).toEqual([]);
  expect(await uuidsOf(api.store.redis, collection)).toEqual([]);
  await undo(acted);
  expect(await state()).toEqual(before);
  expect(await faults()).toEqual([]);
});

test('suspended people and visitors cannot run actions', async () => {
  const uuid = await write({ title: 'One' });
  const body = { action: 'delete', ids: [uuid] };
  expect((await api.call('POST', '/api/library/actions', { body })).status).toBe(401);
  const wrong = { action: 'delete', ids: [] };
  expect((await api.call('POST', '/api/library/actions', { cookie: ada.cookie, body: wrong })).status).toBe(400);
});

test('undoing a removal from a collection restores the note’s position, or puts it first where its neighbours are gone', async () => {
  const made = await api.call('POST', '/api/collections', { cookie: ada.cookie, body: { name: 'In order' } });
  const { id: collection } = z.object({ collection: z.object({ id: z.string() }) }).parse(made.body).collection;
  const uuids: string[] = [];
  for (const title of ['A', 'B', 'C', 'D', 'E']) uuids.push(await write({ title }));
  const [a = '', b = '', c = '', d = '', e = ''] = uuids;
  await act({ action: 'collect', ids: uuids, collection });
  const taken = await act({ action: 'uncollect', ids: [d, a, c], collection });
  expect(await uuidsOf(api.store.redis, collection)).toEqual([b, e]);
  await undo(taken);
  expect(await uuidsOf(api.store.redis, collection)).toEqual(uuids);
  const again = await act({ action: 'uncollect', ids: [c], collection });
  await act({ action: 'uncollect', ids: [b], collection });
  await undo(again);
  expect(await uuidsOf(api.store.redis, collection)).toEqual([c, a, d, e]);
});

test('an undo of the maximum number of notes, each with its times, fits into one call', async () => {
  const ids = Array.from({ length: 1000 }, () => randomUUID());
  const was = '2026-11-27T09:00:00.000Z';
  const times = ids.map(() => ({ savedAt: was, changedAt: was }));
  const { refused } = await act({ action: 'read', ids, state: 'toread', progress: 0, favourite: false, times });
  expect(refused).toHaveLength(1000);
});

test('an undo leaves what was done after the action: a star the list, a place in the list the star', async () => {
  const [own, hers] = [await write({ title: 'Own' }), await write({ title: 'Yes' }, grace)];
  const ids = [own, hers];
  const places = async () => (await items()).map(({ reading }) => reading && [reading.state, reading.favourite]);
  const archive: LibraryAction = { action: 'read', ids, state: 'archived' };
  const star: LibraryAction = { action: 'star', ids, favourite: true };
  const archived = await act(archive);
  const starred = await act(star);
  const restarred = await act({ ...star, favourite: false });
  await act({ ...archive, state: null });
  expect(await act({ ...archive, state: null })).toMatchObject({ done: [], undo: [] });
  await undo(restarred);
  expect(await act({ ...archive, state: null })).toMatchObject({ done: [], undo: [] });
  await act({ ...archive, state: 'toread' });
  await undo(starred);
  expect(await places()).toEqual(['toread', 'toread'].map((each) => [each, false]));
  await act(star);
  await undo(archived);
  expect(await places()).toEqual(ids.map(() => [null, true]));
  // How far it was read and since when it is in the library leave with the star, if nothing else keeps them.
  await api.call('PUT', `/api/notes/${hers}/progress`, { cookie: ada.cookie, body: { progress: 0.4 } });
  const before = await state();
  const unstarred = await act({ ...star, favourite: false });
  await act({ ...archive, ids: [own] });
  await undo(unstarred);
  expect((await state()).filter(({ note }) => note.uuid === hers)).toEqual(
    before.filter(({ note }) => note.uuid === hers),
  );
  expect((await places()).toSorted()).toEqual(
    [
      [null, true],
      ['archived', true],
    ].toSorted(),
  );
});
