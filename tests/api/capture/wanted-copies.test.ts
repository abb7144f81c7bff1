import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureFrom } from '../../../src/capture/server/capture-page.ts';
import { listWantedCopies } from '../../../src/capture/server/copies.ts';
import { CopyOutcome, makeWantedCopies } from '../../../src/capture/server/wanted-copies.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { LibraryPage } from '../../../src/mine/model/library.ts';
import { ForYouPage } from '../../../src/recommendations/model/for-you.ts';
import { environment } from '../../../src/platform/server/env.ts';
import { ownCall } from '../../../src/platform/server/own-call.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { continueAllDeletions, deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { articlePage, loopbackOnly, paragraph, startSite } from '../../support/browser/pages.ts';

let api: Api;
let site: Awaited<ReturnType<typeof startSite>>;
let captureUsual: () => void;
const asked: string[] = [];
let failing = false;

beforeAll(async () => {
  captureUsual = captureFrom(loopbackOnly);
  const read = (name: string, html = articlePage()) => ({
    [name]: ((_, response) => {
      asked.push(name);
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
    }) satisfies Parameters<typeof startSite>[0][string],
  });
  const sometimes = (response: ServerResponse) =>
    response.writeHead(failing ? 503 : 200, { 'Content-Type': 'text/html' }).end(articlePage());
  const noindex = articlePage({ head: '<meta name="robots" content="noarchive">' });
  [api, site] = await Promise.all([
    startApi({ STORAGE_QUOTA_MB: '0.25' }),
    startSite({
      ...read('/one'),
      ...read('/two', articlePage({ body: `<p>About apiaries.</p>${paragraph.repeat(3)}` })),
      ...read('/later'),
      ...read('/refuses', noindex),
      ...read('/full'),
      '/failing': (_, response) => void sometimes(response),
    }),
  ]);
});
afterAll(async () => {
  captureUsual();
  await Promise.all([api.stop(), site.stop()]);
});

