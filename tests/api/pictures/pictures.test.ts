import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewCopy } from '../../../src/capture/server/captures.ts';
import { readNote } from '../../../src/notes/server/notes.ts';
import { putPictures } from '../../../src/notes/server/notes.ts';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { measureStored } from '../../../src/people/server/store/storage.ts';
import { pictureFiles, sweepPictures } from '../../../src/pictures/server/pictures.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { articlePage, startSite, loopbackOnly } from '../../support/browser/pages.ts';
import {
  capturedPictures,
  namesOf,
  noteWithPictures,
  pictureFile,
  serveBytes,
} from '../../support/captured-pictures.ts';
import { bytesOf, takeBackup } from '../../support/backups.ts';
import { decoded, pngOf, iconFile } from '../../support/pictures.ts';
import { startStore } from '../../support/store.ts';
import { restoreBackup } from '../../../src/maintenance/backup/restore.ts';
import { folderObjectStore } from '../../../src/platform/server/object-store.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { checkIntegrity } from '../../support/integrity.ts';

let api: Api;
let site: Awaited<ReturnType<typeof startSite>>;
let ann: Person;
const day = 24 * 60 * 60_000;

const lead = '<meta property="og:image" content="/lead.jpg">';

beforeAll(async () => {
  const photograph = await sharp(await pngOf(2000, 1000))
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  [api, site] = await Promise.all([
    startApi(),
    startSite({
      '/a': articlePage({ head: `${lead}<link rel="icon" sizes="192x192" href="/icon.png">` }),
      '/b': articlePage({ head: lead }),
      '/drawing': articlePage({ head: '<meta property="og:image" content="/x.svg"><link rel="icon" href="/x.svg">' }),
      '/lying': articlePage({ head: '<meta property="og:image" content="/lying.png">' }),
      '/large': articlePage({ head: '<meta property="og:image" content="/large.png">' }),
      '/kept-back': articlePage({ head: `${lead}<meta name="robots" content="max-image-preview:none">` }),
      '/kept-back-by-header': (_, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'text/html', 'X-Robots-Tag': 'noimageindex' })
          .end(articlePage({ head: lead })),
      '/apart': articlePage({
        head: '<meta property="og:image" content="/apart/lead.jpg"><link rel="icon" href="/apart/icon.png">',
      }),
      '/robots.txt': (_, response) => void response.writeHead(200).end('User-agent: *\nDisallow: /apart/'),
      '/by': articlePage({ head: '<meta name="author" content="Ada {Quill}">' }),
      '/renewed': articlePage({ head: '<link rel="icon" href="/icon.png">' }),
      '/lead.jpg': serveBytes(photograph, 'image/jpeg'),
      '/icon.png': serveBytes(await pngOf(192, 192)),
      '/favicon.ico': serveBytes(iconFile(), 'image/x-icon'),
      '/x.svg': serveBytes(
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'),
        'image/svg+xml',
      ),
      '/lying.png': serveBytes(Buffer.from('<html><script>alert(1)</script></html>')),
      '/large.png': serveBytes(await pngOf(9000, 9000)),
    }),
  ]);
  ann = await api.signUp('ann');
});
afterAll(async () => {
  await site.stop();
  await api.stop();
});

const capture = (path: string, now?: Date) => capturedPictures(api, ann, site.url + path, now);
const write = (path: string, fields = {}) => noteWithPictures(api, ann, site.url + path, fields);
const filesLeft = () => pictureFiles().names();

test('pictures of captured pages are served from our own address, small, in proportion and without metadata', async () => {
  await capture('/a');
  const { uuid, pictures: has } = await write('/a');
  expect(has).toMatchObject({ icon: expect.any(String), lead: { width: 640, height: 320 } });
  const answer = await pictureFile(has?.lead?.name, 640);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('image/webp');
  expect(answer.headers.get('Cache-Control')).toContain('immutable');
  expect(await (await decoded(answer)).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 });
  expect(await (await decoded(await pictureFile(has?.lead?.name, 640))).metadata()).not.toHaveProperty('exif');
  expect(await (await decoded(await pictureFile(has?.lead?.name, 320))).metadata()).toMatchObject({
    width: 320,
    height: 160,
  });
  expect(await (await decoded(await pictureFile(has?.icon, 64))).metadata()).toMatchObject({ width: 64, height: 64 });
  const library = await api.call('GET', '/api/library', { cookie: ann.cookie });
  expect(JSON.stringify(library.body)).toContain(has?.icon);
  expect((await api.call('GET', `/api/notes/${uuid}`)).body.note?.pictures).toEqual(has);
  for (const name of [has?.icon, '../../etc/passwd']) expect((await pictureFile(name, 128)).status).toBe(404);
});

test('a note of a captured page shows the page’s author and reading time', async () => {
  await capture('/by');
  const { uuid, pictures: has } = await write('/by', { body: 'Two lines of mine.' });
  expect(has).toMatchObject({ author: 'Ada Quill', minutes: 3 });
  // Whatever the name contains, it is found in the stored note.
  await putPictures(api.store.redis, uuid, has);
  expect((await api.call('GET', `/api/notes/${uuid}`)).body.note?.pictures).toEqual(has);
});

