import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getStore } from '@netlify/blobs';
import { BlobsServer } from '@netlify/blobs/server';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import background, { config } from '../../../functions/background.ts';
import { FunctionConfig } from '../../../netlify/local/functions/routes.ts';
import { functionHost } from '../../../netlify/local/functions/functions.ts';
import { openServer, type LocalServer } from '../../../netlify/local/server/server.ts';
import type { Backups } from '../../../src/platform/model/backups.ts';
import { isBackupDue, runNightly, startBackupIfDue, takeNightly } from '../../../src/maintenance/backup/nightly.ts';
import { restoreBackup } from '../../../src/maintenance/backup/restore.ts';
import { blobObjectStore, folderObjectStore, type ObjectStore } from '../../../src/platform/server/object-store.ts';
import { readBackups } from '../../../src/maintenance/backup/store/nightly.ts';
import { openSchema } from '../../../src/maintenance/schema/schema.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { contentOf } from '../../support/backups.ts';
import { startStore, type TestStore } from '../../support/store.ts';

let api: Api;
let empty: TestStore;
let dir: string;
let server: LocalServer;
let siteUrl: string;
let blobs: BlobsServer;
let stores: Record<'folder' | 'blobs', ObjectStore>;
let identity: string;
let recipient: string;
let ada: Person;

beforeAll(async () => {
  identity = await generateIdentity();
  recipient = await identityToRecipient(identity);
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-nightly-'));
  server = await openServer(0);
  siteUrl = `http://localhost:${server.port}`;
  const own = { SITE_URL: siteUrl, BACKUP_DIR: path.join(dir, 'of-the-machine') };
  [api, empty] = await Promise.all([startApi({ ...own, BACKUP_RECIPIENT: recipient, BACKUP_DAYS: '7' }), startStore()]);
  blobs = new BlobsServer({ directory: path.join(dir, 'blobs'), token: 'token' });
  const { port } = await blobs.start();
  const address = `http://localhost:${port}`;
  const store = getStore({
    name: 'backups',
    siteID: 'site',
    token: 'token',
    edgeURL: address,
    uncachedEdgeURL: address,
    consistency: 'strong',
  });
  stores = { folder: folderObjectStore(path.join(dir, 'folder')), blobs: blobObjectStore(store) };
  await openSchema(api.store.redis);
  ada = await api.signUp('ada');
  for (let at = 0; at < 30; at += 1) {
    const body = { title: `Note ${at}`, body: `What it says. ${at}`, tags: ['all'] };
    await api.call('POST', '/api/notes', { cookie: ada.cookie, body });
  }
  await api.settled();
});
afterAll(async () => {
  await Promise.all([api.stop(), empty.stop(), blobs.stop(), server.stop()]);
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() =>
  api.store.redis.del('backup:last', 'backup:failure', 'backup:progress', 'backup:run', 'backup:runner'),
);
afterEach(async () => {
  await empty.redis.flushall();
  for (const objects of Object.values(stores)) for (const name of await objects.names()) await objects.remove(name);
});

const day = 24 * 60 * 60_000;
const run = (
  objects: ObjectStore,
  { now = new Date(), mayGoOn = () => true }: { now?: Date; mayGoOn?: () => boolean } = {},
) => takeNightly(api.store.redis, objects, { recipient, days: 7, now: () => now, mayGoOn, partLength: 20_000 });

async function lastBackup(): Promise<Backups['last']> {
  const { body } = await api.call('GET', '/api/backups', { cookie: ada.cookie });
  return (body as Backups).last;
}

async function own(person: Person): Promise<void> {
  const stored = await api.store.redis.get<string>(`user:${person.user.id}`);
  await api.store.redis.set(`user:${person.user.id}`, JSON.stringify({ ...JSON.parse(stored ?? ''), role: 'owner' }));
}

describe.each(['folder', 'blobs'] as const)('backups stored in %s', (place) => {
  test('are continued across killed runs that each make one part, and restore everything', async () => {
    const objects = stores[place];
    const before = await contentOf(api.store.redis);
    let runs = 0;
    for (let outcome = 'unfinished'; outcome !== 'done'; runs += 1) {
      expect(outcome).toBe('unfinished');
      let parts = 0;
      outcome = await run(objects, { mayGoOn: () => (parts += 1) <= 1 });
      // Nothing written between the two runs is included.
      const body = { title: `After run ${runs}`, body: 'Later.', tags: ['all'] };
      await api.call('POST', '/api/notes', { cookie: ada.cookie, body });
    }
    expect(runs).toBeGreaterThan(1);
    const parts = await objects.names();
    const source = async function* () {
      for (const name of parts) yield (await objects.get(name)) ?? new Uint8Array();
    };
    await restoreBackup(empty.redis, source, { identities: [identity], now: new Date() });
    expect(await contentOf(empty.redis)).toEqual(before);
  });

  test('damaged in transit are detected by reading them back, reported to the owner, and deleted', async () => {
    const objects = stores[place];
    await own(ada);
    const put = async (name: string, bytes: Uint8Array) => {
      const changed = Buffer.from(bytes);
      changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1;
      await objects.put(name, name.endsWith('/0002') ? changed : bytes);
    };
    expect(await run({ ...objects, put })).toBe('failed');
    const { body } = await api.call('GET', '/api/backups', { cookie: ada.cookie });
    expect(body).toMatchObject({ last: null, failure: { message: expect.stringContaining('Part 2 is damaged') } });
    expect(await objects.names()).toEqual([]);
    expect(await isBackupDue(api.store.redis, new Date())).toBe(false);
    expect(await isBackupDue(api.store.redis, new Date(Date.now() + 2 * 60 * 60_000))).toBe(true);
    expect(await run(objects, { now: new Date(Date.now() + 2 * 60 * 60_000) })).toBe('done');
    expect(await lastBackup()).not.toBe(null);
  });

  test('are not delayed by entries from a clock that was ahead', async () => {
    const { redis } = api.store;
    expect(await run(stores[place])).toBe('done');
    const taken = { ...(await readBackups(redis)).last };
    await redis.set('backup:last', { ...taken, at: new Date(Date.now() + 365 * day).toISOString() });
    expect(await isBackupDue(redis, new Date())).toBe(true);
    await redis.del('backup:last');
    await redis.set('backup:failure', { at: new Date(Date.now() + 365 * day).toISOString(), message: 'It failed.' });
    expect(await isBackupDue(redis, new Date())).toBe(true);
  });

  test('are deleted after their retention once the next one is complete', async () => {
    const objects = stores[place];
    await run(objects);
    const first = await objects.names();
    await objects.put('2000-01-01-by-hand.backup', new Uint8Array([1]));
    expect(await run(objects)).toBe('not-due');
    expect(await run(objects, { now: new Date(Date.now() + 2 * day) })).toBe('done');
    expect(await objects.names()).toEqual(expect.arrayContaining(first));
    await api.store.redis.del('backup:last');
    expect(await run(objects, { now: new Date(Date.now() + 8 * day) })).toBe('done');
    const left = await objects.names();
    expect(left.filter((name) => first.includes(name))).toEqual([]);
    // Other files there are not ours to delete.
    expect(left).toContain('2000-01-01-by-hand.backup');
    await objects.remove('2000-01-01-by-hand.backup');
    expect(left.length).toBeGreaterThan(first.length);
  });
});

test('nightly backups are made by the schedule, in the folder of the machine that it runs on', async () => {
  const functions = [{ name: 'background', handler: background, config: FunctionConfig.parse(config) }];
  const host = functionHost(functions, { siteUrl });
  const files = { serve: async () => undefined, notFound: async () => new Response('', { status: 404 }) };
  server.serve({ siteUrl, functions: host, files, hookToken: 'unused', onBuildHook: () => undefined });
  expect(await startBackupIfDue(new Date())).toBe(202);
  await expect.poll(async () => (await readBackups(api.store.redis)).last).not.toBeNull();
  expect(await startBackupIfDue(new Date())).toBe('not-due');
  await host.stop();
  const { last } = await readBackups(api.store.redis);
  const names = await folderObjectStore(path.join(dir, 'of-the-machine')).names();
  expect(names.map((name) => path.dirname(name))).toEqual(Array(last?.parts).fill(last?.id));
});

test('simultaneous runs make one backup', async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => run(stores.folder)));
  expect(outcomes.sort()).toEqual(['done', 'elsewhere', 'elsewhere']);
  const names = await stores.folder.names();
  expect(new Set(names.map((name) => name.split('/')[0])).size).toBe(1);
});

