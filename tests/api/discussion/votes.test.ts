import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { discussionApi } from '../../support/browser/discussion-api.ts';

let api: Api;
let ada: Person;
let crowd: Person[];
const { noteBy, said, thread } = discussionApi(() => api);
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  crowd = await Promise.all(Array.from({ length: 6 }, (_, index) => api.signUp(`reader_${index}`)));
});
afterAll(() => api.stop());

const vote = (by: Person | undefined, path: string, method = 'PUT') =>
  api.call(method, `/api/${path}/vote`, { cookie: by?.cookie });
const marks = async (by: Person, note: string) =>
  (await api.call('GET', `/api/notes/${note}/marks`, { cookie: by.cookie })).body;
const listed = async (order: string) =>
  (await api.call('GET', `/api/notes?order=${order}`)).body.notes?.map(({ uuid }) => uuid) ?? [];
const someone = () => crowd[0] as Person;

describe.each(['notes', 'comments'])('a vote on one of the %s', (kind) => {
  async function subject(by: Person): Promise<{ path: string; note: string }> {
    const note = await noteBy(by);
    return { note, path: kind === 'notes' ? `notes/${note}` : `comments/${(await said(by, note, 'x')).id}` };
  }

  test('counts once, however often it is sent, and is revoked once', async () => {
    const { path } = await subject(ada);
    const twice = [...crowd, ...crowd, ...crowd];
    await Promise.all(twice.map((person) => vote(person, path)));
    expect((await vote(someone(), path)).body).toEqual({ votes: 6, voted: true });
    await Promise.all([...crowd.slice(0, 4), ...crowd.slice(0, 4)].map((person) => vote(person, path, 'DELETE')));
    expect((await vote(someone(), path, 'DELETE')).body).toEqual({ votes: 2, voted: false });
    await Promise.all(twice.map((person, index) => vote(person, path, index % 2 ? 'PUT' : 'DELETE')));
    await Promise.all(crowd.map((person) => vote(person, path, 'DELETE')));
    expect((await vote(someone(), path, 'DELETE')).body.votes).toBe(0);
  });

  test('is refused on one’s own, on deleted ones, and without an account, with nothing written', async () => {
    const { path, note } = await subject(ada);
    const gone = await subject(ada);
    await api.call('DELETE', `/api/${gone.path}`, { cookie: ada.cookie });
    await api.settled();
    const before = await api.dump();
    const own = await vote(ada, path);
    expect([own.status, own.body.detail]).toEqual([403, expect.stringContaining('your own')]);
    expect((await vote(someone(), gone.path)).status).toBe(kind === 'notes' ? 410 : 404);
    expect((await vote(someone(), `${kind}/${uuidv7()}`)).status).toBe(404);
    expect((await vote(someone(), `${kind}/1`)).status).toBe(404);
    expect((await vote(undefined, path)).status).toBe(401);
    expect(await api.dump()).toEqual(before);
    const { note: stored } = (await api.call('GET', `/api/notes/${note}`, { cookie: ada.cookie })).body;
    await api.call('PATCH', `/api/notes/${note}`, {
      cookie: ada.cookie,
      body: { rev: stored?.rev, visibility: 'private' },
    });
    expect((await vote(someone(), path)).status).toBe(404);
  });
});

test('votes in a thread decide its order by best, and reach readers like any change', async () => {
  const note = await noteBy(ada);
  const [low, high] = [await said(ada, note, 'low'), await said(ada, note, 'high')];
  const { revision } = (await thread(note)).body;
  await vote(crowd[0], `comments/${low.id}`);
  await Promise.all([1, 2].map((index) => vote(crowd[index], `comments/${high.id}`)));
  const best = (await thread(note, '?sort=best', crowd[1])).body;
  expect(best.comments?.map(({ id, votes }) => [id, votes])).toEqual([
    [high.id, 2],
    [low.id, 1],
  ]);
  expect(best.voted).toEqual([high.id]);
  expect((await thread(note, `?after=${revision}`)).body.comments).toHaveLength(2);
});

test('hot, discussed and saved rank public notes by people’s activity', async () => {
  const [first, second, third] = [await noteBy(ada), await noteBy(ada), await noteBy(ada)];
  const order = async (name: string) => (await listed(name)).filter((uuid) => [first, second, third].includes(uuid));
  expect(await order('hot')).toEqual([third, second, first]);
  await Promise.all(crowd.map((person) => vote(person, `notes/${first}`)));
  await vote(crowd[0], `notes/${second}`);
  expect(await order('hot')).toEqual([first, second, third]);
  expect(await order('discussed')).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) await said(ada, second, `n${turn}`);
  await said(ada, third, 'one');
  expect(await order('discussed')).toEqual([second, third]);
  await api.call('PUT', `/api/notes/${third}/save`, { cookie: someone().cookie });
  expect(await order('saved')).toEqual([third]);
  expect(await order('new')).toEqual([third, second, first]);

  const hide = { cookie: ada.cookie, body: { rev: 1, visibility: 'unlisted' } };
  for (const note of [first, second, third]) await api.call('PATCH', `/api/notes/${note}`, hide);
  for (const name of ['hot', 'discussed', 'saved', 'new']) expect(await order(name)).toEqual([]);
  const show = { cookie: ada.cookie, body: { rev: 2, visibility: 'public' } };
  for (const note of [first, second, third]) await api.call('PATCH', `/api/notes/${note}`, show);
  expect(await order('hot')).toEqual([first, second, third]);
  expect(await order('discussed')).toEqual([second, third]);
  expect(await order('saved')).toEqual([third]);
});

