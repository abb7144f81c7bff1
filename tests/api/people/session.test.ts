import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api } from '../../support/api.ts';
import { countRoundTrips } from '../../support/round-trips.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

const session = (cookie?: string) =>
  api.call('GET', '/api/_auth/session', { cookie, headers: { Accept: 'text/json' } });
const signOut = (cookie?: string) => api.call('DELETE', '/api/_auth/session', { cookie });
const cleared = /^__Host-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/;
const day = 24 * 60 * 60 * 1000;

async function onlySession(): Promise<string> {
  const [name, ...others] = await api.store.redis.keys(keys.session('*'));
  expect(others).toEqual([]);
  return name ?? '';
}

test('a page of one person writes nothing with another person’s session', async () => {
  const [ann, bob] = [await api.signUp('ann_here'), await api.signUp('bob_here')];
  const write = (title: string, person: string) =>
    api.call('POST', '/api/notes', {
      ...{ body: { title }, cookie: bob.cookie, headers: { 'Commonplace-Person': person } },
    });
  const { status, body } = await write('Typed by Ann', ann.user.id);
  expect([status, body.detail]).toEqual([401, expect.stringContaining('someone else is signed in')]);
  expect((await write('Typed by Bob', bob.user.id)).status).toBe(201);
  const { notes } = (await api.call('GET', '/api/notes?author=bob_here', { cookie: bob.cookie })).body;
  expect(notes?.map(({ title }) => title)).toEqual(['Typed by Bob']);
  for (const { cookie } of [ann, bob]) await signOut(cookie);
});

