import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BlobsServer } from '@netlify/blobs/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MadeExport } from '../../../src/transfer/model/export.ts';
import { blobObjectStore } from '../../../src/platform/server/object-store.ts';
import { makeQueuedExports } from '../../../src/transfer/server/export/made.ts';
import { claimExport } from '../../../src/transfer/server/store/made-exports.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { runScheduled } from '../../../src/app/scheduled.ts';
import { defaultPassword, startApi, type Api, type Person } from '../../support/api.ts';
import { exportOf } from '../../support/imports.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let ann: Person;
let blobs: BlobsServer;
let dir: string;
let context: string;
beforeAll(async () => {
  [api, dir] = await Promise.all([startApi(), mkdtemp(path.join(tmpdir(), 'commonplace-exports-'))]);
  blobs = new BlobsServer({ directory: dir, token: 'token' });
  const { port } = await blobs.start();
  const address = `http://localhost:${port}`;
  const place = { siteID: 'site', token: 'token', edgeURL: address, uncachedEdgeURL: address };
  context = Buffer.from(JSON.stringify(place)).toString('base64');
  ann = await api.signUp('ann');
  for (let at = 0; at < 20; at += 1) {
    await api.call('POST', '/api/notes', {
      cookie: ann.cookie,
      body: { title: `Note ${at}`, body: 'Its text. '.repeat(50) },
    });
  }
  await api.settled();
});
afterAll(async () => {
  await Promise.all([api.stop(), blobs.stop()]);
  await rm(dir, { recursive: true, force: true });
});
/** As the platform tells its functions where the blob store is. */
beforeEach(() => void (process.env['NETLIFY_BLOBS_CONTEXT'] = context));
afterEach(() => void delete process.env['NETLIFY_BLOBS_CONTEXT']);

const exportStore = () => blobObjectStore('exports');
const make = () =>
  makeQueuedExports(api.store.redis, exportStore(), {
    siteUrl: origin,
    now: () => new Date(),
    mayGoOn: () => true,
    partLength: 2000,
  });

async function ask(format: string, { cookie } = ann): Promise<MadeExport> {
  const answer = await api.call('POST', '/api/exports', { cookie, body: { format } });
  expect(answer.status).toBe(202);
  // Nothing listens at this site's address, so the call to its background function fails.
  await api.settled();
  return (answer.body as unknown as { made: MadeExport }).made;
}

async function state(id: string, { cookie } = ann) {
  const { status, body } = await api.call('GET', `/api/exports/${id}`, { cookie });
  return { status, made: (body as unknown as { made?: MadeExport }).made };
}

async function partOf(id: string, part: number, { cookie } = ann): Promise<Response> {
  const { default: handler } = await import('../../../functions/export.ts');
  const request = new Request(`${origin}/api/exports/${id}/parts/${part}`, { headers: { Cookie: cookie } });
  return handler(request, { params: { id, part: String(part) }, ip: '203.0.113.7', requestId: 'request-1' });
}

test.each(['json', 'markdown', 'netscape', 'site'])(
  'where response time is limited, an export as %s is made in the background in parts that form the same file',
  async (format) => {
    const { id, name } = await ask(format);
    expect(name).toContain('commonplace-ann-');
    expect(await state(id)).toMatchObject({ made: { state: 'waiting', parts: 0 } });
    expect(await make()).toBe(1);
    const { made } = await state(id);
    expect(made).toMatchObject({ state: 'ready' });
    expect(made?.parts).toBeGreaterThan(1);
    const parts: Uint8Array[] = [];
    for (let part = 1; part <= (made?.parts ?? 0); part += 1) parts.push(await (await partOf(id, part)).bytes());
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(2000);
    const whole = Buffer.concat(parts);
    expect(whole.length).toBe(made?.bytes);
    if (format !== 'site') expect(whole.equals(await exportOf(ann, format))).toBe(true);
    expect((await partOf(id, parts.length + 1)).status).toBe(404);
  },
);

test('only its owner can download it, and after a day the file and its parts are deleted', async () => {
  const { id } = await ask('json');
  await make();
  const ben = await api.signUp('ben');
  expect((await state(id, ben)).status).toBe(404);
  expect((await partOf(id, 1, ben)).status).toBe(404);
  await api.store.redis.del(keys.exportMade(id));
  await make();
  expect((await exportStore().names()).filter((name) => name.startsWith(id))).toEqual([]);
});

test('where response time is unlimited, the file is streamed while it is made', async () => {
  delete process.env['NETLIFY_BLOBS_CONTEXT'];
  const answer = await api.call('POST', '/api/exports', { cookie: ann.cookie, body: { format: 'site' } });
  expect(answer).toMatchObject({ status: 200, body: { href: '/api/export?format=site' } });
});

test('an export that may be too large for one response is not started', async () => {
  // Not Ann's: later exports of hers would be written in a thousand parts.
  const lou = await api.signUp('lou');
  const body = { title: 'Long', body: 'Words that fill. '.repeat(11_000) };
  for (let at = 0; at < 12; at += 1) await api.call('POST', '/api/notes', { cookie: lou.cookie, body });
  await api.store.redis.del(keys.storedBytes(lou.user.id));
  const answer = await api.call('GET', '/api/export?format=json', { cookie: lou.cookie });
  expect(answer).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('POST /api/exports') as string },
  });
});

