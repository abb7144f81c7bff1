import { afterAll, beforeAll, expect, test } from 'vitest';
import { putCopy } from '../../../src/capture/server/store/copies.ts';
import type { Highlight } from '../../../src/library/model/highlight.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { copyOf } from '../../support/copies.ts';

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(() => api.stop());

const passage = { quote: 'room to answer', prefix: 'margin is ', suffix: '.', start: 12 };

async function call(method: string, path: string, person: Person, body?: unknown) {
  const answer = await api.call(method, path, { cookie: person.cookie, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: answer.body as unknown as { highlight: Highlight; highlights: Highlight[] } };
}

test('a deleted highlight is restored as it was, even if reviewed, and without a copy', async () => {
  const url = 'https://pages.example/margins';
  const body = { title: 'On margins', url };
  const uuid = (await api.call('POST', '/api/notes', { body, cookie: ann.cookie })).body.note?.uuid ?? '';
  await putCopy(
    api.store.redis,
    { uuid, authorId: ann.user.id, url },
    copyOf(body, '<p>A margin is room to answer.</p>'),
  );
  const path = `/api/notes/${uuid}/highlights`;
  const { id } = (await call('POST', path, ann, { ...passage, comment: 'Wide ones.' })).body.highlight;
  const review = { step: 2, due: '2030-01-01T00:00:00.000Z' };
  const before = (await call('PATCH', `${path}/${id}`, ann, { review })).body.highlight;
  await api.store.redis.del(keys.copy(uuid));
  expect((await call('DELETE', `${path}/${id}`, ann)).status).toBe(204);
  const { id: _, ...deleted } = before;
  expect((await call('PUT', `${path}/${id}`, ben, deleted)).status).toBe(404);
  const restored = await call('PUT', `${path}/${id}`, ann, deleted);
  expect(restored).toMatchObject({ status: 200, body: { highlight: before } });
  expect((await call('PUT', `${path}/${id}`, ann, { ...deleted, comment: 'Late' })).body.highlight).toEqual(before);
  expect((await call('GET', path, ann)).body.highlights).toEqual([before]);
  // A new one still needs a copy.
  expect((await call('POST', path, ann, passage)).status).toBe(404);
});
