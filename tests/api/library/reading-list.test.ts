import { expect, test } from 'vitest';
import { putCopy } from '../../../src/capture/server/store/copies.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { headRevision } from '../../../src/platform/server/store/changes.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { ann, api, ask, ben, write } from '../../support/ann-and-ben.ts';

type Counts = Record<'toread' | 'reading' | 'archived', number>;
type Listed = { items: { uuid: string; title: string; progress: number }[]; counts: Counts; next: string | null };
const listOf = async (state: string) => (await ask<Listed>(ben, 'GET', `/api/reading-list?state=${state}`)).body;

test('contains saved notes with their state and reading progress', async () => {
  const uuid = await write(ann, { title: 'Saved', body: 'Some **words** to read.' });
  await ask(ben, 'PUT', `/api/notes/${uuid}/save`);
  expect(await listOf('toread')).toMatchObject({
    items: [
      {
        uuid,
        title: 'Saved',
        path: `/note/detail/${uuid}/saved`,
        excerpt: 'Some words to read.',
        minutes: 1,
        author: { handle: 'ann' },
        progress: 0,
      },
    ],
    counts: { toread: 1, reading: 0, archived: 0 },
    next: null,
  });
  await ask(ben, 'PUT', `/api/notes/${uuid}/save`, { state: 'reading', progress: 0.4 });
  expect((await listOf('toread')).items).toEqual([]);
  expect((await listOf('reading')).items).toMatchObject([{ uuid, progress: 0.4 }]);
});