test('a site’s icon is decoded to pixels, and files that are not pictures, too large or drawings are refused', async () => {
  const { icon: name, ...rest } = (await capture('/drawing')) ?? { bytes: 0 };
  expect(rest).not.toHaveProperty('lead');
  const { data } = await (await decoded(await pictureFile(name, 64))).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 4)];
  const isNear = (found: number[], meant: number[]) =>
    expect(found.map((value, at) => Math.abs(value - (meant[at] ?? 0)) < 40)).toEqual([true, true, true, true]);
  isNear(pixel(4, 4), [255, 0, 0, 255]);
  isNear(pixel(60, 4), [0, 255, 0, 255]);
  isNear(pixel(4, 60), [0, 0, 255, 255]);
  expect(pixel(62, 62)[3]).toBeLessThan(40);
  // Not even requested as an icon.
  expect(site.calls.filter((call) => call === 'GET /x.svg')).toHaveLength(1);
  for (const path of ['/lying', '/large', '/kept-back', '/kept-back-by-header'])
    expect(await capture(path)).not.toHaveProperty('lead');
  expect(await capture('/apart')).not.toHaveProperty('lead');
  expect(site.calls.filter((call) => call.startsWith('GET /apart/'))).toEqual([]);
});

test('pictures count as storage, and are deleted with the last note that shows them, not before', async () => {
  const now = new Date();
  const has = await capture('/b', now);
  const before = await measureStored(api.store.redis, ann.user.id);
  const [one, other] = [await write('/b'), await write('/b', { visibility: 'private' })];
  const after = await measureStored(api.store.redis, ann.user.id);
  expect(after).toBeGreaterThan(before + 2 * (has?.bytes ?? Infinity));
  const [small, large] = namesOf(has);
  const remove = async (uuid: string) => {
    for (const place of ['notes', 'bin']) await api.call('DELETE', `/api/${place}/${uuid}`, { cookie: ann.cookie });
  };
  const later = (days: number) => sweepPictures(api.store.redis, new Date(now.getTime() + days * day), () => true);
  for (const { body } of [await api.call('GET', '/api/notes?author=ann', { cookie: ann.cookie })]) {
    for (const note of body.notes ?? []) if (![one.uuid, other.uuid].includes(note.uuid)) await remove(note.uuid);
  }
  await remove(one.uuid);
  await later(1);
  await later(3);
  expect([(await pictureFile(small, 64)).status, (await pictureFile(large, 320)).status]).toEqual([200, 200]);
  await remove(other.uuid);
  await later(5);
  expect([(await pictureFile(small, 64)).status, (await pictureFile(large, 320)).status]).toEqual([404, 404]);
  expect(await filesLeft()).toEqual([]);
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  expect(await examine(api.store.redis)).toEqual([]);
  // A deleted picture is fetched again when somebody saves the page again.
  expect(namesOf(await capture('/b'))).toEqual([small, large]);
  expect((await pictureFile(large, 640)).status).toBe(200);
});

test('renewing a copy adds the page’s pictures to a note that had none', async () => {
  const { uuid, pictures: none } = await write('/renewed');
  expect(none).toBeUndefined();
  const options = { now: new Date(), siteUrl: 'https://commonplace.example', reach: loopbackOnly };
  const renewed = await renewCopy(api.store.redis, await readNote(api.store.redis, uuid), ann.user.id, options);
  expect(renewed).toMatchObject({ ok: true, revision: expect.any(Number) });
  const { note } = (await api.call('GET', `/api/notes/${uuid}`)).body;
  expect(note).toMatchObject({ rev: 1, pictures: { icon: expect.any(String) } });
  const body = { rev: 1, url: 'https://example.org/' };
  const moved = await api.call('PATCH', `/api/notes/${uuid}`, { body, cookie: ann.cookie });
  expect(moved.body.note).not.toHaveProperty('pictures');
});

test('a backup restores pictures, and the doctor finds and repairs missing records of them', async () => {
  await capture('/b');
  const { pictures: has } = await write('/b');
  const [name = ''] = namesOf(has);
  const [empty, folder] = await Promise.all([startStore(), mkdtemp(path.join(tmpdir(), 'commonplace-restored-'))]);
  const { parts } = await takeBackup(api.store.redis, { files: pictureFiles() });
  const files = folderObjectStore(folder);
  await restoreBackup(empty.redis, bytesOf(parts), { identities: [], now: new Date(), files });
  expect(await files.names()).toEqual(await filesLeft());
  const one = `${name.slice(0, 2)}/${name}-64.webp`;
  expect(await files.get(one)).toEqual(await pictureFiles().get(one));
  expect(await examine(empty.redis)).toEqual([]);
  await empty.redis.del(keys.pictureHolders(name), keys.picturesDue);
  expect((await examine(empty.redis)).map(({ says }) => says)).toEqual(['lacks some who show it', 'lacks pictures']);
  expect((await repair(empty.redis)).left).toEqual([]);
  await empty.redis.del(keys.picture(name));
  expect((await examine(empty.redis)).map(({ says }) => says)).toEqual(['is shown, and not known']);
  await Promise.all([empty.stop(), rm(folder, { recursive: true })]);
});
