import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { Duplicates, LibraryActionResult, LibraryPage } from '../../../src/mine/model/library.ts';
import { mergeInto } from '../../../src/mine/server/duplicates.ts';
import { findUserByHandle } from '../../../src/people/server/people.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
});
afterAll(() => api.stop());

const write = async (note: object) =>
  (await api.call('POST', '/api/notes', { cookie: ada.cookie, body: note })).body.note?.uuid ?? '';
const found = async () => {
  const { body } = await api.call('GET', '/api/library/duplicates', { cookie: ada.cookie });
  const { groups, total } = Duplicates.parse(body);
  return { titles: groups.map((group) => group.map(({ note }) => note.title)), total };
};
const merge = async (keep: string, others: string[]) => {
  const answer = await api.call('POST', '/api/library/merge', { cookie: ada.cookie, body: { keep, others } });
  expect(answer.status).toBe(200);
  return LibraryActionResult.parse(answer.body);
};
const undo = async ({ undo: actions }: LibraryActionResult) => {
  const refused: string[] = [];
  for (const body of actions) {
    const answer = await api.call('POST', '/api/library/actions', { cookie: ada.cookie, body });
    refused.push(...LibraryActionResult.parse(answer.body).refused.map(({ reason }) => reason));
  }
  return refused;
};
const bodyOf = async (uuid: string) =>
  (await api.call('GET', `/api/notes/${uuid}`, { cookie: ada.cookie })).body.note?.body;
const points = [{ text: 'A point.', quote: 'Mine.' }];
const storedOf = async (uuid: string) => JSON.parse((await api.store.redis.get(keys.note(uuid))) ?? '{}') as object;
/** Stores key points, as if a model had written them. */
const givePoints = async (uuid: string) =>
  api.store.redis.set(keys.note(uuid), JSON.stringify({ ...(await storedOf(uuid)), points }));
const pointsOf = async (uuid: string) => ('points' in (await storedOf(uuid)) ? points : undefined);
const giveHighlight = async (uuid: string, quote: string) =>
  api.store.redis.hset(keys.highlights(uuid), {
    [quote]: JSON.stringify({
      ...{ id: '0198c0de-0000-7000-8000-000000000001', quote, prefix: '', suffix: '', start: 0, comment: '' },
      ...{ createdAt: '2026-11-21T09:30:00.000Z', updatedAt: '2026-11-21T09:30:00.000Z' },
    }),
  });
const itemOf = async (uuid: string) => {
  const { body } = await api.call('GET', '/api/library', { cookie: ada.cookie });
  return LibraryPage.parse(body).items.find(({ note }) => note.uuid === uuid);
};