const ask = (by: Person, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
  api.call(method, path, { cookie: by.cookie, ...(body && { body }) });
const choose = (by: Person, all: boolean) => ask(by, 'PUT', '/api/copies', { all });
const save = async (by: Person, path: string, more: object = {}) => {
  const body = { title: path, url: `${site.url}${path}`, visibility: 'private', ...more };
  return (await ask(by, 'POST', '/api/notes', body)).body.note?.uuid ?? '';
};
const copied = async (by: Person) => {
  const { items } = LibraryPage.parse((await ask(by, 'GET', '/api/library?q=in:copies')).body);
  return items.map(({ note }) => note.title).sort();
};
/** A run of the schedule and of what it starts, this many minutes from now. Returns the notes that readers see differently. */
async function run(minutes = 5, mayGoOn = () => true): Promise<string[]> {
  const now = new Date(Date.now() + minutes * 60_000);
  await listWantedCopies(api.store.redis, new Date(now.getTime() - 60_000));
  return makeWantedCopies(api.store.redis, { now: () => now, copy: outcomeOf }, mayGoOn);
}
const outcomeOf = async (uuid: string) => CopyOutcome.parse((await copy(uuid)).body);
const copy = async (uuid: string, secret = environment().SESSION_SECRET) =>
  api.call('POST', `/api/_copy?task=copy:${uuid}`, {
    headers: { 'X-Own-Call': await ownCall(`copy:${uuid}`, secret, new Date()) },
  });

test('who wants it gets copies of all links, of later ones too, which are found by their words', async () => {
  const [ada, ben] = [await api.signUp('ada'), await api.signUp('ben')];
  await Promise.all([save(ada, '/one'), save(ada, '/two'), save(ben, '/one')]);
  expect((await ask(ada, 'GET', '/api/copies')).body).toEqual({ all: false });
  expect(await run()).toEqual([]);
  expect(asked).toEqual([]);

  expect((await choose(ada, true)).body).toEqual({ all: true });
  expect((await ask(ada, 'GET', '/api/copies')).body).toEqual({ all: true });
  await run();
  expect(await copied(ada)).toEqual(['/one', '/two']);
  expect(await copied(ben)).toEqual([]);
  const { items } = LibraryPage.parse((await ask(ada, 'GET', '/api/library?q=apiaries')).body);
  expect(items.map(({ note, minutes }) => [note.title, minutes > 0])).toEqual([['/two', true]]);

  await save(ada, '/later');
  await run();
  expect(await copied(ada)).toEqual(['/later', '/one', '/two']);
  expect(asked.toSorted()).toEqual(['/later', '/one', '/two']);

  await choose(ada, false);
  await save(ada, '/full');
  await run();
  expect(asked).not.toContain('/full');
  expect((await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`)).toEqual([]);
});

test('readers of a public note see its reading time and author after its page was copied', async () => {
  const eve = await api.signUp('eve');
  const uuid = await save(eve, '/one', { visibility: 'public' });
  await choose(eve, true);
  expect(await run()).toEqual([uuid]);
  const { body } = await ask(eve, 'GET', `/api/notes/${uuid}`);
  expect(body.note?.pictures?.minutes).toBeGreaterThan(0);
  const { body: chosen } = await ask(await api.signUp('gil'), 'GET', '/api/for-you');
  expect(ForYouPage.parse(chosen).notes.find((note) => note.uuid === uuid)?.pictures).toEqual(body.note?.pictures);
});

test('a page that refuses copies is asked once, and again only after its note has changed', async () => {
  const fay = await api.signUp('fay');
  const uuid = await save(fay, '/refuses');
  await choose(fay, true);
  for (let runs = 0; runs < 3; runs += 1) await run(5 + 90 * runs);
  expect(asked.filter((path) => path === '/refuses')).toHaveLength(1);
  await ask(fay, 'PATCH', `/api/notes/${uuid}`, { rev: 1, title: 'Of refusals' });
  await run(600);
  expect(asked.filter((path) => path === '/refuses')).toHaveLength(2);
  expect(await copied(fay)).toEqual([]);
});

test('links that a run was ended with are copied by a later run', async () => {
  const gus = await api.signUp('gus');
  await save(gus, '/two');
  await choose(gus, true);
  await run(
    5,
    (
      (calls) => () =>
        (calls += 1) < 2
    )(0),
  );
  expect(await copied(gus)).toEqual([]);
  await run(10);
  expect(await copied(gus)).toEqual([]);
  await run(70);
  expect(await copied(gus)).toEqual(['/two']);
});

test('nothing is copied for somebody whose storage is full, or whose account was deleted', async () => {
  const [hal, ida] = [await api.signUp('hal'), await api.signUp('ida')];
  for (const by of [hal, ida]) {
    await save(by, '/full');
    await choose(by, true);
  }
  const random = () => Math.random().toString(36).repeat(20);
  let status = 201;
  while (status === 201) {
    const body = { title: 'Long', body: Array.from({ length: 100 }, random).join(' '), visibility: 'private' };
    status = (await ask(hal, 'POST', '/api/notes', body)).status;
  }
  expect(status).toBe(507);
  await deleteAccount(api.store.redis, ida.user.id, 'keep', new Date());
  await continueAllDeletions(api.store.redis, new Date(), () => true);
  await run();
  expect(asked).not.toContain('/full');
  expect(await api.store.redis.zscore(keys.copiesWanted, ida.user.id)).toBeNull();
});

test('a copy that a note has by then stays', async () => {
  const lea = await api.signUp('lea');
  const uuid = await save(lea, '/one');
  await copy(uuid);
  const own = async () => (await ask(lea, 'GET', `/api/notes/${uuid}/copy`)).body;
  const before = await own();
  expect(await outcomeOf(uuid)).toEqual({ isFinal: true, isShown: false });
  expect(await own()).toEqual(before);
});

test('a page that fails for now is asked again the next day, and holds up no other', async () => {
  const mia = await api.signUp('mia');
  await Promise.all([save(mia, '/failing'), save(mia, '/later')]);
  await choose(mia, true);
  failing = true;
  await run();
  failing = false;
  await run(120);
  expect(await copied(mia)).toEqual(['/later']);
  await run(25 * 60);
  expect(await copied(mia)).toEqual(['/failing', '/later']);
});

test('one run at a time makes copies, and a call that gets lost ends none', async () => {
  const noa = await api.signUp('noa');
  await Promise.all([save(noa, '/one'), save(noa, '/two')]);
  await choose(noa, true);
  const now = new Date();
  await listWantedCopies(api.store.redis, now);
  let calls = 0;
  const lost = async (): Promise<CopyOutcome> => {
    calls += 1;
    expect(await makeWantedCopies(api.store.redis, { now: () => now, copy: outcomeOf }, () => true)).toEqual([]);
    throw new Error('lost');
  };
  await makeWantedCopies(api.store.redis, { now: () => now, copy: lost }, () => true);
  expect([calls, await copied(noa)]).toEqual([2, []]);
  await run(25 * 60);
  expect(await copied(noa)).toEqual(['/one', '/two']);
});

test('only the site itself has copies made for others', async () => {
  const kim = await api.signUp('kim');
  const uuid = await save(kim, '/one');
  const before = asked.length;
  expect((await copy(uuid, 'x'.repeat(40))).status).toBe(404);
  expect((await ask(kim, 'POST', `/api/_copy?task=copy:${uuid}`)).status).toBe(404);
  expect(asked).toHaveLength(before);
  expect(await outcomeOf(uuid)).toEqual({ isFinal: true, isShown: false });
  expect(await copied(kim)).toEqual(['/one']);
});

test('the choice needs a session and a yes or no, and is in the account’s data', async () => {
  const joe = await api.signUp('joe');
  expect((await api.call('PUT', '/api/copies', { body: { all: true } })).status).toBe(401);
  expect((await ask(joe, 'PUT', '/api/copies', { all: 'yes' })).status).toBe(400);
  await choose(joe, true);
  expect((await ask(joe, 'GET', '/api/account/data')).body).toMatchObject({ copiesOfAll: true });
});
