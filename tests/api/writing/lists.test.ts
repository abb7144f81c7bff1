import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../../support/api.ts';

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
