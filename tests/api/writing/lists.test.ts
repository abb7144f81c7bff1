import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { apiHelpers } from '../../support/api-helpers.ts';
import { bytesAnswered } from '../../support/store.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
});
afterAll(() => api.stop());

test('the public list always shows the current store', async () => {
  const body = { title: 'Listed' };
  const uuid = (await api.call('POST', '/api/notes', { cookie: ada.cookie, body })).body.note?.uuid ?? '';
  const list = () => api.call('GET', '/api/notes');
  const edit = (patch: object) => api.call('PATCH', `/api/notes/${uuid}`, { cookie: ada.cookie, body: patch });
  const shown = async () => (await list()).body.notes?.find((note: { uuid: string }) => note.uuid === uuid)?.title;
  expect([await shown(), await shown()]).toEqual(['Listed', 'Listed']);
  await edit({ rev: 1, title: 'Edited' });
  expect(await shown()).toBe('Edited');
  await edit({ rev: 2, visibility: 'unlisted' });
  expect(await shown()).toBeUndefined();
  await edit({ rev: 3, visibility: 'public' });
  expect(await shown()).toBe('Edited');
  expect((await list()).headers.get('Content-Type')).toBe('application/json');
  await api.call('DELETE', `/api/notes/${uuid}`, { cookie: ada.cookie });
  expect(await shown()).toBeUndefined();
});

test('a page of long notes ends early, so that no answer is much larger than a megabyte, and the next goes on', async () => {
  const cleo = await api.signUp('cleo');
  const titles = Array.from({ length: 12 }, (_, at) => `Long ${at}`);
  for (const title of titles) {
    const body = { title, body: `${title} `.repeat(20_000) };
    expect((await api.call('POST', '/api/notes', { cookie: cleo.cookie, body })).status).toBe(201);
  }
  for (const call of [{}, { cookie: cleo.cookie }]) {
    const pages: string[][] = [];
    for (let next: string | null | undefined = ''; next !== null && next !== undefined;) {
      const answer = await api.call('GET', `/api/notes?author=cleo${next && `&cursor=${next}`}`, call);
      pages.push((answer.body.notes ?? []).map(({ title }) => title));
      next = answer.body.next;
    }
    expect(pages.flat()).toEqual(titles.toReversed());
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(8);
  }
});

test('a note that long notes mention is read without their texts', async () => {
  const { ask, write } = apiHelpers(() => api);
  const titles = ['One', 'Two', 'Three'];
  const target = await write(ada, { title: 'Tea' });
  for (const title of titles) await write(ada, { title, body: `[[Tea]] ${`${title} `.repeat(20_000)}` });
  const before = await bytesAnswered(api.store.redis);
  const { body } = await ask<{ mentions: { title: string }[] }>(undefined, 'GET', `/api/notes/${target}`);
  expect((await bytesAnswered(api.store.redis)) - before).toBeLessThan(50_000);
  expect(body.mentions.map(({ title }) => title)).toEqual(titles.toReversed());
});
