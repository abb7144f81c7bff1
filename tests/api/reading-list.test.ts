import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../support/api.ts';

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.store.redis.flushall();
  ann = await api.signUp('ann');
  ben = await api.signUp('ben');
});

/** A call of someone, and its answer's body as this call promises it. */
async function ask<Body>(person: Person | undefined, method: string, path: string, body?: unknown) {
  const answer = await api.call(method, path, { cookie: person?.cookie, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: answer.body as unknown as Body, detail: answer.body.detail };
}

async function write(person: Person, fields: object): Promise<string> {
  const { body, status } = await api.call('POST', '/api/notes', {
    cookie: person.cookie,
    body: { title: 'A note', body: 'Words.', ...fields },
  });
  expect(status).toBe(201);
  await api.settled();
  return body.note?.uuid ?? '';
}

type Listed = { items: { uuid: string; title: string; progress: number }[]; counts: object; next: string | null };
const listOf = async (state: string) => (await ask<Listed>(ben, 'GET', `/api/reading-list?state=${state}`)).body;

test('has what I saved, where I put it, with how far I read', async () => {
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

test('has no more of a note than may still be read, and is mine alone', async () => {
  const uuid = await write(ann, { title: 'Withdrawn' });
  await ask(ben, 'PUT', `/api/notes/${uuid}/save`);
  await ask(ann, 'PATCH', `/api/notes/${uuid}`, { rev: 1, visibility: 'private' });
  expect((await listOf('toread')).items).toEqual([]);
  expect((await ask<Listed>(ann, 'GET', '/api/reading-list')).body.items).toEqual([]);
  expect((await ask(undefined, 'GET', '/api/reading-list')).status).toBe(401);
  expect((await ask(ben, 'GET', '/api/reading-list?state=lost')).status).toBe(400);
});
