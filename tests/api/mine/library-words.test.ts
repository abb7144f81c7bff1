import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { putCopy } from '../../../src/capture/server/store/copies.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { LibraryPage } from '../../../src/mine/model/library.ts';
import { wordStorage } from '../../../src/mine/server/store/library-words.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
let grace: Person;
let turn = 0;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  turn += 1;
  ada = await api.signUp(`ada${turn}`);
  grace = await api.signUp(`grace${turn}`);
});
afterAll(() => api.stop());

const write = async (note: object, by = ada) =>
  (await api.call('POST', '/api/notes', { cookie: by.cookie, body: note })).body.note?.uuid ?? '';
const library = async (query: Record<string, string> = {}, by = ada) => {
  const { status, body } = await api.call('GET', `/api/library?${new URLSearchParams(query)}`, { cookie: by.cookie });
  expect(status).toBe(200);
  return LibraryPage.parse(body);
};
const titles = async (query: Record<string, string> = {}, by = ada) =>
  (await library(query, by)).items.map(({ note }) => note.title);
async function keepCopy(uuid: string, url: string, html: string): Promise<void> {
  const facts = { title: 'The Page', description: '', author: 'A. Writer', site: 'The Site', language: 'en' };
  const copy = {
    ...{ url, at: '2026-11-21T09:30:00.000Z', html, minutes: 3 },
    facts: { ...facts, published: null, image: null, canonical: null },
  };
  expect((await putCopy(api.store.redis, { uuid, authorId: ada.user.id, url }, copy))?.grown).toBeGreaterThan(0);
}
const faults = async () => (await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`);

test('words are found in titles, texts, page copies, highlights and inflected forms, best first, with phrases and exclusions', async () => {
  const url = 'https://example.org/kettle';
  const copied = await write({ title: 'On kettles', url, visibility: 'private' });
  await keepCopy(copied, url, '<p>Water boils sooner under a lid of copper.</p>');
  await api.call('POST', `/api/notes/${copied}/highlights`, {
    cookie: ada.cookie,
    body: { quote: 'Water boils sooner', start: 0, comment: 'Try at altitude' },
  });
  await write({ title: 'Copper', body: 'A metal. Lid and copper are two words here.' });
  await write({ title: 'Copper of Grace', visibility: 'private' }, grace);
  expect(await titles({ q: 'copper' })).toEqual(['Copper', 'On kettles']);
  expect(await titles({ q: '"lid of copper"' })).toEqual(['On kettles']);
  expect(await titles({ q: 'copper -metal' })).toEqual(['On kettles']);
  expect(await titles({ q: 'altitude' })).toEqual(['On kettles']);
  expect(await titles({ q: 'boil' })).toEqual(['On kettles']);
  expect(await titles({ q: 'copper is:public' })).toEqual(['Copper']);
  expect(await titles({ q: 'kettel' })).toEqual(['On kettles']);
  await api.call('DELETE', `/api/notes/${copied}`, { cookie: ada.cookie });
  expect(await titles({ q: 'altitude' })).toEqual([]);
  expect(await titles({ q: 'copper' })).toEqual(['Copper']);
});

test('in: searches one field and shows the passage; a person’s own comments are also found below other people’s notes', async () => {
  const url = 'https://example.org/kettle';
  const copied = await write({ title: 'On kettles', url, visibility: 'private', body: 'Mine is of copper.' });
  await keepCopy(copied, url, '<p>Steam at last.</p><p>Water boils sooner under a lid of copper.</p>');
  const made = await api.call('POST', `/api/notes/${copied}/highlights`, {
    cookie: ada.cookie,
    body: { quote: 'Water boils sooner', start: 0, comment: 'Try at altitude' },
  });
  const highlight = z.object({ highlight: z.object({ id: z.string() }) }).parse(made.body).highlight.id;
  await write({ title: 'Copper in the altitude' });
  const hers = await write({ title: 'Of pans' }, grace);
  const say = await api.call('POST', `/api/notes/${hers}/comments`, {
    cookie: ada.cookie,
    body: { body: 'Copper needs care, as pans at altitude do.' },
  });
  const comment = z.object({ comment: z.object({ id: z.string() }) }).parse(say.body).comment.id;

  expect(await titles({ sort: 'title' })).toEqual(['Copper in the altitude', 'On kettles']);
  expect(await titles({ q: 'in:copies copper' })).toEqual(['On kettles']);
  expect(await titles({ q: 'in:copies altitude' })).toEqual([]);
  expect(await titles({ q: 'in:highlights altitude' })).toEqual(['On kettles']);
  expect(await titles({ q: 'in:comments altitude' })).toEqual(['Of pans']);
  expect(await titles({ q: 'in:comments' })).toEqual(['Of pans']);
  expect(await titles({ q: 'in:copies in:comments care', sort: 'title' })).toEqual(['Of pans']);
  expect(await titles({ q: 'altitude', in: 'highlights' })).toEqual(['On kettles']);

  const found = async (query: Record<string, string>) =>
    (await library({ sort: 'title', ...query })).items.map((item) => item.found);
  expect(await found({ q: 'altitude' })).toEqual([
    { in: 'note' },
    { in: 'comment', id: comment, passage: 'Copper needs care, as pans at altitude do.' },
    { in: 'highlight', id: highlight, passage: 'Water boils sooner\nTry at altitude' },
  ]);
  expect(await found({ q: 'lid' })).toEqual([
    { in: 'copy', passage: '… at last. Water boils sooner under a lid of copper.' },
  ]);
  expect(await found({ q: 'in:copies copper' })).toEqual([
    { in: 'copy', passage: '… Water boils sooner under a lid of copper.' },
  ]);
  const asked = new URLSearchParams({ q: 'mine', ids: `${copied},${hers}` });
  const told = await api.call('GET', `/api/library/passages?${asked}`, { cookie: ada.cookie });
  expect(told.body).toMatchObject({
    found: { [copied]: { in: 'note', passage: 'Mine is of copper.' }, [hers]: { in: 'comment', id: comment } },
  });
  // Search shows nobody what is outside their own library.
  const others = await api.call('GET', `/api/library/passages?${asked}`, { cookie: grace.cookie });
  expect(others.body).toMatchObject({ found: { [hers]: { in: 'note' } } });
  expect(others.body).not.toHaveProperty(`found.${copied}`);

  await api.call('PATCH', `/api/comments/${comment}`, { cookie: ada.cookie, body: { body: 'Copper needs polish.' } });
  expect(await titles({ q: 'in:comments altitude' })).toEqual([]);
  expect(await titles({ q: 'polish' })).toEqual(['Of pans']);
  await api.call('PATCH', `/api/notes/${hers}`, { cookie: grace.cookie, body: { rev: 1, title: 'Of pots' } });
  expect(await titles({ q: 'in:comments' })).toEqual(['Of pots']);
  await api.call('DELETE', `/api/comments/${comment}`, { cookie: ada.cookie });
  expect(await titles({ q: 'in:comments' })).toEqual([]);
  expect(await faults()).toEqual([]);
});

test('filters narrow word searches too, and facets count the results', async () => {
  await write({ title: 'Tea', tags: ['drinks'], visibility: 'private' });
  await write({ title: 'Tea in public', tags: ['drinks'] });
  await write({ title: 'Tea and water', tags: ['web'] });
  const page = await library({ q: 'tea', tag: 'drinks', state: 'private' });
  expect(page).toMatchObject({ total: 1, facets: { tags: [{ name: 'drinks', count: 1 }] } });
  expect((await api.call('GET', '/api/library?state=tasty', { cookie: ada.cookie })).status).toBe(400);
});

test('a segment larger than a request is stored in chunks, completely or not at all, by one writer at a time', async () => {
  const [one, other] = [wordStorage(api.store.redis, 'u_large'), wordStorage(api.store.redis, 'u_large')];
  const segment = (fill: number) =>
    new Map([
      ...Array.from({ length: 5 }, (_, at) => [`1.${at}`, new Uint8Array(3_000_000).fill(fill + at)] as const),
      ['manifest', new TextEncoder().encode(`written by ${fill}`)] as const,
    ]);
  await Promise.all([one.read(['manifest']), other.read(['manifest'])]);
  const outcomes = await Promise.allSettled([one.write(segment(1), []), other.write(segment(101), [])]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const fill = outcomes[0].status === 'fulfilled' ? 1 : 101;
  const [manifest, ...files] = await one.read(['manifest', '1.0', '1.1', '1.2', '1.3', '1.4', 'writer']);
  expect(new TextDecoder().decode(manifest)).toBe(`written by ${fill}`);
  expect(files.map((file) => file && [file.length, file[0]])).toEqual([
    ...[0, 1, 2, 3, 4].map((at) => [3_000_000, fill + at]),
    undefined,
  ]);
});