test('a ranking is paged without gaps', async () => {
  const notes = [];
  for (let index = 0; index < 25; index += 1) notes.push(await noteBy(ada, { title: `Ranked ${index}` }));
  await Promise.all(notes.map((note, index) => vote(crowd[index % 3], `notes/${note}`)));
  const seen: string[] = [];
  for (let cursor: string | null | undefined = ''; cursor !== null;) {
    const { body } = await api.call('GET', `/api/notes?order=hot${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...(body.notes ?? []).map(({ uuid }) => uuid));
    expect((body as { counts?: unknown[] }).counts).toHaveLength(body.notes?.length ?? 0);
    cursor = body.next ?? null;
  }
  expect(new Set(seen).size).toBe(seen.length);
  for (const note of notes) expect(seen).toContain(note);
  const bad = await api.call('GET', '/api/notes?order=hot&tag=tea');
  expect([bad.status, bad.body.errors?.[0]?.path]).toEqual([400, 'order']);
  expect((await api.call('GET', '/api/notes?order=best')).status).toBe(400);
});

describe('the reading list', () => {
  const save = (by: Person, note: string, body?: object) =>
    api.call('PUT', `/api/notes/${note}/save`, { cookie: by.cookie, ...(body ? { body } : {}) });
  const unsave = (by: Person, note: string) => api.call('DELETE', `/api/notes/${note}/save`, { cookie: by.cookie });

  test('saves a note once, moves it, stars it, and removes it', async () => {
    const note = await noteBy(ada);
    await Promise.all([...crowd, ...crowd].map((person) => save(person, note)));
    expect((await save(someone(), note)).body).toMatchObject({
      saved: true,
      saves: 6,
      state: 'toread',
      progress: 0,
      favourite: false,
    });
    const moved = await save(someone(), note, { state: 'reading', progress: 0.4 });
    expect(moved.body).toMatchObject({ saved: true, saves: 6, state: 'reading', progress: 0.4, favourite: false });
    expect(moved.body).toMatchObject({ was: { state: 'toread', progress: 0, favourite: false } });
    expect((await save(someone(), note, { favourite: true })).body).toMatchObject({
      state: 'reading',
      favourite: true,
    });
    expect((await save(someone(), note)).body).toMatchObject({ progress: 0.4, favourite: true });
    expect(await marks(someone(), note)).toEqual({
      counts: { votes: 0, saves: 6, comments: 0 },
      voted: false,
      saved: { state: 'reading', progress: 0.4, favourite: true },
      progress: 0.4,
    });
    // The removed entry is returned, so that the removal can be undone.
    const was = { state: 'reading', progress: 0.4, favourite: true };
    expect((await unsave(someone(), note)).body).toMatchObject({ saved: false, favourite: true, saves: 6, was });
    expect((await save(someone(), note, { favourite: false })).body).toMatchObject({ saved: false, saves: 5 });
    expect((await unsave(someone(), note)).body).toEqual({ saved: false, favourite: false, saves: 5 });
    expect((await marks(someone(), note)).saved).toBeNull();
    expect((await save(someone(), note)).body).toMatchObject({ favourite: false });
    await unsave(someone(), note);
  });

  test('refuses unreadable notes and invalid values', async () => {
    const draft = await noteBy(ada, { visibility: 'draft' });
    expect((await save(someone(), draft)).status).toBe(404);
    expect((await save(ada, draft)).status).toBe(200);
    expect((await save(someone(), uuidv7())).status).toBe(404);
    const note = await noteBy(ada);
    for (const body of [{ progress: 1.1 }, { progress: -1 }, { state: 'lost' }, { more: 1 }]) {
      expect((await save(someone(), note, body)).status).toBe(400);
    }
  });

  test('and votes are deleted with the note', async () => {
    const note = await noteBy(ada);
    await save(someone(), note, { progress: 0.5 });
    await vote(someone(), `notes/${note}`);
    for (const place of ['notes', 'bin']) await api.call('DELETE', `/api/${place}/${note}`, { cookie: ada.cookie });
    expect((await save(someone(), note)).status).toBe(410);
    await api.settled();
    const left = [...(await api.dump())].filter(
      ([name, value]) =>
        JSON.stringify(value).includes(note) && !/^(note|changes|library:changes|notices|inbox)/.test(name),
    );
    expect(left).toEqual([]);
  });
});
