import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { takeDownPicture } from '../../../src/moderation/server/sweep.ts';
import { sweepPictures } from '../../../src/pictures/server/pictures.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { articlePage, startSite } from '../../support/browser/pages.ts';
import {
  capturedPictures,
  namesOf,
  noteWithPictures,
  pictureFile,
  serveBytes,
} from '../../support/captured-pictures.ts';
import { moderationOf } from '../../support/moderation.ts';
import { pngOf } from '../../support/pictures.ts';
import { countRoundTrips } from '../../support/round-trips.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let site: Awaited<ReturnType<typeof startSite>>;
let ann: Person;
const day = 24 * 60 * 60_000;

beforeAll(async () => {
  [api, site] = await Promise.all([
    startApi(),
    startSite({
      '/a': articlePage({
        head: '<meta property="og:image" content="/lead.png"><link rel="icon" sizes="192x192" href="/icon.png">',
      }),
      '/lead.png': serveBytes(await pngOf(1200, 600)),
      '/icon.png': serveBytes(await pngOf(192, 192)),
      '/taken-down': articlePage({
        head: '<meta property="og:image" content="/taken-down.png"><link rel="icon" href="/icon.png">',
      }),
      '/taken-down.png': serveBytes(await pngOf(800, 400, '#c36')),
      '/alone': articlePage({ head: '<link rel="icon" href="/alone.png">' }),
      '/alone.png': serveBytes(await pngOf(96, 96, '#63c')),
    }),
  ]);
  ann = await api.signUp('ann');
});
afterAll(async () => {
  await site.stop();
  await api.stop();
});

const capture = (path: string, person = ann) => capturedPictures(api, person, site.url + path);
const write = (path: string, person = ann) => noteWithPictures(api, person, site.url + path);

test('a picture removed by a moderator is shown nowhere and cannot be added again', async () => {
  const mod = await moderationOf(api).withRole('mod', 'moderator');
  await capture('/a');
  const { uuid, pictures: has } = await write('/a');
  const name = has?.lead?.name ?? '';
  const remove = (picture: string, by = mod) =>
    api.call('POST', '/api/moderation/decisions', {
      body: { action: 'remove-picture', picture, reason: 'Not for here.' },
      cookie: by.cookie,
    });
  expect((await remove(name, ann)).status).toBe(403);
  expect((await remove(`${origin}/pictures/${name}-640.webp`)).status).toBe(201);
  const log = await api.call('GET', '/api/moderation/log');
  expect(log.body).toMatchObject({ entries: [{ what: 'picture', reason: 'Not for here.' }] });
  expect((await pictureFile(name, 640)).status).toBe(404);
  const left = { ...has, lead: undefined };
  expect((await api.call('GET', `/api/notes/${uuid}`)).body.note?.pictures).toEqual(left);
  expect(await capture('/a')).not.toHaveProperty('lead');
  await sweepPictures(api.store.redis, new Date(Date.now() + 9 * day), () => true);
  expect(await capture('/a')).not.toHaveProperty('lead');
  expect((await remove('lead')).body).toMatchObject({ status: 400, errors: [{ path: 'picture' }] });
});

test('a removed picture disappears from the bin, and cannot return with an older unsaved note', async () => {
  const mod = await moderationOf(api).withRole('mod2', 'moderator');
  const dee = await api.signUp('dee');
  const { uuid, pictures: has } = await capture('/taken-down', dee).then(() => write('/taken-down', dee));
  const name = has?.lead?.name ?? '';
  await api.call('DELETE', `/api/notes/${uuid}`, { cookie: dee.cookie });
  const body = { action: 'remove-picture', picture: name, reason: 'Not for here.' };
  expect((await api.call('POST', '/api/moderation/decisions', { body, cookie: mod.cookie })).status).toBe(201);
  // Captured before the decision and saved after it.
  const left = { ...has, lead: undefined };
  expect((await write('/taken-down', dee)).pictures).toEqual(left);
  await api.call('POST', `/api/bin/${uuid}/restore`, { cookie: dee.cookie });
  expect((await api.call('GET', `/api/notes/${uuid}`)).body.note?.pictures).toEqual(left);
  expect(await examine(api.store.redis)).toEqual([]);
});

test('a sweep continues where it stopped: with pictures of many notes, and with leftovers of a removal', async () => {
  const { redis } = api.store;
  const [name = ''] = namesOf(await capture('/alone'));
  const gone = Array.from({ length: 300 }, (_, at) => `note:${at}`);
  await redis.sadd(keys.pictureHolders(name), 'note:gone', ...gone);
  const later = new Date(Date.now() + 9 * day);
  let times = 0;
  const once = () => (times += 1) < 2;
  await redis.zadd(keys.picturesDue, { score: 0, member: name });
  expect((await sweepPictures(redis, later, once)).removed).not.toContain(name);
  expect((await pictureFile(name, 64)).status).toBe(200);
  expect((await sweepPictures(redis, later, () => true)).removed).toContain(name);
  expect((await pictureFile(name, 64)).status).toBe(404);
});

test('a picture shown by many notes is removed in a few round trips', async () => {
  const { redis, url } = api.store;
  const holders = Array.from({ length: 10 }, (_, at) => [`note:${at}`, `user:${at}`]).flat();
  await redis.sadd(keys.pictureHolders('many'), 'note:gone', ...holders);
  const trips = countRoundTrips(url);
  const { before } = await trips.of(
    () => takeDownPicture(redis, 'many', () => true),
    async () => undefined,
  );
  trips.stop();
  expect(await redis.exists(keys.pictureHolders('many'))).toBe(0);
  expect(before).toBeLessThanOrEqual(8);
});
