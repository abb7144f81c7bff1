import { afterAll, describe, expect, test } from 'vitest';
import { environment } from '../../../src/platform/server/env.ts';
import { hashOf } from '../../../src/people/server/store/tokens.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import type { ApiRequest } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import { closedMailServer, tokenIn } from '../../support/servers/mailbox.ts';
import { origin } from '../../support/servers/origin.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  await api.stop();
});

const better = 'an even better passphrase';
const post = (path: string, body: object, call: ApiRequest = {}) =>
  api.call('POST', `/api/auth/${path}`, { body, ...call });
const forgot = async (email: string) => {
  const answer = await post('forgot', { email });
  await api.settled();
  return answer;
};
const userOf = async (cookie?: string) => (await api.call('GET', '/api/_auth/session', { cookie })).body.user;
const resetToken = async (email: string) => {
  await forgot(email);
  return tokenIn((await mailbox.to(email))[0], 'reset');
};

async function joined(handle: string) {
  const person = await api.signUp(handle);
  await api.settled();
  return { ...person, email: person.user.email, verify: tokenIn((await mailbox.to(person.user.email))[0], 'verify') };
}

describe('verifying an address', () => {
  test('works once with the link mailed after signing up', async () => {
    const { cookie, email, verify } = await joined('vera');
    expect(await userOf(cookie)).not.toHaveProperty('emailVerified');
    const answer = await post('verify', { token: verify });
    expect([answer.status, answer.body]).toEqual([200, { did: 'verified', email }]);
    expect(await userOf(cookie)).toMatchObject({ emailVerified: true });
    const again = await post('verify', { token: verify });
    expect([again.status, again.body.detail]).toEqual([410, expect.stringMatching(/has been used, or has expired/)]);
  });

  test('with a link signs nobody in', async () => {
    const { verify } = await joined('no_cookie');
    expect((await post('verify', { token: verify })).cookie).toBeUndefined();
  });

  test('can be repeated with a new link, and using one voids the others', async () => {
    const { cookie, email, verify } = await joined('wilma');
    expect((await api.call('POST', '/api/auth/verify/send', { cookie })).status).toBe(202);
    await api.settled();
    const later = tokenIn((await mailbox.to(email))[0], 'verify');
    expect(later).not.toBe(verify);
    expect((await post('verify', { token: later })).status).toBe(200);
    expect((await post('verify', { token: verify })).status).toBe(410);
    expect(await api.store.redis.keys(keys.token('*'))).not.toContain(keys.token(hashOf(verify)));
  });

  test('of OWNER_EMAIL makes an account the owner only from its own session, as anybody may have created it', async () => {
    const { cookie, verify } = await joined('owner');
    const { cookie: other } = await joined('no_owner');
    for (const call of [{}, { cookie: other }]) {
      const refused = await post('verify', { token: verify }, call);
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/Sign in to that account/)]);
    }
    expect(await userOf(cookie)).not.toHaveProperty('role');
    expect(await userOf(cookie)).not.toHaveProperty('emailVerified');
    const answer = await post('verify', { token: verify }, { cookie });
    expect([answer.status, answer.body]).toEqual([200, { did: 'verified', email: 'owner@example.org' }]);
    expect(await userOf(cookie)).toMatchObject({ role: 'owner', emailVerified: true });
    expect((await post('verify', { token: verify }, { cookie })).status).toBe(410);
  });

  test('can be requested by the signed-in person only', async () => {
    expect((await api.call('POST', '/api/auth/verify/send')).status).toBe(401);
  });
});

