import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureFor } from '../../../src/capture/server/captures.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { highlightsToReview } from '../../../src/library/server/highlights.ts';
import type { Highlight } from '../../../src/library/model/highlight.ts';
import { copyFiles, highlightsCsv, highlightsMarkdown } from '../../../src/transfer/server/export/export.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { articlePage, startSite, loopbackOnly } from '../../support/browser/pages.ts';

let api: Api;
let site: Awaited<ReturnType<typeof startSite>>;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  const page = articlePage({ head: '' });
  [api, site] = await Promise.all([startApi(), startSite({ '/a': page, '/b': page, '/c': page, '/d': page })]);
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(async () => {
  await site.stop();
  await api.stop();
});

const options = { now: new Date(), siteUrl: 'https://commonplace.example', reach: loopbackOnly };
const passage = { quote: 'room to answer', prefix: 'leaves ', suffix: '.', start: 40 };

/** A person's note about a page of the site, with a copy of that page. */
async function withCopy(person: Person, path: string, fields: object = {}): Promise<string> {
  const url = site.url + path;
  await captureFor(api.store.redis, person.user.id, url, options);
  const body = { title: 'On margins', url, ...fields };
  return (await api.call('POST', '/api/notes', { body, cookie: person.cookie })).body.note?.uuid ?? '';
}

async function call(method: string, path: string, person?: Person, body?: unknown) {
  const answer = await api.call(method, path, { cookie: person?.cookie, ...(body === undefined ? {} : { body }) });
  type Body = { highlight: Highlight; highlights: Highlight[]; detail: string; errors: { path: string }[] };
  return { status: answer.status, body: answer.body as unknown as Body };
}

const add = async (uuid: string, fields: object = {}) =>
  (await call('POST', `/api/notes/${uuid}/highlights`, ann, { ...passage, ...fields })).body.highlight;

test('a passage of one’s own copy is highlighted, commented, and deleted', async () => {
  const uuid = await withCopy(ann, '/a');
  const path = `/api/notes/${uuid}/highlights`;
  expect(await call('GET', path, ann)).toMatchObject({ status: 200, body: { highlights: [] } });
  const made = await call('POST', path, ann, { ...passage, comment: 'Wide ones.' });
  expect(made).toMatchObject({ status: 201, body: { highlight: { ...passage, comment: 'Wide ones.' } } });
  const { id } = made.body.highlight;
  await add(uuid, { quote: 'Earlier', start: 3 });
  const listed = await call('GET', path, ann);
  expect(listed.body.highlights.map(({ quote, comment }) => [quote, comment])).toEqual([
    ['Earlier', ''],
    ['room to answer', 'Wide ones.'],
  ]);
  const changed = await call('PATCH', `${path}/${id}`, ann, { comment: 'Wider \ud800 still' });
  expect(changed).toMatchObject({
    status: 200,
    body: { highlight: { id, quote: 'room to answer', comment: 'Wider � still' } },
  });
  expect((await call('DELETE', `${path}/${id}`, ann)).status).toBe(204);
  expect((await call('DELETE', `${path}/${id}`, ann)).status).toBe(404);
  expect((await call('PATCH', `${path}/${id}`, ann, { comment: 'Gone' })).status).toBe(404);
  expect((await call('GET', path, ann)).body.highlights).toHaveLength(1);
});

test('a highlight sent again with the same client id exists once', async () => {
  const uuid = await withCopy(ann, '/d');
  const id = '0a8d4c1e-6a0f-4a5e-9d43-0d6c2a3b4c5d';
  expect((await add(uuid, { id })).id).toBe(id);
  // The stored highlight is returned, however late the request is.
  await call('PATCH', `/api/notes/${uuid}/highlights/${id}`, ann, { comment: 'Since then' });
  expect(await add(uuid, { id, quote: 'Something else' })).toMatchObject({
    id,
    quote: 'room to answer',
    comment: 'Since then',
  });
  const { highlights } = (await call('GET', `/api/notes/${uuid}/highlights`, ann)).body;
  expect(highlights.map(({ quote }) => quote)).toEqual(['room to answer']);
  await call('DELETE', `/api/notes/${uuid}/highlights/${id}`, ann);
});

test('highlights and their comments stay with the note when its link changes', async () => {
  const uuid = await withCopy(ann, '/b');
  await add(uuid, { comment: 'My own words.' });
  const path = `/api/notes/${uuid}/highlights`;
  const patch = (body: object) => call('PATCH', `/api/notes/${uuid}`, ann, body);
  expect((await patch({ rev: 1, url: `${site.url}/moved` })).status).toBe(200);
  expect((await call('GET', path, ann)).body.highlights).toMatchObject([{ comment: 'My own words.' }]);
  expect((await call('GET', `/api/notes/${uuid}/copy`, ann)).body).toMatchObject({ copy: null });
  expect(await examine(api.store.redis)).toEqual([]);
});