test('notes with the same link or text are found and merged with everything they have, and undo restores them', async () => {
  const url = 'https://example.org/page';
  const keep = await write({ title: 'First', body: 'Mine.', url, tags: ['tea'], visibility: 'private' });
  const other = await write({
    ...{ title: 'Second', body: 'More.', tags: ['web'], visibility: 'draft' },
    url: 'https://EXAMPLE.org/page/?utm_source=x',
  });
  await write({ title: 'Same', body: 'words' });
  await write({ title: 'Same', body: 'words\n' });
  await write({ title: 'Another', url: 'https://example.org/page#part' });
  await api.store.redis.set(keys.copy(other), 'packed');
  await giveHighlight(other, 'q');
  const made = await api.call('POST', '/api/collections', { cookie: ada.cookie, body: { name: 'Teas' } });
  const { id } = (made.body as unknown as { collection: { id: string } }).collection;
  await api.call('PUT', `/api/collections/${id}/notes/${other}`, { cookie: ada.cookie });
  await api.call('PUT', `/api/notes/${other}/save`, {
    cookie: ada.cookie,
    body: { state: 'archived', favourite: true },
  });
  expect(await found()).toEqual({
    titles: expect.arrayContaining([
      ['First', 'Second'],
      ['Same', 'Same'],
    ]) as unknown,
    total: 2,
  });

  const acted = await merge(keep, [other]);
  expect(acted).toMatchObject({ done: [other], refused: [] });
  expect(await itemOf(keep)).toMatchObject({
    note: { tags: ['tea', 'web'], rev: 2 },
    highlights: 1,
    reading: { state: 'archived', favourite: true },
    collections: [id],
  });
  expect((await api.call('GET', `/api/notes/${keep}`, { cookie: ada.cookie })).body.note?.body).toBe('Mine.\n\nMore.');
  expect(await api.store.redis.exists(keys.copy(keep))).toBe(1);
  expect((await found()).total).toBe(1);
  expect(await undo(acted)).toEqual([]);
  expect([await bodyOf(keep), await bodyOf(other)]).toEqual(['Mine.', 'More.']);
  expect(await api.store.redis.exists(keys.copy(keep), keys.copy(other))).toBe(1);
  expect(await itemOf(other)).toMatchObject({ note: { title: 'Second' }, highlights: 1 });
  expect(await itemOf(keep)).toMatchObject({
    ...{ note: { tags: ['tea'] }, highlights: 0 },
    ...{ reading: null, collections: [] },
  });
  expect((await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`)).toEqual([]);
});

test('undo keeps merged text in a note that was changed since, and keeps key points where no text was added', async () => {
  const url = 'https://example.org/changed-since';
  const keep = await write({ title: 'One', body: 'Mine.', url, tags: ['tea'], visibility: 'private' });
  const other = await write({ title: 'Two', body: 'More.', url, tags: ['web'], visibility: 'private' });
  const acted = await merge(keep, [other]);
  const change = { rev: 2, body: 'Mine.\n\nMore.\n\nSince.' };
  expect((await api.call('PATCH', `/api/notes/${keep}`, { cookie: ada.cookie, body: change })).status).toBe(200);
  expect(await undo(acted)).toEqual([expect.stringContaining('has been changed since')]);
  expect(await bodyOf(keep)).toBe(change.body);
  expect(await itemOf(keep)).toMatchObject({ note: { tags: ['tea'] } });

  const silent = await write({ title: 'Three', url, tags: ['sun'], visibility: 'private' });
  await givePoints(keep);
  const withTags = await merge(keep, [silent]);
  expect([withTags.done, await pointsOf(keep)]).toEqual([[silent], points]);
  expect(await undo(withTags)).toEqual([]);
  expect([await bodyOf(keep), await pointsOf(keep)]).toEqual([change.body, points]);
});

test('undo also reverts what was merged from a note that stayed because it was edited at the same moment', async () => {
  const url = 'https://example.org/one-stays';
  const [keep, still, typed] = [
    await write({ title: 'Keep', url, visibility: 'private' }),
    await write({ title: 'Still', url, body: 'Still.', visibility: 'private' }),
    await write({ title: 'Typed', url, body: 'Before.', visibility: 'private' }),
  ];
  await giveHighlight(still, 'one');
  await giveHighlight(typed, 'two');
  await found();
  const author = await findUserByHandle(api.store.redis, 'ada');
  if (!author) throw new Error('Ada is missing.');
  const room = Promise.withResolvers<undefined>();
  const merging = mergeInto(
    api.store.redis,
    { author, now: new Date(), rateScale: 1 },
    { keep, others: [still, typed] },
    room.promise,
  );
  const change = { rev: 1, body: 'Typed.' };
  expect((await api.call('PATCH', `/api/notes/${typed}`, { cookie: ada.cookie, body: change })).status).toBe(200);
  room.resolve(undefined);
  const acted = await merging;
  expect(acted).toMatchObject({ done: [still], refused: [{ uuid: typed }] });
  expect(await itemOf(keep)).toMatchObject({ highlights: 2 });
  expect(await undo(acted)).toEqual([]);
  expect([await bodyOf(keep), await bodyOf(typed)]).toEqual(['', 'Typed.']);
  for (const [uuid, highlights] of [[keep, 0] as const, [still, 1] as const, [typed, 1] as const]) {
    expect(await itemOf(uuid)).toMatchObject({ highlights });
  }
});

test('a note listed as its own duplicate in the undo data keeps its highlights and its copy', async () => {
  const uuid = await write({ title: 'Alone', url: 'https://example.org/alone', visibility: 'private' });
  await api.store.redis.set(keys.copy(uuid), 'packed');
  await giveHighlight(uuid, 'mine');
  const refused = await undo({
    ...{ done: [], refused: [] },
    undo: [{ action: 'unmerge', ids: [uuid], others: [uuid], copyOf: uuid, rev: 1, to: 1 }],
  });
  expect(refused).toEqual([]);
  expect(await api.store.redis.exists(keys.copy(uuid), keys.highlights(uuid))).toBe(2);
});

test('a merge publishes nothing private and loses nothing: notes that cannot be merged are refused and stay', async () => {
  const url = 'https://example.org/open';
  const open = await write({ title: 'Open', url, tags: ['a', 'b', 'c', 'd', 'e'] });
  const secret = await write({ title: 'Secret', body: 'Private words.', url, visibility: 'private' });
  const tagged = await write({ title: 'Tagged', url, tags: ['f', 'g', 'h', 'i'], visibility: 'public' });
  const unlike = await write({ title: 'Unlike', url: 'https://example.org/else' });
  const acted = await merge(open, [secret, tagged, unlike]);
  expect(acted.done).toEqual([]);
  expect(Object.fromEntries(acted.refused.map(({ uuid, reason }) => [uuid, reason]))).toMatchObject({
    [secret]: expect.stringContaining('aren’t meant for them') as unknown,
    [tagged]: expect.stringContaining('more than 8 tags') as unknown,
    [unlike]: expect.stringContaining('something else') as unknown,
  });
  for (const uuid of [open, secret, tagged, unlike]) expect(await itemOf(uuid)).toBeDefined();
  expect((await api.call('GET', `/api/notes/${open}`, {})).body.note?.body).toBe('');
  const marked = await write({ title: 'Marked', url, tags: ['divorce'], visibility: 'private' });
  expect((await merge(open, [marked])).refused.map(({ uuid }) => uuid)).toEqual([marked]);
  const unread = await write({ title: 'Unread', body: 'For people.', url, visibility: 'public', noModel: true });
  const forModels = [{ uuid: unread, reason: expect.stringContaining('no language model') as unknown }];
  expect((await merge(open, [unread])).refused).toEqual(forModels);
  // The other way round is fine: nothing becomes visible that was not visible before.
  expect((await merge(secret, [open])).done).toEqual([open]);
});

test('merging notes into each other at the same moment never deletes all of them', async () => {
  const url = 'https://example.org/at-once';
  for (let turn = 0; turn < 3; turn += 1) {
    const all = await Promise.all(['One', 'Two', 'Three'].map((title) => write({ title, url: `${url}-${turn}` })));
    await found();
    const acted = await Promise.all(
      all.map((keep) =>
        merge(
          keep,
          all.filter((uuid) => uuid !== keep),
        ),
      ),
    );
    const kept = await Promise.all(all.map(itemOf));
    expect({ left: kept.filter(Boolean).length, acted }).not.toMatchObject({ left: 0 });
  }
});

test('text typed elsewhere during a merge is in one of the remaining notes, and if both remain nothing was merged', async () => {
  const refused: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const url = `https://example.org/typed-${turn}`;
    const keep = await write({ title: 'One', url, visibility: 'private' });
    const other = await write({ title: 'Two', url, body: 'Before.', tags: ['two'], visibility: 'private' });
    await api.call('PUT', `/api/notes/${other}/save`, { cookie: ada.cookie, body: { favourite: true } });
    await found();
    await givePoints(keep);
    const type = async () => {
      // Each round types at a later moment of the merge.
      for (let trips = 0; trips < turn; trips += 1) await api.store.redis.ping();
      const body = { rev: 1, body: `Typed ${turn}` };
      return (await api.call('PATCH', `/api/notes/${other}`, { cookie: ada.cookie, body })).status;
    };
    const [merged, typed] = await Promise.all([merge(keep, [other]), type()]);
    refused.push(...merged.refused.map(({ reason }) => reason));
    if (merged.done.length === 0) {
      expect(await itemOf(keep)).toMatchObject({ note: { tags: [] }, excerpt: '', reading: null });
      expect(await pointsOf(keep)).toEqual(points);
    }
    const left = await Promise.all(
      [keep, other].map(
        async (uuid) => (await api.call('GET', `/api/notes/${uuid}`, { cookie: ada.cookie })).body.note?.body,
      ),
    );
    expect({ turn, typed, left: left.includes(`Typed ${turn}`) }).toEqual({ turn, typed, left: typed === 200 });
  }
  expect(refused).toContainEqual(expect.stringContaining('changed elsewhere just then'));
});
