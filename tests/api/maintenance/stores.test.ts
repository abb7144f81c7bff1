import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreBackup } from '../../../src/maintenance/backup/restore.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { migrate, openSchema, schemaVersion } from '../../../src/maintenance/schema/schema.ts';
import { startApi, type Api } from '../../support/api.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/stores');
const files = (await readdir(folder)).filter((name) => name.endsWith('.backup'));

test('there is a stored example of this version, made by node tests/fixtures/stores/make.ts', () => {
  expect(files).toContain(`${schemaVersion}.backup`);
});

/** A process has one store, so the backups are restored into it one after the other. */
let api: Api;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.stop());

describe.each(files)('the store of version %s', (name) => {
  beforeAll(async () => {
    await api.store.redis.flushall();
    const source = () => createReadStream(path.join(folder, name)) as AsyncIterable<Uint8Array>;
    await restoreBackup(api.store.redis, source, { identities: [], now: new Date() });
  });

  test('is small, and is migrated by the steps since then', async () => {
    expect((await stat(path.join(folder, name))).size).toBeLessThan(200_000);
    expect(await openSchema(api.store.redis)).toBe(Number.parseInt(name, 10));
    expect(await migrate(api.store.redis, () => true)).toBe('done');
    expect(await openSchema(api.store.redis)).toBe(schemaVersion);
    expect(await examine(api.store.redis)).toEqual([]);
  });

  test('can be read and written by this version', async () => {
    const listed = await api.call('GET', '/api/notes');
    expect(listed.body.notes?.map(({ title }) => title)).toEqual(['Note 1 of ada', 'Note 0 of ada, changed']);
    const [, first] = listed.body.notes ?? [];
    const thread = await api.call('GET', `/api/notes/${first?.uuid}/comments`);
    expect(JSON.stringify(thread.body)).toContain('Is that so, ');
    const signIn = { email: 'ada@example.org', password: 'a long enough passphrase' };
    const signedIn = await api.call('POST', '/api/auth/signin', { body: signIn });
    const { cookie } = signedIn;
    expect(signedIn.status).toBe(200);
    const own = await api.call('GET', '/api/notes?author=ada', { cookie });
    expect(own.status).toBe(200);
    const patch = { rev: first?.rev, title: 'Changed by this version' };
    expect((await api.call('PATCH', `/api/notes/${first?.uuid}`, { cookie, body: patch })).status).toBe(200);
    for (const address of ['/api/inbox', '/api/reading-list', '/api/follows', '/api/searches', '/api/account']) {
      expect((await api.call('GET', address, { cookie })).status, address).toBe(200);
    }
    await api.settled();
    expect(await examine(api.store.redis)).toEqual([]);
  });
});
