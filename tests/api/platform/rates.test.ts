import { hash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rates, type RateName } from '../../../src/platform/model/limits.ts';
import type { NewFactor } from '../../../src/people/model/sign-in.ts';
import { lazy } from '../../../src/platform/model/memoized.ts';
import { readUser } from '../../../src/people/server/store/users.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { takeAmount, takeRate } from '../../../src/platform/server/store/rates.ts';
import { startApi, type Api, type ApiResponse } from '../../support/api.ts';
import { Authenticator } from '../../support/browser/authenticator.ts';
import { sendFile } from '../../support/imports.ts';
import { bytesAnswered } from '../../support/store.ts';

let api: Api;
beforeAll(async () => (api = await startApi({ RATE_LIMIT_SCALE: '1' })));
afterAll(() => api.stop());

/** One person for two tests: only five may sign up from one address. */
const writer = lazy(() => api.signUp('writer'));

function expectTooMany(answer: ApiResponse, windowSeconds: number) {
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(answer.status).toBe(429);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(windowSeconds);
  expect(answer.body.detail).toMatch(/Try again in \d+ (seconds?|minutes)\.$/);
}

test('sign-in is refused after five attempts for one address and IP, even with the right password', async () => {
  const { user } = await api.signUp('victim');
  const attempt = (email: string, password: string, ip = '203.0.113.1') =>
    api.call('POST', '/api/auth/signin', { body: { email, password }, ip });
  for (let at = 0; at < 5; at += 1) expect((await attempt(user.email, 'wrong')).status).toBe(401);
  expectTooMany(await attempt(user.email, 'a long enough passphrase'), 60);
  expectTooMany(await attempt(user.email.toUpperCase(), 'wrong'), 60);
  expect((await attempt(user.email, 'a long enough passphrase', '203.0.113.2')).status).toBe(200);
  expect((await attempt('other@example.org', 'wrong')).status).toBe(401);
});

test('sign-up is refused after five accounts from one IP; invalid forms do not count', async () => {
  const attempt = (handle: string, ip = '203.0.113.9') =>
    api.call('POST', '/api/auth/signup', {
      body: { email: `${handle}@example.org`, handle, password: 'a long enough passphrase' },
      ip,
    });
  for (let at = 0; at < 10; at += 1) expect((await attempt('-')).status).toBe(400);
  for (let at = 0; at < 5; at += 1) expect((await attempt(`person${at}`)).status).toBe(201);
  const before = await api.dump();
  expectTooMany(await attempt('person5'), 3600);
  expect(await api.dump()).toEqual(before);
  expect((await attempt('person5', '203.0.113.10')).status).toBe(201);
});

/** Uses up the limit of this key. */
async function useUp(name: RateName, key: string) {
  for (let at = 0; at < rates[name].calls; at += 1) await takeRate(api.store.redis, name, key, 1);
}

test('one IP can try 60 sign-ins in ten minutes, so that nobody can try one password on every account', async () => {
  const { user } = await api.signUp('bystander');
  const signIn = (ip: string) =>
    api.call('POST', '/api/auth/signin', { body: { email: user.email, password: 'a long enough passphrase' }, ip });
  expect(rates.signInFrom.calls).toBe(60);
  await useUp('signInFrom', '203.0.113.30');
  expectTooMany(await signIn('203.0.113.30'), 600);
  expect((await signIn('203.0.113.31')).status).toBe(200);
});

test('one IP can cause 120 requests to the public icon API in ten minutes; installed icons are always available', async () => {
  const icon = (collection: string) =>
    api.call('GET', `/api/_icon/${collection}.json?icons=book`, { ip: '203.0.113.40' });
  await useUp('icons', '203.0.113.40');
  expectTooMany(await icon('mdi'), 600);
  expect((await icon('lucide')).status).toBe(200);
});