describe('the session', () => {
  test('is empty without a cookie, and may be cached by the CDN', async () => {
    const answer = await session();
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
    expect(answer.headers.get('Netlify-CDN-Cache-Control')).toMatch(/^public/);
    expect(answer.headers.get('Netlify-Vary')).toBe('cookie=__Host-session');
  });

  test('is the user with a cookie, and is never cached', async () => {
    const { cookie, user } = await api.signUp('reader');
    const answer = await session(cookie);
    expect(answer.body).toEqual({ user });
    expect(answer.headers.get('Netlify-CDN-Cache-Control')).toBe('private, no-store');
    expect(answer.headers.get('Netlify-Vary')).toBe('cookie=__Host-session');
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    await signOut(cookie);
  });

  test('is empty for a broken, altered or foreign cookie, which is cleared', async () => {
    const { cookie } = await api.signUp('tampered');
    const middle = Math.floor(cookie.length / 2) + 10;
    const altered = cookie.slice(0, middle) + (cookie[middle] === 'A' ? 'B' : 'A') + cookie.slice(middle + 1);
    for (const broken of [
      altered,
      cookie.slice(0, -1),
      '__Host-session=',
      '__Host-session=x.y',
      '__Host-session=%00',
    ]) {
      const answer = await session(broken);
      expect([answer.status, answer.body]).toEqual([200, {}]);
      expect(answer.headers.get('Set-Cookie')).toMatch(cleared);
    }
    await signOut(cookie);
  });

  test('works behind a proxy with HTTP authentication, whose credentials let no other site write', async () => {
    const { cookie, user } = await api.signUp('behind_a_proxy');
    for (const Authorization of ['Digest username="x"', 'Negotiate YII=', 'NTLM TlRM'])
      expect((await api.call('GET', '/api/_auth/session', { cookie, headers: { Authorization } })).body).toEqual({
        user,
      });
    const headers = { Authorization: 'Basic eDp5' };
    expect((await api.call('GET', '/api/_auth/session', { cookie, headers })).body).toEqual({ user });
    const write = (more: object) =>
      api.call('POST', '/api/notes', { cookie, body: { title: 'Typed' }, headers: { ...headers, ...more } });
    expect((await write({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await write({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201);
    await signOut(cookie);
  });

  test('is not ended by a picture whose address signs out', async () => {
    const { cookie, user } = await api.signUp('sees_a_picture');
    const headers = { 'Sec-Fetch-Dest': 'image' };
    const shown = await api.call('GET', '/api/_auth/session', { cookie, headers });
    expect([shown.body, shown.headers.get('Set-Cookie')]).toEqual([{}, null]);
    expect((await session(cookie)).body).toEqual({ user });
    await signOut(cookie);
  });

  test('is empty when its record has expired', async () => {
    const { cookie } = await api.signUp('expired');
    await api.store.redis.del(await onlySession());
    expect((await session(cookie)).body).toEqual({});
  });

  test('lasts 30 days, and is renewed when that is a day ago', async () => {
    const { cookie, user } = await api.signUp('renewed');
    const name = await onlySession();
    expect(await api.store.redis.ttl(name)).toBeGreaterThan(30 * 86400 - 60);
    await api.store.redis.expire(name, 1000);
    expect((await session(cookie)).cookie).toBeUndefined();
    await api.store.redis.hset(name, { renewedAt: new Date(Date.now() - 2 * day).toISOString() });
    const renewed = await session(cookie);
    expect(renewed.headers.get('Set-Cookie')).toMatch(/^__Host-session=.+; Max-Age=2592000;/);
    expect(await api.store.redis.ttl(name)).toBeGreaterThan(30 * 86400 - 60);
    expect((await session(renewed.cookie)).body).toEqual({ user });
    expect((await session(renewed.cookie)).cookie).toBeUndefined();
    await signOut(cookie);
  });
});

describe('a person’s state for a page', () => {
  const asking = (cookie: string, query: string) => api.call('GET', `/api/_auth/session?${query}`, { cookie });

  test('comes with the session in one round trip to the store', async () => {
    const [ada, ben] = [await api.signUp('with_more'), await api.signUp('muted_one')];
    const { body } = await api.call('POST', '/api/notes', {
      cookie: ben.cookie,
      body: { title: 'Tea', body: 'As @with_more said.', visibility: 'public' },
    });
    const { uuid } = (body as { note: { uuid: string } }).note;
    await api.settled();
    const [muted, voted] = [`/api/mutes/person/muted_one`, `/api/notes/${uuid}/vote`];
    for (const path of [voted, muted]) await api.call('PUT', path, { cookie: ada.cookie });
    await asking(ada.cookie, `inbox&note=${uuid}`);

    const trips = countRoundTrips(api.store.url);
    const answered = await trips
      .of(
        () => asking(ada.cookie, `inbox&note=${uuid}`),
        () => api.settled(),
      )
      .finally(() => trips.stop());
    expect(answered.before).toBe(1);
    expect(answered.done.body).toMatchObject({
      user: ada.user,
      unread: 1,
      mutes: [{ kind: 'person', handle: 'muted_one' }],
      marks: { voted: true, counts: { votes: 1 }, saved: null },
    });
  });

  test('is omitted if not requested, unreadable, or nobody is signed in', async () => {
    const { cookie, user } = await api.signUp('with_less');
    expect((await asking(cookie, `note=${crypto.randomUUID()}`)).body).toEqual({ user });
    expect((await asking(cookie, 'note=none&other=1')).body).toEqual({ user });
    await signOut(cookie);
    expect((await asking(cookie, 'inbox')).body).toEqual({});
  });
});

describe('signing out', () => {
  test('clears the cookie and revokes the session, so that a copied cookie is useless', async () => {
    const { cookie } = await api.signUp('copied');
    const copy = cookie;
    const answer = await signOut(cookie);
    expect([answer.status, answer.body]).toEqual([200, { loggedOut: true }]);
    expect(answer.headers.get('Set-Cookie')).toMatch(cleared);
    expect((await session(copy)).body).toEqual({});
    expect((await api.call('POST', '/api/notes', { cookie: copy, body: { title: 'x' } })).status).toBe(401);
  });

  test('keeps the person’s other sessions', async () => {
    const { cookie, user } = await api.signUp('two_devices');
    const body = { email: user.email, password: 'a long enough passphrase' };
    const other = await api.call('POST', '/api/auth/signin', { body });
    await signOut(cookie);
    expect((await session(other.cookie)).body).toEqual({ user });
  });

  test('succeeds if already signed out', async () => {
    for (const cookie of [undefined, '__Host-session=broken']) {
      expect((await signOut(cookie)).body).toEqual({ loggedOut: true });
    }
  });
});
