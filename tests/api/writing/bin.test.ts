import { afterAll, beforeAll, expect, test } from 'vitest';
import { moderationOf } from '../../support/moderation.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { emptyBin } from '../../../src/notes/server/notes.ts';
import { readUser } from '../../../src/people/server/people.ts';
import { limits } from '../../../src/platform/model/limits.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { binEnd } from '../../../src/writing/server/routes-bin.ts';
import { defaultPassword, startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
let grace: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  grace = await api.signUp('grace');
});
afterAll(() => api.stop());

const write = async (note: object, by = ada) =>
  (await api.call('POST', '/api/notes', { cookie: by.cookie, body: note })).body.note?.uuid ?? '';
const read = (uuid: string, by?: Person) => api.call('GET', `/api/notes/${uuid}`, { cookie: by?.cookie });
const remove = (uuid: string, by = ada) => api.call('DELETE', `/api/notes/${uuid}`, { cookie: by.cookie });
const restore = (uuid: string, by = ada) => api.call('POST', `/api/bin/${uuid}/restore`, { cookie: by.cookie });
const deleteForGood = (uuid: string, by = ada) => api.call('DELETE', `/api/bin/${uuid}`, { cookie: by.cookie });
const bin = async (by = ada, query = '') =>
  (await api.call('GET', `/api/bin${query}`, { cookie: by.cookie })).body as unknown as {
    total: number;
    notes: { uuid: string; title: string; deletedAt: string; until: string }[];
    next: string | null;
  };