test('programs can search 120 times a minute from one IP', async () => {
  const search = (ip: string) => api.call('GET', '/api/search?q=tea', { ip });
  expect(rates.searches.calls).toBe(120);
  await useUp('searches', '203.0.113.40');
  const account = { email: 'long_writer@example.org', handle: 'long_writer', password: 'a long enough passphrase' };
  const { cookie } = await api.call('POST', '/api/auth/signup', { body: account, ip: '203.0.113.42' });
  const body = { title: 'Long', body: 'word '.repeat(30_000) };
  await api.call('POST', '/api/notes', { cookie, body });
  await api.settled();
  const before = await bytesAnswered(api.store.redis);
  expectTooMany(await search('203.0.113.40'), 60);
  // Changes since the build are read for callers within the limit only.
  expect((await bytesAnswered(api.store.redis)) - before).toBeLessThan(20_000);
  // The search index cannot be read in this test, which only callers within the limit are told.
  expect((await search('203.0.113.41')).status).toBe(503);
});

test('a library can be requested 1,200 times in two minutes, more than typing and scrolling cause, and large scans 300 times in ten', async () => {
  const { cookie, user } = await api.signUp('reader');
  const paths = ['/api/library?q=tea', '/api/library', '/api/library/changes'];
  for (const path of paths) expect((await api.call('GET', path, { cookie })).status).toBe(200);
  await useUp('library', user.id);
  for (const path of paths) expectTooMany(await api.call('GET', path, { cookie }), 120);

  const { body } = await api.call('POST', '/api/notes', { cookie, body: { title: 'A note', visibility: 'private' } });
  const note = `/api/notes/${body.note?.uuid}`;
  const large = ['/api/drafts', `${note}/revisions`, `${note}/revisions/1`, '/api/for-you', '/api/tags'];
  for (const path of large) expect((await api.call('GET', path, { cookie })).status, path).toBe(200);
  await useUp('overviews', user.id);
  for (const path of large) expectTooMany(await api.call('GET', path, { cookie }), 600);
});

test('20,000 entries can be imported in a day by a new account and 100,000 by others, and a refused import can go on', async () => {
  const account = { email: 'imports@example.org', handle: 'imports', password: 'a long enough passphrase' };
  const made = await api.call('POST', '/api/auth/signup', { body: account, ip: '203.0.113.43' });
  const id = made.body.user?.id ?? '';
  const { cookie } = made;
  const begin = { name: 'a.json', format: 'ours', size: 1, fingerprint: 'a'.repeat(64), visibility: 'private' };
  const begun = (await api.call('POST', '/api/imports', { cookie, body: begin })).body as unknown as {
    import: { id: string };
  };
  const part = () => {
    const entries = [1, 2].map((at) => ({ place: `line ${at}`, item: { title: `Page ${at}` } }));
    return api.call('POST', `/api/imports/${begun.import.id}/entries`, { cookie, body: { from: 0, entries } });
  };
  for (const [name, most, days] of [
    ['newImportEntries', '20,000', 0],
    ['importEntries', '100,000', 3],
  ] as const) {
    const user = await readUser(api.store.redis, id);
    const createdAt = new Date(Date.now() - days * 86_400_000).toISOString();
    await api.store.redis.set(keys.user(id), JSON.stringify({ ...user, createdAt }));
    await takeAmount(api.store.redis, { name, key: id, amount: rates[name].calls }, 1);
    const refused = await part();
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining(`import ${most} entries`)]);
    expect(refused.body.detail).toContain('Import the same file again in 24 hours to go on');
    // Before the pictures of a vault are uploaded, which come before its first part.
    const again = await api.call('POST', '/api/imports', { cookie, body: begin });
    expect([again.status, again.body.detail]).toEqual([429, refused.body.detail]);
    await api.store.redis.del(keys.rate(name, id));
  }
  expect((await part()).status).toBe(200);
  const counted = async () => {
    await api.settled();
    return Number(await api.store.redis.get(keys.rate('importEntries', id)));
  };
  expect(await counted()).toBe(2);
  // A collection costs as much as the notes that it names.
  const at = '2024-01-01T00:00:00.000Z';
  const named = { id: uuidv7(), name: 'Web', description: '', visibility: 'private', parent: null, search: null };
  const choice = { kind: 'collection', ...named, at, from: 0, notes: [uuidv7(), uuidv7(), uuidv7()] };
  const body = { from: 2, entries: [{ place: 'collection 1', choice }] };
  expect((await api.call('POST', `/api/imports/${begun.import.id}/entries`, { cookie, body })).status).toBe(200);
  expect(await counted()).toBe(6);
});

