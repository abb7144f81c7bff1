import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import exporting from '../../../functions/export.ts';
import pictures from '../../../functions/pictures.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { measureStored } from '../../../src/people/server/store/storage.ts';
import { pictureFiles, sweepPictures } from '../../../src/pictures/server/pictures.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { openFile } from '../../../src/transfer/formats/open-file.ts';
import { withSentPictures } from '../../../src/transfer/formats/uploaded-pictures.ts';
import { ExportDocument } from '../../../src/transfer/model/export.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { fileOf } from '../../support/import-files.ts';
import { pngOf } from '../../support/pictures.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi({ STORAGE_QUOTA_MB: '1' });
  ada = await api.signUp('ada');
});
afterAll(() => api.stop());

const context = { params: {}, ip: '203.0.113.7', requestId: 'r', waitUntil: () => {} };
const headers = (by: Person | undefined) => ({ 'Sec-Fetch-Site': 'same-origin', ...(by && { Cookie: by.cookie }) });

async function send(bytes: Uint8Array, by = ada) {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), 'a.png');
  const answer = await pictures(
    new Request(`${origin}/api/pictures`, { method: 'POST', headers: headers(by), body }),
    context,
  );
  return { status: answer.status, ...((await answer.json()) as { address?: string; width?: number; detail?: string }) };
}

const write = async (body: string, by = ada) =>
  (await api.call('POST', '/api/notes', { cookie: by.cookie, body: { title: 'With a picture', body } })).body.note
    ?.uuid ?? '';
const exported = (format: string) =>
  exporting(new Request(`${origin}/api/export?format=${format}`, { headers: headers(ada) }), context);