test('an export whose worker keeps dying, or that takes too long, fails with the reason', async () => {
  const { id } = await ask('json');
  for (let time = 1; time <= 3; time += 1) {
    const killed = makeQueuedExports(
      api.store.redis,
      { ...exportStore(), put: () => new Promise<void>(() => undefined) },
      {
        siteUrl: origin,
        now: () => new Date(),
        mayGoOn: () => true,
      },
    );
    await expect.poll(async () => (await state(id)).made?.begun).toBe(time);
    expect(await Promise.race([killed, Promise.resolve('still at it')])).toBe('still at it');
    await api.store.redis.del(keys.exportMaker(id));
  }
  expect(await make()).toBe(1);
  expect(await state(id)).toMatchObject({
    made: { state: 'failed', parts: 0, why: 'It was interrupted 3 times.' },
  });
  const slow = await ask('json');
  let looks = 0;
  const mayGoOn = () => (looks += 1) === 1;
  await makeQueuedExports(api.store.redis, exportStore(), { siteUrl: origin, now: () => new Date(), mayGoOn });
  expect(await state(slow.id)).toMatchObject({
    made: { state: 'failed', why: 'It would take longer than the server can spend on one file.' },
  });
});

test('an export that is reached late in a run is left to the next run', async () => {
  const cyd = await api.signUp('cyd');
  const [first, late] = [await ask('json'), await ask('json', cyd)];
  let looksLeft = Number.POSITIVE_INFINITY;
  const store = {
    ...exportStore(),
    // After the first file there is time to claim another one but not to make it.
    put: async (name: string, bytes: Uint8Array) => {
      await exportStore().put(name, bytes);
      looksLeft = 1;
    },
  };
  const mayGoOn = () => (looksLeft -= 1) >= 0;
  expect(await makeQueuedExports(api.store.redis, store, { siteUrl: origin, now: () => new Date(), mayGoOn })).toBe(1);
  expect(await state(first.id)).toMatchObject({ made: { state: 'ready' } });
  expect(await state(late.id, cyd)).toMatchObject({ made: { state: 'waiting', begun: 1 } });
  expect(await make()).toBe(1);
  expect(await state(late.id, cyd)).toMatchObject({ made: { state: 'ready' } });
});

test('an export whose worker died is made by exactly one later run', async () => {
  const { id } = await ask('json');
  expect(await claimExport(api.store.redis)).toBe(id);
  expect(await make()).toBe(0);
  expect(await state(id)).toMatchObject({ made: { state: 'waiting' } });
  // The maximum lifetime of a background function has passed.
  await api.store.redis.del(keys.exportMaker(id));
  expect(await make()).toBe(1);
  expect(await state(id)).toMatchObject({ made: { state: 'ready' } });
  expect(await make()).toBe(0);
});

test('a person waits for one export at a time', async () => {
  const { id } = await ask('json');
  expect((await ask('json')).id).toBe(id);
  const recorded = async () =>
    JSON.stringify((await api.call('GET', '/api/account/activity', { cookie: ann.cookie })).body).split('exported');
  const before = await recorded();
  const other = await api.call('POST', '/api/exports', { cookie: ann.cookie, body: { format: 'markdown' } });
  expect([other.status, other.body.detail]).toEqual([409, expect.stringMatching(/still being made/)]);
  expect(await recorded()).toEqual(before);
  expect(await make()).toBe(1);
  await ask('markdown');
  expect(await make()).toBe(1);
});

test('nothing is made for an account that was closed meanwhile, and its finished files are removed', async () => {
  const dee = await api.signUp('dee');
  const made = await ask('json', dee);
  await make();
  const partsOf = async (id: string) => (await exportStore().names()).filter((name) => name.startsWith(id));
  expect(await partsOf(made.id)).not.toEqual([]);
  const waiting = await ask('json', dee);
  const body = { current: defaultPassword, writings: 'keep' };
  expect((await api.call('POST', '/api/account/deletion', { cookie: dee.cookie, body })).status).toBe(200);
  await make();
  expect([await partsOf(made.id), await partsOf(waiting.id)]).toEqual([[], []]);
});

test('files are removed every hour, even if nobody asks for another', async () => {
  const eve = await api.signUp('eve');
  const { id } = await ask('json', eve);
  await make();
  await api.store.redis.del(keys.exportMade(id));
  const left = async () => (await exportStore().names()).filter((name) => name.startsWith(id));
  const at = (minute: number) => runScheduled(new Date(Date.UTC(2030, 0, 1, 10, minute)));
  expect(await at(20)).toMatchObject({ 'made-exports': 'none' });
  expect(await left()).not.toEqual([]);
  // It calls the background function, which makes what is asked for and removes what nobody can fetch any more.
  expect((await at(0))['made-exports']).not.toBe('none');
  expect(await make()).toBe(0);
  expect(await left()).toEqual([]);
});
