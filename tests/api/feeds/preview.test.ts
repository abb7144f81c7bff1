import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../src/platform/model/limits.ts';
import { maxMarks } from '../../../src/notes/model/markdown.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type ApiResponse, type Api, type Person } from '../../support/api.ts';
import { elementsOf } from '../../support/browser/html-tree.ts';

let api: Api;
let ann: Person;
beforeAll(async () => {
  api = await startApi();
  ann = await api.signUp('ann');
});
afterAll(() => api.stop());

const preview = (body: unknown, cookie: string | undefined = ann.cookie) =>
  api.call('POST', '/api/preview', { body, cookie });
const htmlOf = ({ body }: ApiResponse) => body.html ?? '';

test('a preview equals the published text, and stores nothing', async () => {
  const body = 'A *margin* is **room**.\n\n```js\nconst a = 1;\n```\n\n| a |\n| - |\n| b |\n\n- [x] done\n';
  const before = await api.dump();
  const { status, body: answer } = await preview({ body });
  expect(status).toBe(200);
  expect(await api.dump()).toEqual(before);
  const { note } = (await api.call('POST', '/api/notes', { body: { title: 'A note', body }, cookie: ann.cookie })).body;
  const read = await api.call('GET', `/api/notes/${note?.uuid}`);
  expect(answer.html).toBe(read.body.html);
  expect(answer).toMatchObject({ minutes: 1 });
});

test('active content is shown as text, and ids cannot clash with those of the page around it', async () => {
  const html = htmlOf(
    await preview({ body: '<script>alert(1)</script>\n\n# Main\n\n[a](javascript:alert(1))[^1]\n\n[^1]: B' }),
  );
  const elements = elementsOf(html);
  expect(elements.map(({ name }) => name)).not.toContain('script');
  const attributes = elements.flatMap(({ attributes }) => attributes);
  expect(attributes.filter(([name]) => name === 'id').length).toBeGreaterThan(0);
  for (const [name, value] of attributes) {
    if (name === 'id') expect(value).toMatch(/^preview-/);
    if (name === 'href') expect(value).toMatch(/^#preview-/);
  }
});

test('an empty text has an empty preview', async () => {
  expect((await preview({})).body).toEqual({ html: '', minutes: 1 });
});

test('visitors cannot preview, and invalid texts are refused', async () => {
  expect((await api.call('POST', '/api/preview', { body: { body: 'A' } })).status).toBe(401);
  const long = await preview({ body: 'a'.repeat(limits.bodyBytes + 1) });
  expect([long.status, long.body.errors?.[0]?.path]).toEqual([400, 'body']);
  expect((await preview({ body: 1 })).status).toBe(400);
  expect((await preview({ body: 'A', title: 'B' })).status).toBe(400);
});

test('a text with too much markup is refused with the line of the excess, and remains a draft', async () => {
  const body = `${'#\n'.repeat(maxMarks)}*more*`;
  const { cookie } = ann;
  for (const answer of [
    await preview({ body }),
    await api.call('POST', '/api/notes', { cookie, body: { title: 'A note', body } }),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: 'body', message: expect.stringMatching(/^By line 50001 .* Split it there\.$/) as string },
    ]);
  }
  const fields = { title: '', url: '', body, tags: [], tagText: '', visibility: 'draft', icon: null };
  const path = '/api/drafts/new-too-many-marks';
  expect((await api.call('PUT', path, { cookie, body: { version: 0, fields } })).status).toBe(200);
  expect((await api.call('GET', path, { cookie })).body).toMatchObject({ draft: { fields: { body } } });
});

test('a note from before that limit can still be read, with the excess as plain text', async () => {
  const { cookie } = ann;
  const { note } = (await api.call('POST', '/api/notes', { cookie, body: { title: 'Older', body: 'A' } })).body;
  const body = `${'- a\n'.repeat(maxMarks)}**b**`;
  await api.store.redis.set(keys.note(note?.uuid ?? ''), JSON.stringify({ ...note, body }));
  const read = await api.call('GET', `/api/notes/${note?.uuid}`, { cookie });
  expect(read.status).toBe(200);
  expect(read.body.html?.endsWith('<p>**b**</p>')).toBe(true);
});