const faults = async () => (await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`);
const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60_000);
const sweep = async (now: Date) => (await sweepPictures(api.store.redis, now, () => true)).removed.length;

test('an uploaded picture is re-encoded, shown by the note that refers to it, and counted with it', async () => {
  const before = await measureStored(api.store.redis, ada.user.id);
  const { status, address = '', width } = await send(await pngOf(2000, 1000));
  expect([status, width]).toEqual([201, 960]);
  expect(address).toMatch(/^\/pictures\/[0-9a-f]{32}-960\.webp$/);
  const uuid = await write(`Look: ![A red field](${address})`);
  const file = await pictures(new Request(origin + address), context);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 960, height: 480 });
  expect((await measureStored(api.store.redis, ada.user.id)) - before).toBeGreaterThan(bytes.length);
  const shown = await api.call('GET', `/api/notes/${uuid}`, { cookie: ada.cookie });
  expect(JSON.stringify(shown.body)).toContain(`src=\\"${address}\\"`);
  expect(JSON.stringify(shown.body)).not.toContain('shows');

  // It exists as long as the note, including in the bin, and is permanently deleted with it.
  expect(await sweep(days(33))).toBe(0);
  expect(await faults()).toEqual([]);
  await api.call('DELETE', `/api/notes/${uuid}`, { cookie: ada.cookie });
  expect(await sweep(days(36))).toBe(0);
  await api.call('DELETE', `/api/bin/${uuid}`, { cookie: ada.cookie });
  expect(await sweep(days(39))).toBe(1);
  expect(await pictureFiles().names()).toEqual([]);
  expect(await faults()).toEqual([]);
});

test('invalid pictures and visitors are refused, and an unused picture is deleted after 30 days, the lifetime of a device’s draft', async () => {
  expect(await send(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
    status: 422,
  });
  expect((await send(await pngOf(10, 10))).status).toBe(201);
  const stranger = new FormData();
  stranger.set('file', new Blob([new Uint8Array(await pngOf(12, 12))]), 'a.png');
  const request = new Request(`${origin}/api/pictures`, {
    method: 'POST',
    headers: headers(undefined),
    body: stranger,
  });
  expect((await pictures(request, context)).status).toBe(401);
  expect(await sweep(days(29))).toBe(0);
  expect(await sweep(days(31))).toBe(1);
});

test('an address that was never issued is plain text', async () => {
  const made = `/pictures/${'ab'.repeat(16)}-960.webp`;
  await write(`![x](${made})`);
  expect(await api.store.redis.exists(keys.pictureHolders('ab'.repeat(16)))).toBe(0);
  expect(await faults()).toEqual([]);
});

test('a picture in a draft exists as long as the draft, and is deleted with it', async () => {
  const { address = '' } = await send(await pngOf(40, 30, '#393'));
  const fields = { title: '', url: '', body: `![Green](${address})`, tags: [], tagText: '', visibility: 'private' };
  const draft = '/api/drafts/new-with-a-picture';
  const put = await api.call('PUT', draft, { cookie: ada.cookie, body: { version: 0, fields } });
  expect(put.status).toBe(200);
  expect(await sweep(days(39))).toBe(0);
  expect((await pictures(new Request(origin + address), context)).status).toBe(200);
  expect(await faults()).toEqual([]);
  await api.store.redis.del(keys.pictureHolders(address.slice('/pictures/'.length, -'-960.webp'.length)));
  expect(await faults()).toEqual([expect.stringContaining('lacks some who show it')]);
  await api.call('PUT', draft, { cookie: ada.cookie, body: { version: 1, fields } });
  await api.call('DELETE', draft, { cookie: ada.cookie });
  expect(await sweep(days(41))).toBe(1);
  expect((await pictures(new Request(origin + address), context)).status).toBe(404);
  expect(await faults()).toEqual([]);
});

test('a picture edited out of a note remains while a revision can restore it', async () => {
  const { address = '' } = await send(await pngOf(50, 30, '#939'));
  const uuid = await write(`![Purple](${address})`);
  const change = { cookie: ada.cookie, body: { rev: 1, body: 'Without it.' } };
  expect((await api.call('PATCH', `/api/notes/${uuid}`, change)).status).toBe(200);
  expect(await sweep(days(39))).toBe(0);
  expect((await pictures(new Request(origin + address), context)).status).toBe(200);
  expect(await faults()).toEqual([]);
  await api.store.redis.del(keys.revisions(uuid));
  expect(await sweep(days(41))).toBe(1);
  expect((await pictures(new Request(origin + address), context)).status).toBe(404);
  expect(await faults()).toEqual([]);
});

test('exports contain the pictures in texts, and imports restore them', async () => {
  const { address = '' } = await send(await pngOf(300, 200, '#36c'));
  const name = address.slice('/pictures/'.length, -'-960.webp'.length);
  const code = `\`${address.replace('960', '480')}\``;
  await write(`Before ![Blue](${address}) after ${code}.`);
  const files = unzipSync(new Uint8Array(await (await exported('markdown')).arrayBuffer()));
  expect(await sharp(files[`pictures/${name}.webp`]).metadata()).toMatchObject({ width: 300, height: 200 });
  const texts = Object.entries(files).filter(([file]) => file.endsWith('.md'));
  expect(texts.map(([, text]) => strFromU8(text)).join()).toContain(`![Blue](../pictures/${name}.webp)`);
  const site = unzipSync(new Uint8Array(await (await exported('site')).arrayBuffer()));
  const pages = Object.entries(site).flatMap(([file, text]) => (file.startsWith('notes/') ? [strFromU8(text)] : []));
  expect(pages.join()).toContain(`src="../pictures/${name}.webp"`);
  expect(site).toHaveProperty([`pictures/${name}.webp`]);

  const json = await (await exported('json')).text();
  const note = ExportDocument.parse(JSON.parse(json)).notes.find(({ body }) => body.includes(name));
  expect(Object.keys(note?.files ?? {})).toEqual([name]);
  const opened = await openFile(fileOf(json, 'commonplace.json'), true);
  if (!opened.ok) throw new Error(opened.why);
  const sent: Uint8Array[] = [];
  const bodies: string[] = [];
  const items = withSentPictures(opened.items, async (picture) => {
    if (picture.ok) sent.push(picture.bytes);
    return { address: '/pictures/elsewhere' };
  });
  for await (const entry of items) if ('item' in entry) bodies.push(JSON.stringify(entry.item));
  expect(await sharp(sent[0]).metadata()).toMatchObject({ format: 'webp', width: 300 });
  expect(bodies.join()).toContain(`![Blue](/pictures/elsewhere) after ${code}.`);
  expect(bodies.join()).not.toContain('"files"');
});

test('unused pictures count as their uploader’s storage, who is refused more than the limit until they are deleted', async () => {
  const bo = await api.signUp('bo_draws');
  const noise = (seed: number) =>
    sharp(Buffer.from(Uint8Array.from({ length: 900 * 900 * 3 }, (_, at) => (at * (seed * 2 + 7919)) % 251)), {
      raw: { width: 900, height: 900, channels: 3 },
    })
      .png()
      .toBuffer();
  const measured = () => measureStored(api.store.redis, bo.user.id);
  const { address: shown = '' } = await send(await noise(0), bo);
  const one = await measured();
  expect(one).toBeGreaterThan(10_000);
  // One that a note shows is counted once.
  await write(`Look: ![Noise](${shown})`, bo);
  expect((await measured()) - one).toBeLessThan(5_000);
  const sent: Awaited<ReturnType<typeof send>>[] = [];
  while (sent.length < 40 && sent.at(-1)?.status !== 507) sent.push(await send(await noise(1 + sent.length), bo));
  expect(sent.at(-1)).toMatchObject({
    status: 507,
    detail: expect.stringContaining('Uploaded pictures that no note shows'),
  });
  // The last accepted one may become larger than it was sent.
  expect(await measured()).toBeLessThan(1.5 * 1024 * 1024);
  expect(await faults()).toEqual([]);
  // The others are deleted and no longer counted.
  expect(await sweep(days(33))).toBe(sent.length - 1);
  expect((await measured()) - one).toBeLessThan(5_000);
});