test('nobody else can read, add, change or delete highlights, or learn that they exist', async () => {
  const uuid = await withCopy(ann, '/b', { visibility: 'public' });
  const { id } = await add(uuid, { comment: 'For myself alone.' });
  const path = `/api/notes/${uuid}/highlights`;
  for (const person of [ben, undefined]) {
    const refused = person ? 404 : 401;
    expect((await call('GET', path, person)).status).toBe(refused);
    expect((await call('POST', path, person, passage)).status).toBe(refused);
    expect((await call('PATCH', `${path}/${id}`, person, { comment: 'Mine now' })).status).toBe(refused);
    expect((await call('DELETE', `${path}/${id}`, person)).status).toBe(refused);
  }
  expect(JSON.stringify((await call('GET', `/api/notes/${uuid}`, ben)).body)).not.toContain('For myself');
  expect(JSON.stringify((await call('GET', '/api/highlights', ben)).body)).not.toContain('For myself');
  expect((await call('GET', path, ann)).body.highlights).toMatchObject([{ comment: 'For myself alone.' }]);
});

test('an invalid highlight is refused with the reason, and nothing is stored', async () => {
  const uuid = await withCopy(ann, '/c');
  const path = `/api/notes/${uuid}/highlights`;
  for (const bad of [
    { quote: '   ' },
    { quote: 'a'.repeat(4001) },
    { start: -1 },
    { start: 1.5 },
    // A Lua script would round it.
    { start: Number.MAX_SAFE_INTEGER },
    { comment: 'a'.repeat(4001) },
    { prefix: 'a'.repeat(65) },
  ]) {
    const answer = await call('POST', path, ann, { ...passage, ...bad });
    expect(answer.status, JSON.stringify(bad).slice(0, 40)).toBe(400);
    expect(answer.body.errors.map((error) => error.path)).toEqual(Object.keys(bad));
  }
  const plain = await api.call('POST', '/api/notes', { body: { title: 'No link' }, cookie: ann.cookie });
  expect((await call('POST', `/api/notes/${plain.body.note?.uuid}/highlights`, ann, passage)).status).toBe(404);
  expect((await call('PATCH', `${path}/nothing`, ann, { comment: '' })).status).toBe(404);
  expect((await call('GET', path, ann)).body.highlights).toEqual([]);
});

test('a copy has at most 500 highlights, even with simultaneous requests', async () => {
  const uuid = await withCopy(ann, '/d');
  const path = `/api/notes/${uuid}/highlights`;
  const one = { ...(await add(uuid)), start: 1 };
  const stored = Array.from({ length: 498 }, (_, at) => [`more-${at}`, one] as const);
  await api.store.redis.hset(keys.highlights(uuid), Object.fromEntries(stored));
  const answers = await Promise.all([1, 2, 3, 4].map((start) => call('POST', path, ann, { ...passage, start })));
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.body.detail).toContain('at most 500');
  expect((await call('GET', path, ann)).body.highlights).toHaveLength(500);
  await api.call('DELETE', `/api/notes/${uuid}`, { cookie: ann.cookie });
});

test('all highlights are listed, and exported as Markdown, as a table and in complete exports', async () => {
  const cat = await api.signUp('cat');
  const uuid = await withCopy(cat, '/a', { title: 'A [small] page' });
  await withCopy(cat, '/b', { title: 'Without any' });
  const body = { ...passage, quote: 'two\nlines', comment: '=SUM(A1:A9)' };
  await api.call('POST', `/api/notes/${uuid}/highlights`, { body, cookie: cat.cookie });
  const listed = await api.call('GET', '/api/highlights', { cookie: cat.cookie });
  expect(listed.body).toMatchObject({
    copies: [{ uuid, title: 'A [small] page', link: `${site.url}/a`, highlights: [{ quote: 'two\nlines' }] }],
    next: null,
  });
  const text = async (parts: AsyncGenerator<string, void>) => (await Array.fromAsync(parts)).join('');
  const hidden = /\n*<!-- .+ -->/g;
  expect((await text(highlightsMarkdown(api.store.redis, cat.user.id))).replace(hidden, '')).toBe(
    `\n\n# Highlights\n\n## [A \\[small\\] page](<${site.url}/a>)\n\n> two\n> lines\n\n=SUM(A1:A9)\n`,
  );
  expect(await text(highlightsCsv(api.store.redis, cat.user.id))).toMatch(
    /^title,link,quote,comment,created,.+\r\nA \[small\] page,http[^,]+,"two\nlines","'=SUM\(A1:A9\)",2[^,]+Z,/,
  );
  const data = await api.call('GET', '/api/account/data', { cookie: cat.cookie });
  expect(data.body).toMatchObject({ highlights: [{ uuid, highlights: [{ quote: 'two\nlines' }] }] });
  const { body: whole } = await api.call('GET', '/api/export?format=json', { cookie: cat.cookie });
  expect(whole).toMatchObject({
    notes: [
      { title: 'Without any', highlights: [] },
      { uuid, copy: {}, highlights: [{ quote: 'two\nlines' }] },
    ],
  });
});