describe('a forgotten password', () => {
  test('is reset by a mailed link, which works once, signs in and ends every other session', async () => {
    const { cookie, email } = await joined('ruth');
    const token = await resetToken(email);
    const answer = await post('reset', { token, password: better });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ email, emailVerified: true });
    expect(await userOf(answer.cookie)).toMatchObject({ email });
    expect(await userOf(cookie)).toBeUndefined();
    expect((await post('signin', { email, password: 'a long enough passphrase' })).status).toBe(401);
    expect((await post('signin', { email, password: better })).status).toBe(200);
    expect((await post('reset', { token, password: 'yet another passphrase' })).status).toBe(410);
    expect((await mailbox.to(email))[0]?.subject).toMatch(/^Your password was changed/);
  });

  test('reset twice at once with one link is set by exactly one', async () => {
    const { email } = await joined('racer');
    const token = await resetToken(email);
    const wished = ['the first phrase of two', 'the second phrase of two'];
    const answers = await Promise.all(wished.map((password) => post('reset', { token, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    const won = wished[answers.findIndex(({ status }) => status === 200)];
    expect((await post('signin', { email, password: won })).status).toBe(200);
  });

  test('requested for an unknown address gets the same answer, and no mail is sent', async () => {
    const { email } = await joined('known');
    const [known, unknown] = [await forgot(email), await forgot('unknown@example.org')];
    expect([known.status, known.body]).toEqual([202, { asked: true }]);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect([...unknown.headers]).toEqual([...known.headers]);
    expect(await mailbox.to('unknown@example.org')).toEqual([]);
  });

  test('request is answered without waiting for the store or the mail server', async () => {
    const { email } = await joined('quick');
    const before = (await mailbox.to(email)).length;
    const door = await closedMailServer(mailbox.url);
    Object.assign(environment(), { SMTP_URL: door.url });
    try {
      expect((await post('forgot', { email })).status).toBe(202);
      expect(await mailbox.to(email)).toHaveLength(before);
      door.open();
      await api.settled();
      expect(await mailbox.to(email)).toHaveLength(before + 1);
    } finally {
      Object.assign(environment(), { SMTP_URL: mailbox.url });
      door.stop();
    }
  });

  test('reset to a bad password is refused and does not use up the link', async () => {
    const { email } = await joined('picky');
    const token = await resetToken(email);
    const answer = await post('reset', { token, password: 'password123' });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'password']);
    expect((await post('reset', { token, password: better })).status).toBe(200);
  });

  test('a link of one kind is not valid for another', async () => {
    const { email, verify } = await joined('mixed');
    const reset = await resetToken(email);
    expect((await post('reset', { token: verify, password: better })).status).toBe(410);
    expect((await post('verify', { token: reset })).status).toBe(410);
    expect((await post('reset', { token: reset, password: better })).status).toBe(200);
  });

  test.each(['', 'short', `${'a'.repeat(42)}/`, 'a'.repeat(44)])('%j is not a valid token', async (token) => {
    for (const path of ['verify', 'reset']) {
      expect((await post(path, { token, password: better })).status).toBe(400);
    }
  });
});

describe('tokens', () => {
  test('are stored only as hashes, and expire', async () => {
    const { email, verify } = await joined('hashed');
    const reset = await resetToken(email);
    const everything = JSON.stringify([...(await api.dump())]);
    for (const token of [verify, reset]) expect(everything).not.toContain(token);
    const { redis } = api.store;
    expect(await redis.ttl(keys.token(hashOf(reset)))).toBeGreaterThan(3500);
    expect(await redis.ttl(keys.token(hashOf(reset)))).toBeLessThanOrEqual(3600);
    await redis.pexpire(keys.token(hashOf(reset)), 1);
    await expect.poll(() => redis.exists(keys.token(hashOf(reset)))).toBe(0);
    expect((await post('reset', { token: reset, password: better })).status).toBe(410);
  });

  test('are not used up by a request from another site', async () => {
    const { verify } = await joined('crossed');
    const foreign = { headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' } };
    expect((await post('verify', { token: verify }, foreign)).status).toBe(403);
    expect((await post('verify', { token: verify })).status).toBe(200);
  });

  test('links point to the site itself, whatever host a request names', async () => {
    const { email } = await joined('hosted');
    await post('forgot', { email }, { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } });
    await api.settled();
    const { text } = (await mailbox.to(email))[0] ?? { text: '' };
    expect(text).toContain(`${origin}/reset?token=`);
    expect(text).not.toContain('evil');
  });
});