test('a star is a favourite and nothing else: it puts nothing on the list, and what leaves the list keeps it', async () => {
  type Item = { note: { uuid: string }; reading: object | null };
  const dora = await api.signUp('dora_stars');
  const [mine, hers] = [await write(dora, { title: 'Mine' }), await write(ann, { title: 'Hers' })];
  const put = async (uuid: string, body?: object) =>
    (await ask<object>(dora, 'PUT', `/api/notes/${uuid}/save`, body)).body;
  const listed = async () => (await ask<Listed>(dora, 'GET', '/api/reading-list')).body;
  const placeOf = async (uuid: string) => {
    const { items } = (await ask<{ items: Item[] }>(dora, 'GET', '/api/library')).body;
    const found = items.find(({ note }) => note.uuid === uuid);
    const marks = (await ask<{ saved: object | null }>(dora, 'GET', `/api/notes/${uuid}/marks`)).body;
    expect(marks.saved === null).toBe((found?.reading ?? null) === null);
    return found && (found.reading ?? 'no place');
  };
  const starOnly = { state: null, progress: 0, favourite: true };
  for (const [uuid, saves, without] of [
    [mine, 0, 'no place'],
    [hers, 1, undefined],
  ] as const) {
    expect(await put(uuid, { favourite: false })).toEqual({ saved: false, saves: 0, favourite: false });
    expect(await put(uuid, { favourite: true })).toEqual({ saved: false, saves, favourite: true });
    expect(await listed()).toMatchObject({ items: [], counts: { toread: 0, reading: 0, archived: 0 } });
    expect(await placeOf(uuid)).toMatchObject(starOnly);
    const progress = await ask(dora, 'PUT', `/api/notes/${uuid}/progress`, { progress: 0.3 });
    expect([progress.body, (await listed()).items]).toEqual([{ progress: 0.3 }, []]);

    expect(await put(uuid)).toMatchObject({ saved: true, state: 'toread', favourite: true, saves });
    expect((await listed()).items).toMatchObject([{ uuid }]);
    expect((await ask(dora, 'DELETE', `/api/notes/${uuid}/save`)).body).toMatchObject({
      saved: false,
      favourite: true,
    });
    expect((await listed()).items).toEqual([]);
    expect(await placeOf(uuid)).toMatchObject({ ...starOnly, progress: 0.3 });
    expect(await put(uuid, { state: 'archived' })).toMatchObject({ saved: true, was: { state: null } });
    expect(await put(uuid, { state: null })).toMatchObject({ saved: false, favourite: true });
    expect(await put(uuid, { favourite: false })).toMatchObject({ saved: false, favourite: false, saves: 0 });
    expect(await placeOf(uuid)).toBe(without);
  }
  expect(await api.store.redis.exists(keys.reading(dora.user.id), keys.savers(hers))).toBe(0);
  expect((await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`)).toEqual([]);
});

test('does not count what is in the bin, and counts it again once it is restored', async () => {
  const uuid = await write(ben, { title: 'Mine to read', url: 'https://pages.example/mine' });
  await ask(ben, 'PUT', `/api/notes/${uuid}/save`);
  expect((await listOf('toread')).counts).toMatchObject({ toread: 1 });
  await ask(ben, 'DELETE', `/api/notes/${uuid}`);
  expect(await listOf('toread')).toMatchObject({ items: [], counts: { toread: 0 } });
  await ask(ben, 'POST', `/api/bin/${uuid}/restore`);
  expect(await listOf('toread')).toMatchObject({ items: [{ uuid }], counts: { toread: 1 } });
});

test('contains own notes, and a save by the author counts nowhere as a reader’s', async () => {
  const uuid = await write(ben, { title: 'Mine to read', url: 'https://pages.example/own' });
  const mostSaved = async () => (await ask<{ notes: object[] }>(undefined, 'GET', '/api/notes?order=saved')).body.notes;
  const head = () => headRevision(api.store.redis);
  const before = await head();
  expect((await ask(ben, 'PUT', `/api/notes/${uuid}/save`, { progress: 0.4 })).body).toMatchObject({ saves: 0 });
  expect((await listOf('toread')).items).toMatchObject([{ uuid, progress: 0.4 }]);
  expect([await mostSaved(), await head()]).toEqual([[], before]);
  expect((await ask(ann, 'PUT', `/api/notes/${uuid}/save`)).body).toMatchObject({ saves: 1 });
  expect(await mostSaved()).toMatchObject([{ uuid }]);
  const was = { progress: 0.4 };
  expect((await ask(ben, 'DELETE', `/api/notes/${uuid}/save`)).body).toMatchObject({ saved: false, saves: 1, was });
  expect((await listOf('toread')).items).toEqual([]);

  await ask(ben, 'PUT', `/api/notes/${uuid}/save`);
  await ask(ben, 'DELETE', `/api/notes/${uuid}`);
  await ask(ben, 'DELETE', `/api/bin/${uuid}`);
  expect(await api.store.redis.exists(keys.reading(ben.user.id), keys.readingIn(ben.user.id, 'toread'))).toBe(0);
});

test('shows and counts nothing of notes that are no longer readable, and is visible to its owner only', async () => {
  const uuid = await write(ann, { title: 'Withdrawn' });
  await ask(ben, 'PUT', `/api/notes/${uuid}/save`);
  await ask(ann, 'PATCH', `/api/notes/${uuid}`, { rev: 1, visibility: 'unlisted' });
  const { toread } = (await listOf('toread')).counts;
  expect((await listOf('toread')).items).toMatchObject([{ uuid }]);
  await ask(ann, 'PATCH', `/api/notes/${uuid}`, { rev: 2, visibility: 'private' });
  expect(await listOf('toread')).toMatchObject({ items: [], counts: { toread: toread - 1 } });
  expect((await ask<Listed>(ann, 'GET', '/api/reading-list')).body.items).toEqual([]);
  expect((await ask(undefined, 'GET', '/api/reading-list')).status).toBe(401);
  expect((await ask(ben, 'GET', '/api/reading-list?state=lost')).status).toBe(400);
});

test('stores reading progress of own copies that are not in the list, and shows the text of the copy', async () => {
  const link = { url: 'https://pages.example/article', title: 'Mine', body: 'Two lines.' };
  const uuid = await write(ann, link);
  const facts = {
    title: 'The article',
    description: '',
    author: 'Grace',
    site: 'Pages',
    language: '',
    published: null,
  };
  const page = { facts: { ...facts, image: null, canonical: null }, html: '<p>Text</p>', minutes: 12 };
  const copy = { ...page, url: link.url, at: new Date().toISOString() };
  expect((await putCopy(api.store.redis, { uuid, authorId: ann.user.id, url: link.url }, copy))?.grown).toBeGreaterThan(
    0,
  );

  expect((await ask(ben, 'PUT', `/api/notes/${uuid}/progress`, { progress: 0.4 })).status).toBe(404);
  expect((await ask(ann, 'PUT', `/api/notes/${uuid}/progress`, { progress: 1.4 })).status).toBe(400);
  expect((await ask(ann, 'PUT', `/api/notes/${uuid}/progress`, { progress: 0.4 })).body).toEqual({ progress: 0.4 });
  expect((await ask(ann, 'GET', `/api/notes/${uuid}/marks`)).body).toMatchObject({ saved: null, progress: 0.4 });
  const library = await ask<{ items: { note: { uuid: string } }[] }>(ann, 'GET', '/api/library');
  expect(library.body.items.find(({ note }) => note.uuid === uuid)).toMatchObject({
    reading: null,
    progress: 0.4,
    minutes: 12,
  });

  await ask(ann, 'PUT', `/api/notes/${uuid}/save`);
  const listed = await ask<Listed>(ann, 'GET', '/api/reading-list');
  const article = { title: 'The article', author: 'Grace', site: 'Pages' };
  expect(listed.body.items).toMatchObject([{ uuid, minutes: 12, progress: 0.4, copy: article }]);
  await ask(ann, 'DELETE', `/api/notes/${uuid}/save`);
  expect((await ask(ann, 'GET', `/api/notes/${uuid}/marks`)).body).toMatchObject({ saved: null, progress: 0.4 });
});

test('stores the furthest progress of any device, and keeps the state that was set meanwhile', async () => {
  const cleo = await api.signUp('cleo_reads');
  const uuid = await write(ann, { title: 'Read on two devices', visibility: 'public' });
  const read = (progress: number) => ask(cleo, 'PUT', `/api/notes/${uuid}/progress`, { progress });
  const saved = async () => (await ask<{ saved: object | null }>(cleo, 'GET', `/api/notes/${uuid}/marks`)).body.saved;

  expect((await read(0.2)).status).toBe(404);
  expect(await saved()).toBe(null);
  await ask(cleo, 'PUT', `/api/notes/${uuid}/save`);
  expect((await read(0.8)).body).toEqual({ progress: 0.8 });
  expect(await saved()).toMatchObject({ state: 'reading', progress: 0.8 });
  expect((await read(0.3)).body).toEqual({ progress: 0.8 });
  // An entry with further progress counts as read last.
  await api.store.redis.zadd(keys.readingIn(cleo.user.id, 'reading'), { score: 1, member: uuid });
  const readAt = async () =>
    (await ask<{ items: { changedAt: string }[] }>(cleo, 'GET', '/api/reading-list?state=reading')).body.items[0]
      ?.changedAt;
  expect((await read(0.85)).body).toEqual({ progress: 0.85 });
  expect(await readAt()).not.toBe(new Date(1).toISOString());
  // Archived on another device while it is still open here.
  await ask(cleo, 'PUT', `/api/notes/${uuid}/save`, { state: 'archived' });
  expect((await read(0.9)).body).toEqual({ progress: 0.9 });
  expect(await saved()).toMatchObject({ state: 'archived', progress: 0.9 });
  expect((await read(0)).body).toEqual({ progress: 0 });
  await ask(cleo, 'DELETE', `/api/notes/${uuid}/save`);
  expect((await read(1)).status).toBe(404);
  expect(await saved()).toBe(null);
});