test('copies are exported as pages that open from disk, each under a unique name', async () => {
  const eve = await api.signUp('eve');
  for (const path of ['/a', '/b']) await withCopy(eve, path, { title: 'One <title> & another' });
  const plain = { title: 'Without a copy', url: 'https://example.org/' };
  await api.call('POST', '/api/notes', { body: plain, cookie: eve.cookie });
  const files = await Array.fromAsync(copyFiles(api.store.redis, eve.user.id));
  expect(new Set(files.map(({ name }) => name)).size).toBe(2);
  const page = (await files[0]?.text()) ?? '';
  expect(page).toContain('A margin is room to answer');
  expect(page).toContain(`<a href="${site.url}/b">`);
  expect(page).toMatch(/^<!doctype html>\n<html lang="en-GB">/);
});

test('highlights are deleted when their note loses its link, with the note and with their author', async () => {
  const dan = await api.signUp('dan');
  const kept = async (uuid: string) =>
    [...(await api.dump()).keys()].filter((key) => /^(copy|highlights):/.test(key) && key.includes(uuid));
  const make = async (path: string) => {
    const uuid = await withCopy(dan, path, { visibility: 'public' });
    await api.call('POST', `/api/notes/${uuid}/highlights`, { body: passage, cookie: dan.cookie });
    expect(await kept(uuid)).toHaveLength(2);
    return uuid;
  };
  const moved = await make('/a');
  await api.call('PATCH', `/api/notes/${moved}`, { body: { rev: 1, url: null }, cookie: dan.cookie });
  expect(await kept(moved)).toEqual([]);
  const deleted = await make('/b');
  for (const place of ['notes', 'bin']) await api.call('DELETE', `/api/${place}/${deleted}`, { cookie: dan.cookie });
  expect(await kept(deleted)).toEqual([]);
  const left = await make('/c');
  const body = { writings: 'keep', current: 'a long enough passphrase' };
  expect((await api.call('POST', '/api/account/deletion', { body, cookie: dan.cookie })).status).toBe(200);
  await api.settled();
  expect(await kept(left)).toEqual([]);
  expect(await examine(api.store.redis)).toEqual([]);
});

test('a review shows due highlights, few per text, and reschedules them by the answers', async () => {
  const uuid = await withCopy(ann, '/d');
  const path = `/api/notes/${uuid}/highlights`;
  for (const start of [0, 10, 20, 30]) {
    expect((await add(uuid, { start })).start).toBe(start);
  }
  const dayMs = 86_400_000;
  const after = (days: number) => highlightsToReview(api.store.redis, ann.user.id, new Date(Date.now() + days * dayMs));
  const ofThis = async (days: number) => (await after(days)).items.filter((item) => item.uuid === uuid);
  expect(await ofThis(0.9)).toEqual([]);
  const due = await ofThis(1.1);
  expect(due).toHaveLength(3);
  expect(due[0]?.highlight.quote).toBe(passage.quote);

  const { id } = due[0]?.highlight ?? { id: '' };
  const put = (review: unknown, as = ann) => call('PATCH', `${path}/${id}`, as, { review });
  const later = new Date(Date.now() + 7 * dayMs).toISOString();
  expect((await put({ step: 2, due: later }, ben)).status).toBe(404);
  expect((await put({ step: 99, due: later })).status).toBe(400);
  expect((await put({ step: 2, due: later })).status).toBe(200);
  expect((await ofThis(1.1)).map(({ highlight }) => highlight.id)).not.toContain(id);
  // Those reviewed before come before new ones.
  expect((await ofThis(7.1))[0]?.highlight).toMatchObject({ id, review: { step: 2, due: later } });
  await put({ step: 0, due: null });
  expect((await ofThis(365)).map(({ highlight }) => highlight.id)).not.toContain(id);
  await put(null);
  expect(await ofThis(1.1)).toHaveLength(3);
});
