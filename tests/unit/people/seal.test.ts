import { EncryptJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { sessionCookieName } from '../../../src/people/server/session-cookie.ts';
import { seal, unseal } from '../../../src/people/server/seal.ts';

const secret = 'a secret that is at least 32 long';

describe('a sealed session', () => {
  test('opens with the secret that sealed it, and hides the session id', async () => {
    const sealed = await seal('s_1', secret, 60);
    expect(await unseal(sealed, secret)).toBe('s_1');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('s_1');
  });

  test('does not open with another secret', async () => {
    expect(await unseal(await seal('s_1', secret, 60), `${secret}!`)).toBeUndefined();
  });

  test('does not open once it has expired', async () => {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    expect(await unseal(await seal('s_1', secret, 60, anHourAgo), secret)).toBeUndefined();
  });

  test('does not open if any one character was changed', async () => {
    const sealed = await seal('s_1', secret, 60);
    for (let at = 0; at < sealed.length; at += 7) {
      const other = sealed[at] === 'A' ? 'Q' : 'A';
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      expect(await unseal(changed, secret), changed).toBeUndefined();
    }
  });

  test.each(['', 'x', 'a.b.c', 'a.b.c.d.e', '.'.repeat(4), 'null'])('%j does not open', async (sealed) => {
    expect(await unseal(sealed, secret)).toBeUndefined();
  });

  test('a token with another algorithm does not open', async () => {
    const foreign = await new EncryptJWT({ sid: 's_1' })
      .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256' })
      .encrypt(new Uint8Array(32));
    expect(await unseal(foreign, secret)).toBeUndefined();
  });
});

describe('sessionCookieName', () => {
  test.each([
    ['https://commonplace.dev', '__Host-session'],
    ['http://localhost:81', '__Host-session'],
    ['http://app.localhost', '__Host-session'],
    ['http://127.0.0.1:81', '__Host-session'],
    ['http://[::1]:81', '__Host-session'],
    ['http://192.168.1.7:81', 'session'],
    ['http://localhost.example', 'session'],
  ])('at %s the cookie is %s', (siteUrl, name) => {
    expect(sessionCookieName(siteUrl)).toBe(name);
  });
});