test('a backup continues where it stopped when its storage was down', async () => {
  const away = { ...stores.folder, put: () => Promise.reject(new Error('the network is away')) };
  expect(await run(away)).toBe('failed');
  expect(await run(stores.folder)).toBe('done');
});

test('a folder that cannot be read fails the backup, and owners are told', async () => {
  const folder = path.join(dir, 'of-the-machine');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'a file where the folder should be');
  await runNightly({ now: () => new Date(), mayGoOn: () => true });
  await rm(folder);
  expect((await readBackups(api.store.redis)).failure?.message).toContain('of-the-machine');
});

test('everyone can see how long backups are retained, and owners when the last one was made', async () => {
  const ben = await api.signUp('ben');
  expect((await api.call('GET', '/api/backups', { cookie: ben.cookie })).body).toEqual({ days: 7 });
  expect((await api.call('GET', '/api/backups')).status).toBe(401);
  await own(ada);
  await run(stores.folder);
  expect(await lastBackup()).toMatchObject({ revision: expect.any(Number), verifiedAt: expect.any(String) });
});

test('a file that cannot be read is not taken for a missing one', async () => {
  const folder = path.join(dir, 'objects');
  const store = folderObjectStore(folder);
  expect(await store.get('ab/none')).toBeUndefined();
  expect(await store.names()).toEqual([]);
  await store.put('ab/one', new Uint8Array([1]));
  // Even root cannot read a folder as a file, or a file as a folder.
  await expect(store.get('ab')).rejects.toThrow('EISDIR');
  await expect(folderObjectStore(path.join(folder, 'ab/one')).names()).rejects.toThrow('ENOTDIR');
});
