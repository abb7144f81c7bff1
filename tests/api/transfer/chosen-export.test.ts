import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import exporting from '../../../functions/export.ts';
import { ExportDocument } from '../../../src/transfer/model/export.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let ada: Person;
let grace: Person;
beforeAll(async () => {
  api = await startApi();
  [ada, grace] = [await api.signUp('ada'), await api.signUp('grace')];
});
afterAll(() => api.stop());

const write = async (title: string, more: object = {}, by = ada) =>
  (await api.call('POST', '/api/notes', { cookie: by.cookie, body: { title, ...more } })).body.note?.uuid ?? '';

async function taken(ids: string[], format: string): Promise<Response> {
  const request = new Request(`${origin}/api/export`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: ada.cookie },
    body: JSON.stringify({ ids, format }),
  });
  return exporting(request, { params: {}, ip: '203.0.113.7', requestId: 'r', waitUntil: () => {} });
}

async function collection(name: string, uuids: string[], parent: string | null = null): Promise<string> {
  const answer = await api.call('POST', '/api/collections', { cookie: ada.cookie, body: { name, parent } });
  const { id } = (answer.body as unknown as { collection: { id: string } }).collection;
  for (const uuid of uuids) await api.call('PUT', `/api/collections/${id}/notes/${uuid}`, { cookie: ada.cookie });
  return id;
}

test('selected notes export as JSON, Markdown and bookmarks with their collections and nothing from other notes', async () => {
  const one = await write('On ink', { url: 'https://example.org/ink', visibility: 'private' });
  const two = await write('On paper', { body: 'Rag.' });
  const other = await write('Not chosen');
  const theirs = await write('A secret of Grace', { visibility: 'private' }, grace);
  for (const uuid of [one, other]) await api.call('PUT', `/api/notes/${uuid}/save`, { cookie: ada.cookie });
  const outer = await collection('Tools', [other]);
  await collection('Writing', [one, other], outer);
  await collection('Elsewhere', [other]);
  const ids = [two, one, theirs];

  const json = await taken(ids, 'json');
  expect(json.headers.get('content-disposition')).toMatch(/filename="commonplace-ada-.*\.json"/);
  const held = ExportDocument.parse(await json.json());
  expect(held.notes.map(({ title }) => title)).toEqual(['On paper', 'On ink']);
  expect(held.readingList.map(({ id }) => id)).toEqual([one]);
  expect(held.collections.map(({ name, notes }) => [name, notes])).toEqual([
    ['Tools', []],
    ['Writing', [one]],
  ]);

  const files = unzipSync(new Uint8Array(await (await taken(ids, 'markdown')).arrayBuffer()));
  expect(Object.keys(files)).toEqual(['notes/On paper.md', 'notes/On ink.md']);

  const bookmarks = await (await taken(ids, 'netscape')).text();
  expect(bookmarks.match(/>[^<>\n]+<\/(?:A|H3)>/g)?.map((text) => text.slice(1, text.indexOf('<')))).toEqual([
    ...['On paper', 'Tools', 'Writing', 'On ink'],
  ]);
  expect(bookmarks).toContain('HREF="https://example.org/ink"');

  expect((await taken([], 'json')).status).toBe(400);
  expect((await taken([one], 'site')).status).toBe(400);
});
