import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLinks } from '../../../src/capture/server/link-checks.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { LibraryPage } from '../../../src/mine/model/library.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { startSite, loopbackOnly } from '../../support/browser/pages.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let site: Awaited<ReturnType<typeof startSite>>;
let ada: Person;
let grace: Person;
let failing = true;
/** Unknown host names, like abandoned domains; all names if this machine has no network. */
let isKnown = (name: string) => !name.startsWith('given-up');

const here: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
const reach = {
  ...loopbackOnly,
  resolve: (name: string, _: unknown, done: (error: Error | null, found: LookupAddress[]) => void) =>
    isKnown(name) ? done(null, here) : done(new Error('ENOTFOUND'), []),
};
const start = new Date();
/** A run of the schedule, this many days after the first. */
const run = (days: number) =>
  checkLinks(
    api.store.redis,
    { now: new Date(start.getTime() + days * 86_400_000), siteUrl: origin, reach },
    () => true,
  );
const at = (host: string, path: string) => `http://${host}.example:${new URL(site.url).port}${path}`;
const save = async (url: string, by = ada) =>
  (await api.call('POST', '/api/notes', { cookie: by.cookie, body: { title: url, url } })).body.note?.uuid ?? '';
const broken = async (by = ada) => {
  const { body } = await api.call('GET', '/api/library?q=is:broken', { cookie: by.cookie });
  return Object.fromEntries(LibraryPage.parse(body).items.map(({ note, broken: why }) => [note.uuid, why?.status]));
};

beforeAll(async () => {
  [api, site] = await Promise.all([
    startApi(),
    startSite({
      '/here': '<p>Here.</p>',
      '/circle': (_, response) => void response.writeHead(302, { location: '/circle' }).end(),
      '/closed': (_, response) => void response.writeHead(403).end(),
      '/failing': (_, response) => void response.writeHead(failing ? 500 : 200).end(),
    }),
  ]);
  [ada, grace] = [await api.signUp('ada'), await api.signUp('grace')];
});
afterAll(() => Promise.all([api.stop(), site.stop()]));

test('links are checked in turn: missing pages count at once, failing and silent sites the second time, and a later success clears it', async () => {
  const gone = await save(at('a', '/gone'));
  const failed = await save(at('b', '/failing'));
  const silent = await save(at('given-up', '/'));
  const closed = await save(at('c', '/closed'));
  await save(at('d', '/here'));
  await api.call('PUT', `/api/notes/${gone}/save`, { cookie: grace.cookie });

  expect(await run(0)).toEqual({ checked: 5, broken: 1 });
  expect(await broken()).toEqual({ [gone]: 404 });
  expect(await broken(grace)).toEqual({ [gone]: 404 });
  // No link is checked twice on the same day.
  expect(await run(0.5)).toEqual({ checked: 0, broken: 0 });
  expect(await run(1.1)).toEqual({ checked: 2, broken: 2 });
  expect(await broken()).toEqual({ [gone]: 404, [failed]: 500, [silent]: null });
  expect(Object.keys(await broken())).not.toContain(closed);

  failing = false;
  // A different link is checked separately.
  await api.call('PATCH', `/api/notes/${gone}`, { cookie: ada.cookie, body: { rev: 1, url: at('a', '/here') } });
  expect(await broken()).toEqual({ [failed]: 500, [silent]: null });
  expect(await run(8.5)).toMatchObject({ broken: 1 });
  expect(await broken()).toEqual({ [silent]: null });
  expect((await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`)).toEqual([]);
});

test('if no site responds at all, no link is reported as broken', async () => {
  const before = await broken();
  const fresh = await save(at('e', '/here'));
  isKnown = () => false;
  expect(await run(9)).toEqual({ checked: 0, broken: 0 });
  expect(await broken()).toEqual(before);
  isKnown = (name) => !name.startsWith('given-up');
  expect(await run(9.1)).toMatchObject({ checked: 1 });
  expect(await api.store.redis.get(keys.linkState(fresh))).toBeNull();
});

test('at most two links per site are checked in a run, and the others wait', async () => {
  for (const path of ['/here?1', '/here?2', '/here?3']) await save(at('many', path));
  site.calls.length = 0;
  await run(9.2);
  expect(site.calls.filter((call) => call.startsWith('GET /here?'))).toHaveLength(2);
  await run(9.3);
  expect(site.calls.filter((call) => call.startsWith('GET /here?'))).toHaveLength(3);
});

test('private addresses are not checked or reported as broken, and deleted notes leave no records', async () => {
  const inside = await save('http://192.168.1.1/');
  const gone = await save(at('f', '/gone'));
  await run(9.4);
  expect(await broken()).toMatchObject({ [gone]: 404 });
  expect(Object.keys(await broken())).not.toContain(inside);
  await api.call('DELETE', `/api/notes/${gone}`, { cookie: ada.cookie });
  await api.call('DELETE', `/api/bin/${gone}`, { cookie: ada.cookie });
  expect(await api.store.redis.get(keys.linkState(gone))).toBeNull();
});

test('a site that redirects visitors without cookies in circles counts as working', async () => {
  const circle = await save(at('g', '/circle'));
  for (const day of [9.5, 10.6, 11.7]) await run(day);
  expect(site.calls).toContain('GET /circle');
  expect(Object.keys(await broken())).not.toContain(circle);
  expect(await api.store.redis.get(keys.linkState(circle))).toBeNull();
});

test('a dead host is detected when its runs contain nothing else, even if the previous check was of a private address', async () => {
  await save(at('h', '/here'));
  await run(12);
  await save('http://192.168.1.2/');
  await run(12.1);
  const dead = await save(at('given-up-too', '/'));
  isKnown = () => false;
  await run(12.2);
  // Without a network it waits for a later run, and has not failed.
  const due = Number(await api.store.redis.zscore(keys.linksDue, dead));
  expect((due - start.getTime()) / 86_400_000).toBeCloseTo(12.2 + 1 / 24);
  expect(await api.store.redis.get(keys.linkState(dead))).toBeNull();
  isKnown = (name) => !name.startsWith('given-up');
  expect(await run(12.21)).toEqual({ checked: 0, broken: 0 });
  expect(await run(12.3)).toEqual({ checked: 1, broken: 0 });
  expect(await run(13.4)).toEqual({ checked: 1, broken: 1 });
  expect(await broken()).toMatchObject({ [dead]: null });
});
