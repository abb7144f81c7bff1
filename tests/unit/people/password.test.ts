import { describe, expect, test } from 'vitest';
import { hashPassword, needsRehash, dummyHash, verifyPassword } from '../../../src/people/server/password-hash.ts';

const cheap = { memory: 64, passes: 1, parallelism: 1 };

describe('passwords', () => {
  test('a hash contains its parameters and matches only its password', async () => {
    const hash = await hashPassword('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword('correct horse battery', hash)).toBe(true);
    expect(await verifyPassword('correct horse batterz', hash)).toBe(false);
  });

  test('two hashes of the same password differ', async () => {
    expect(await hashPassword('same', cheap)).not.toBe(await hashPassword('same', cheap));
  });

  test('a hash from the reference implementation is verified', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', hash)).toBe(true);
  });

  test('a hash of another cost is verified, and should be replaced', async () => {
    const old = await hashPassword('old password', cheap);
    expect(await verifyPassword('old password', old)).toBe(true);
    expect(needsRehash(old)).toBe(true);
    expect(needsRehash(await hashPassword('old password'))).toBe(false);
  });

  test('composed and decomposed accents are the same password', async () => {
    expect(await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir', cheap))).toBe(true);
  });

  test('the dummy hash has the current cost and matches nothing', async () => {
    expect(needsRehash(dummyHash())).toBe(false);
    for (const password of ['', 'x', dummyHash()]) expect(await verifyPassword(password, dummyHash())).toBe(false);
  });

  test.each(['', 'plain', '$2b$12$abc', '$argon2i$v=19$m=64,t=1,p=1$c2FsdA$aGFzaA'])(
    '%j matches nothing',
    async (hash) => {
      expect(await verifyPassword('plain', hash)).toBe(false);
      expect(needsRehash(hash)).toBe(true);
    },
  );
});