test('what an import had taken before is not counted again when its file is sent again', async () => {
  const person = await writer();
  const { cookie, user } = person;
  const links = [1, 2, 3].map((page) => `<DT><A HREF="https://goes.example/${page}">Page ${page}</A>`);
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${links.join('')}</DL><p>`;
  const begin = { name: 'a', format: 'b', size: 1, fingerprint: hash('sha256', file), visibility: 'private' };
  const { body } = await api.call('POST', '/api/imports', { cookie, body: begin });
  const { id } = (body as unknown as { import: { id: string } }).import;
  const entries = [1, 2].map((page) => ({
    place: `line ${page}`,
    item: { title: `Page ${page}`, url: `https://goes.example/${page}` },
  }));
  expect((await api.call('POST', `/api/imports/${id}/entries`, { cookie, body: { from: 0, entries } })).status).toBe(
    200,
  );
  expect((await sendFile(api, person, file)).report.import).toMatchObject({ id, at: 3, state: 'done' });
  expect(Number(await api.store.redis.get(keys.rate('newImportEntries', user.id)))).toBe(3);
});

test('note edits are refused after 120 in an hour, so that mentions cannot flood inboxes', async () => {
  const { cookie } = await api.signUp('editor');
  const { body } = await api.call('POST', '/api/notes', { cookie, body: { title: 'A note', visibility: 'private' } });
  const change = (rev: number) =>
    api.call('PATCH', `/api/notes/${body.note?.uuid}`, { cookie, body: { rev, title: `Version ${rev}` } });
  for (let rev = 1; rev <= 120; rev += 1) expect((await change(rev)).status).toBe(200);
  const before = await api.dump();
  expectTooMany(await change(121), 3600);
  expect(await api.dump()).toEqual(before);
});

test('new notes are refused after sixty in an hour, and nothing is written', async () => {
  const { cookie } = await writer();
  const write = () => api.call('POST', '/api/notes', { cookie, body: { title: 'Again' } });
  for (let at = 0; at < 60; at += 1) expect((await write()).status).toBe(201);
  const before = await api.dump();
  expectTooMany(await write(), 3600);
  expect(await api.dump()).toEqual(before);
});

test('two-step codes are blocked after ten attempts in an hour, and a passkey still signs in', async () => {
  const post = async <T>(path: string, body: object, cookie?: string, ip = '203.0.113.40') => {
    const answer = await api.call('POST', path, { body, cookie, ip });
    return { ...answer, body: answer.body as T };
  };
  type Asked = { options: { challenge: string } };
  const current = 'a long enough passphrase';
  const account = { email: 'guessed_at@example.org', handle: 'guessed_at', password: current };
  const { cookie } = await post('/api/auth/signup', account);
  const device = new Authenticator();
  const { challenge } = (await post<Asked>('/api/passkeys/options', { current }, cookie)).body.options;
  await post('/api/passkeys', { name: 'Key', made: device.made({ challenge }) }, cookie);
  const { secret, token: setup } = (await post<NewFactor>('/api/account/factor', { current }, cookie)).body;
  const codeOf = (step: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });
  const body = { token: setup, code: codeOf(-1) };
  expect((await api.call('PUT', '/api/account/factor', { cookie, body })).status).toBe(200);
  const signIn = { email: account.email, password: current };
  const { token } = (await post<{ token: string }>('/api/auth/signin', signIn)).body;
  for (let at = 0; at < 10; at += 1) {
    expect(
      (await post('/api/auth/signin/factor', { token, code: codeOf(9 + at) }, undefined, `203.0.113.${at}`)).status,
    ).toBe(401);
  }
  expectTooMany(await api.call('POST', '/api/auth/signin/factor', { body: { token, code: codeOf(0) } }), 3600);
  const asked = (await post<Asked>('/api/auth/passkey/options', {})).body.options;
  expect((await post('/api/auth/passkey', { passkey: device.used(asked) })).status).toBe(200);
});
