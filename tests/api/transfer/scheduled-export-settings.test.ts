import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { continueAllDeletions, deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { runDueExports, runExport, scheduledOf } from '../../../src/transfer/server/export/scheduled-export.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { loopbackOnly } from '../../support/browser/pages.ts';

let api: Api;
let ann: Person;
let people = 0;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ann = await api.signUp(`ann_${(people += 1)}`);
});

describe('the settings of a scheduled export', () => {
  const password = 'a password of files';
  const place = { kind: 'webdav', url: 'https://files.invalid/notes', username: 'ann', password };
  const call = (method: string, body?: object) =>
    api.call(method, '/api/account/export', { cookie: ann.cookie, ...(body && { body }) });
  const run = async () => {
    await runExport(api.store.redis, ann.user.id, { mayGoOn: () => true, reach: loopbackOnly, now: () => new Date() });
    return scheduledOf(api.store.redis, ann.user.id);
  };
  const stored = async () => JSON.stringify([...(await api.dump())]);

  test('are returned without the password, which is stored encrypted', async () => {
    expect((await call('GET')).body).toEqual({ scheduled: null });
    const answer = await call('PUT', place);
    expect(answer).toMatchObject({
      status: 200,
      body: { scheduled: { url: place.url, every: 'daily', branch: 'main' } },
    });
    expect(JSON.stringify(answer.body)).not.toContain(password);
    expect(await stored()).not.toContain(password);
    expect((await call('GET')).body).toMatchObject({ scheduled: { failure: { why: expect.any(String) as string } } });
    expect((await call('POST')).status).toBe(202);
    expect((await call('DELETE')).status).toBe(204);
    expect((await call('DELETE')).status).toBe(404);
    expect((await call('POST')).status).toBe(404);
    expect(await stored()).not.toContain('files.invalid/notes');
  });

  test('keep the password only while the destination stays the same', async () => {
    await call('PUT', place);
    const { password: _, ...same } = place;
    expect((await call('PUT', { ...same, every: 'weekly' })).status).toBe(200);
    const other = await call('PUT', { ...same, url: 'https://thief.invalid/notes' });
    expect(other).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } });
    expect((await call('GET')).body).toMatchObject({ scheduled: { url: place.url, every: 'weekly' } });
  });

  test.each([
    ['http://files.invalid/notes', 'begins with https://'],
    ['https://ann:word@files.invalid/', 'out of the address'],
    ['notes', 'whole address'],
  ])('refuse %s', async (url, why) => {
    const answer = await call('PUT', { ...place, url });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'url', message: expect.stringContaining(why) as string }] },
    });
  });

  test('require a session and a recent proof of identity, and accept no tokens', async () => {
    expect((await api.call('GET', '/api/account/export')).status).toBe(401);
    const sid = (await api.store.redis.keys('session:*')).map((key) => api.store.redis.hdel(key, 'provenAt'));
    await Promise.all(sid);
    expect(await call('PUT', place)).toMatchObject({ status: 400, body: { errors: [{ path: 'current' }] } });
  });

  test('are paused when the account gets a new password, and say why', async () => {
    await call('PUT', place);
    const body = { current: 'a long enough passphrase', password: 'another long passphrase' };
    expect((await api.call('POST', '/api/account/password', { cookie: ann.cookie, body })).status).toBeLessThan(300);
    expect((await run())?.failure?.why).toContain('Your account’s password has changed since');
  });

  test('are deleted with the account', async () => {
    await call('PUT', place);
    await deleteAccount(api.store.redis, ann.user.id, 'remove', new Date());
    await continueAllDeletions(api.store.redis, new Date(), () => true);
    await runDueExports(api.store.redis, {
      mayGoOn: () => true,
      reach: loopbackOnly,
      now: () => new Date(Date.now() + 24 * 60 * 60_000),
    });
    const left = [...(await api.dump())].filter(([key]) => key.startsWith('export:'));
    expect(JSON.stringify(left)).not.toContain(ann.user.id);
  });
});