const faults = async () => (await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`);

/**
 * A link with everything that can belong to it: a copy, a highlight, revisions, a thread, votes and reading list
 * entries.
 */
async function richNote(url = 'https://example.org/page'): Promise<string> {
  const uuid = await write({ title: 'A page', body: 'One [[two]].', url, tags: ['tea'] });
  await api.store.redis.set(keys.copy(uuid), 'packed');
  await api.store.redis.hset(keys.highlights(uuid), { h1: '{"quote":"words"}' });
  await api.store.redis.set(keys.noteImported(uuid), '{"fields":[]}');
  await api.call('PATCH', `/api/notes/${uuid}`, { cookie: ada.cookie, body: { rev: 1, title: 'The page' } });
  await api.call('POST', `/api/notes/${uuid}/comments`, { cookie: grace.cookie, body: { body: 'I agree.' } });
  await api.call('PUT', `/api/notes/${uuid}/vote`, { cookie: grace.cookie });
  await api.call('PUT', `/api/notes/${uuid}/save`, { cookie: grace.cookie, body: { progress: 0.4, favourite: true } });
  await api.call('PUT', `/api/notes/${uuid}/save`, { cookie: ada.cookie });
  return uuid;
}

/** The store without counters of calls and changes. */
async function everything(): Promise<[string, unknown][]> {
  const dump = await api.dump();
  return [...dump].flatMap(([key, value]): [string, unknown][] => {
    if (/^(head|changes|library:changes:.*|publish:.*|user:.*:bytes|inbox:.*|notices:.*)$/.test(key)) return [];
    return [[key, value]];
  });
}

test('a deleted note disappears for everyone at once, and is restored from the bin with everything that belongs to it', async () => {
  const uuid = await richNote();
  const before = await everything();
  expect((await remove(uuid)).status).toBe(204);
  for (const visitor of [undefined, ada, grace]) expect((await read(uuid, visitor)).status).toBe(410);
  const listed = await api.call('GET', '/api/notes?tag=tea');
  expect(listed.body.notes).toEqual([]);
  const saved = await api.call('GET', '/api/reading-list', { cookie: grace.cookie });
  expect(JSON.stringify(saved.body)).not.toContain(uuid);
  expect(await faults()).toEqual([]);

  const { total, notes } = await bin();
  expect(total).toBe(1);
  expect(notes).toMatchObject([{ uuid, title: 'The page' }]);
  const kept = Date.parse(notes[0]?.until ?? '') - Date.parse(notes[0]?.deletedAt ?? '');
  expect(kept).toBe(limits.binDays * 86_400_000);
  expect((await bin(grace)).notes).toEqual([]);

  const back = await restore(uuid);
  expect(back.status).toBe(200);
  expect(back.body).toMatchObject({ note: { uuid, rev: 2, title: 'The page' }, path: `/note/detail/${uuid}/the-page` });
  expect(await everything()).toEqual(before);
  expect((await read(uuid)).status).toBe(200);
  expect((await bin()).notes).toEqual([]);
  expect(await faults()).toEqual([]);
});

test('restoring a note that is already restored changes nothing', async () => {
  const uuid = await write({ title: 'Twice' });
  await remove(uuid);
  const [one, two] = await Promise.all([restore(uuid), restore(uuid)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  const before = await api.dump();
  expect((await restore(uuid)).body.note?.rev).toBe(1);
  expect(await api.dump()).toEqual(before);
});

test('nobody else can read, restore or empty a person’s bin', async () => {
  const uuid = await write({ title: 'Mine' });
  await remove(uuid);
  const before = await everything();
  expect((await restore(uuid, grace)).status).toBe(410);
  expect((await deleteForGood(uuid, grace)).status).toBe(404);
  expect((await api.call('DELETE', '/api/bin', { cookie: grace.cookie })).body).toEqual({ emptied: 0, isDone: true });
  expect((await api.call('GET', '/api/bin')).status).toBe(401);
  expect(await everything()).toEqual(before);
  const others = await write({ title: 'Not in a bin' }, grace);
  expect((await restore(others)).status).toBe(403);
});

test('a permanently deleted note leaves only a tombstone and cannot be restored', async () => {
  await api.call('DELETE', '/api/bin', { cookie: ada.cookie });
  const uuid = await richNote('https://example.org/other');
  await remove(uuid);
  expect((await deleteForGood(uuid)).status).toBe(204);
  expect((await deleteForGood(uuid)).status).toBe(404);
  expect((await restore(uuid)).status).toBe(410);
  expect((await read(uuid, ada)).status).toBe(410);
  const left = [...(await api.dump())].filter(([key, value]) => `${key} ${JSON.stringify(value)}`.includes(uuid));
  // Its thread remains, as for every deleted note.
  const others = left
    .map(([key]) => key)
    .filter((key) => !/^(thread|comment|comments|changes|library:changes|inbox)/.test(key));
  expect(others).toEqual([keys.note(uuid)]);
  expect(await faults()).toEqual([]);
});

test('emptying the bin deletes all of it, and the schedule deletes notes after 30 days', async () => {
  await api.call('DELETE', '/api/bin', { cookie: ada.cookie });
  const uuids = [];
  for (let at = 0; at < 25; at += 1) uuids.push(await write({ title: `Note ${at}` }));
  for (const uuid of uuids) await remove(uuid);
  const first = await bin();
  const second = await bin(ada, `?cursor=${first.next}`);
  expect([first.total, first.notes.length, second.notes.length, second.next]).toEqual([25, 20, 5, null]);
  expect([...first.notes, ...second.notes].map(({ uuid }) => uuid)).toEqual(uuids.toReversed());
  const goOn = () => true;
  const almost = new Date(Date.now() + limits.binDays * 86_400_000 - 60_000);
  expect(await emptyBin(api.store.redis, { until: binEnd(almost) }, goOn)).toMatchObject({ emptied: 0, isDone: true });
  await api.store.redis.zadd(keys.bins, { score: 1, member: uuids[0] ?? '' });
  expect(await emptyBin(api.store.redis, { until: binEnd(almost) }, goOn)).toMatchObject({ emptied: 1, isDone: true });
  // One was deleted while the clock was a year ahead.
  await api.store.redis.zadd(keys.bin(ada.user.id), { score: Date.now() + 3.2e10, member: uuids[1] ?? '' });
  expect((await api.call('DELETE', '/api/bin', { cookie: ada.cookie })).body).toEqual({ emptied: 24, isDone: true });
  expect((await bin()).total).toBe(0);
});

test('a restored note passes the moderation check like a new one', async () => {
  const uuid = await write({ title: 'A link', url: 'https://bad.example/page' });
  await remove(uuid);
  const place = moderationOf(api);
  const mod = await place.withRole('mod', 'moderator');
  const { entry } = await place.decide(mod, { action: 'ban-domain', domain: 'bad.example' });
  const refused = await restore(uuid);
  await place.decide(mod, { action: 'undo', entry: entry.id });
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('bad.example')]);
  expect((await bin()).notes.map((note) => note.uuid)).toContain(uuid);
  expect((await restore(uuid)).status).toBe(200);
});

test('a note pending review is still pending after it is restored', async () => {
  const place = moderationOf(api);
  const mod = await place.withRole('second_mod', 'moderator');
  const author = await api.signUp('newcomer');
  const spam = { title: 'Buy', body: 'https://a.example https://b.example https://c.example https://d.example' };
  const { uuid, hidden } = await place.write(author, spam);
  expect(hidden?.kind).toBe('held');
  await remove(uuid, author);
  expect((await restore(uuid, author)).body.note?.hidden?.kind).toBe('held');
  expect((await read(uuid)).status).toBe(404);
  expect(await place.caseOf(mod, uuid, 'held')).toBeDefined();
  expect(await faults()).toEqual([]);
});

test('moderation decisions stay in force while a note is in the bin', async () => {
  const place = moderationOf(api);
  const mod = await place.withRole('third_mod', 'moderator');
  const author = await api.signUp('accused');
  const write = async () =>
    (await place.write(author, { title: 'Accused', body: `Words ${crypto.randomUUID()}` })).uuid;

  // Deleting a reported note does not close the report.
  const hidden = await write();
  await place.report(grace, 'note', hidden);
  await remove(hidden, author);
  const decision = { subject: 'note', id: hidden };
  const refused = await place.decide(mod, { action: 'hide', ...decision });
  expect([refused.status, refused.body.detail]).toEqual([410, expect.stringContaining('can bring it back')]);
  expect(await place.caseOf(mod, hidden)).toBeDefined();
  expect((await place.decide(mod, { action: 'remove', ...decision })).status).toBe(410);
  expect((await restore(hidden, author)).status).toBe(410);

  // Earlier decisions that were revoked since no longer apply.
  const lifted = await write();
  const [{ entry }, lock] = [
    await place.decide(mod, { action: 'hide', subject: 'note', id: lifted }),
    await place.decide(mod, { action: 'lock', subject: 'note', id: lifted }),
  ];
  await remove(lifted, author);
  for (const { id } of [entry, lock.entry]) await place.decide(mod, { action: 'undo', entry: id });
  expect((await restore(lifted, author)).body.note).not.toMatchObject({ hidden: {} });
  expect((await read(lifted)).status).toBe(200);
});

test('a note hidden along with all its author’s notes stays hidden when restored, even after the ban has expired', async () => {
  const place = moderationOf(api);
  const mod = await place.withRole('fourth_mod', 'moderator');
  const author = await api.signUp('banned_before');
  const { uuid } = await place.write(author, { title: 'Hidden with me' });
  const ban = { action: 'ban', subject: 'person', id: author.user.id, days: null, writings: 'hide' };
  const { entry } = await place.decide(mod, ban);
  expect((await read(uuid)).status).toBe(404);
  const [user, key] = [await readUser(api.store.redis, author.user.id), keys.user(author.user.id)];
  const over = { ...user, standing: { ...user?.standing, until: new Date(Date.now() - 1000).toISOString() } };
  await api.store.redis.set(key, JSON.stringify(over));

  await remove(uuid, author);
  expect((await restore(uuid, author)).body.note?.hidden?.kind).toBe('with-author');
  expect((await read(uuid)).status).toBe(404);

  await remove(uuid, author);
  await place.decide(mod, { action: 'undo', entry: entry.id });
  await restore(uuid, author);
  expect((await read(uuid)).status).toBe(200);
});

test('emptying the bin twice at once, or with wrong ids, works', async () => {
  const author = await api.signUp('tidies_up');
  for (let at = 0; at < 6; at += 1)
    await remove(await write({ title: `Tidy ${at}`, visibility: 'private' }, author), author);
  await api.store.redis.zadd(keys.bin(author.user.id), { score: 1, member: crypto.randomUUID() });
  const answers = await Promise.all([1, 2, 3].map(() => api.call('DELETE', '/api/bin', { cookie: author.cookie })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await bin(author)).total).toBe(0);
  expect(await faults()).toEqual([]);
});

test('deleting an account deletes its bin', async () => {
  const linus = await api.signUp('linus');
  const uuid = await write({ title: 'Secret thoughts' }, linus);
  await remove(uuid, linus);
  const gone = await api.call('POST', '/api/account/deletion', {
    cookie: linus.cookie,
    body: { current: defaultPassword, writings: 'keep' },
  });
  expect(gone.status).toBe(200);
  await api.settled();
  expect(JSON.stringify([...(await api.dump())])).not.toContain('Secret thoughts');
  expect(await faults()).toEqual([]);
});
