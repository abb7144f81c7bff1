import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnPasskey } from '../../../src/people/model/sign-in.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { defaultPassword, startApi, type Api, type Person } from '../../support/api.ts';
import { Authenticator } from '../../support/browser/authenticator.ts';
import { challengeIn } from '../../support/passkeys.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  await api.stop();
});

async function makingChallenge({ cookie }: Person): Promise<string> {
  const answer = await api.call('POST', '/api/passkeys/options', { cookie, body: { current: defaultPassword } });
  expect(answer.status).toBe(200);
  return challengeIn(answer.body);
}
const usingChallenge = async () => challengeIn((await api.call('POST', '/api/auth/passkey/options')).body);
const keep = ({ cookie }: Person, made: object, name = 'Laptop') =>
  api.call('POST', '/api/passkeys', { cookie, body: { name, made } });
const signIn = (passkey: object) => api.call('POST', '/api/auth/passkey', { body: { passkey } });
const listed = async ({ cookie }: Person) =>
  ((await api.call('GET', '/api/passkeys', { cookie })).body as { passkeys: OwnPasskey[] }).passkeys;

async function enrolled(handle: string) {
  const person = await api.signUp(handle);
  const device = new Authenticator();
  const kept = await keep(person, device.made({ challenge: await makingChallenge(person) }));
  expect(kept.status).toBe(201);
  return { person, device };
}

describe('a passkey', () => {
  test('is created, listed, signs in without an address, and shows when it was used', async () => {
    const { person, device } = await enrolled('keyed');
    expect(await listed(person)).toEqual([
      { id: device.id, name: 'Laptop', backedUp: false, createdAt: expect.any(String) as string, lastUsedAt: null },
    ]);
    const answer = await signIn(device.used({ challenge: await usingChallenge() }));
    expect([answer.status, answer.body.user?.handle]).toEqual([200, 'keyed']);
    const session = await api.call('GET', '/api/_auth/session', { cookie: answer.cookie });
    expect(session.body.user?.handle).toBe('keyed');
    expect((await listed(person))[0]?.lastUsedAt).not.toBeNull();
  });

  test('can be renamed and removed only by its owner, and signs in no more once removed', async () => {
    const { person, device } = await enrolled('owner_of_it');
    const other = await api.signUp('not_owner');
    const at = `/api/passkeys/${device.id}`;
    expect((await api.call('PATCH', at, { cookie: other.cookie, body: { name: 'Mine' } })).status).toBe(404);
    expect((await api.call('DELETE', at, { cookie: other.cookie })).status).toBe(404);
    expect((await api.call('PATCH', at, { cookie: person.cookie, body: { name: '  My  phone ' } })).status).toBe(200);
    expect((await listed(person))[0]?.name).toBe('My phone');
    expect((await api.call('DELETE', at, { cookie: person.cookie })).status).toBe(204);
    expect(await listed(person)).toEqual([]);
    expect((await signIn(device.used({ challenge: await usingChallenge() }))).status).toBe(401);
  });

  test('requires the password when it is created', async () => {
    const { cookie } = await api.signUp('guarded_key');
    for (const [body, status] of [
      [{}, 400],
      [{ current: 'wrong one entirely' }, 403],
    ] as const) {
      const answer = await api.call('POST', '/api/passkeys/options', { cookie, body });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, 'current']);
    }
    expect((await api.call('POST', '/api/passkeys/options', { body: { current: defaultPassword } })).status).toBe(401);
  });

  test('proves its owner’s identity in place of the password, and nobody else’s', async () => {
    const { person, device } = await enrolled('proven');
    const other = await api.signUp('unproven');
    const foreign = { passkey: device.used({ challenge: await usingChallenge() }) };
    expect((await api.call('POST', '/api/passkeys/options', { cookie: other.cookie, body: foreign })).status).toBe(403);
    const own = { passkey: device.used({ challenge: await usingChallenge() }) };
    expect((await api.call('POST', '/api/passkeys/options', { cookie: person.cookie, body: own })).status).toBe(200);
  });
});

describe('the response to a passkey challenge', () => {
  test('is accepted once, even if sent twice at the same moment', async () => {
    const { device } = await enrolled('once');
    device.counts = false;
    const used = device.used({ challenge: await usingChallenge() });
    const statuses = (await Promise.all([signIn(used), signIn(used), signIn(used)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401, 401]);
    expect((await signIn(used)).status).toBe(401);
  });

  test('to an unknown challenge is refused', async () => {
    const { device } = await enrolled('invented');
    expect((await signIn(device.used({ challenge: 'a'.repeat(43) }))).status).toBe(401);
  });

  test.each(['fWa', '', 'bnVsbA', '////'])('whose data is %j is refused', async (clientDataJSON) => {
    const used = new Authenticator().used({ challenge: await usingChallenge() });
    expect((await signIn({ ...used, response: { ...used.response, clientDataJSON } })).status).toBeOneOf([400, 401]);
  });

  test('from another site is refused', async () => {
    const { device } = await enrolled('phished');
    for (const where of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      expect((await signIn(device.used({ challenge: await usingChallenge(), ...where }))).status).toBe(401);
    }
  });

  test('signed with another key is refused', async () => {
    const { device } = await enrolled('forged');
    const forger = new Authenticator();
    const forged = { ...forger.used({ challenge: await usingChallenge() }), id: device.id, rawId: device.id };
    expect((await signIn(forged)).status).toBe(401);
  });

  test('that fails uses up the challenge as well', async () => {
    const { device } = await enrolled('one_try');
    const challenge = await usingChallenge();
    const { id } = device;
    expect((await signIn({ ...new Authenticator().used({ challenge }), id, rawId: id })).status).toBe(401);
    expect((await signIn(device.used({ challenge }))).status).toBe(401);
  });

  test('with a lower counter comes from a cloned passkey and is refused', async () => {
    const { device } = await enrolled('copied');
    device.counter = 7;
    expect((await signIn(device.used({ challenge: await usingChallenge() }))).status).toBe(200);
    device.counter = 3;
    expect((await signIn(device.used({ challenge: await usingChallenge() }))).status).toBe(401);
  });

  test('created for one person adds no passkey to another’s account', async () => {
    const [one, other] = [await api.signUp('challenger'), await api.signUp('thief')];
    const challenge = await makingChallenge(one);
    expect((await keep(other, new Authenticator().made({ challenge }))).status).toBe(400);
    expect(await listed(other)).toEqual([]);
  });

  test('for registration is not accepted for signing in, and the other way round', async () => {
    const { person, device } = await enrolled('crosswise');
    expect((await signIn(device.used({ challenge: await makingChallenge(person) }))).status).toBe(401);
    expect((await keep(person, new Authenticator().made({ challenge: await usingChallenge() }))).status).toBe(400);
  });
});

test('a passkey cannot be added twice, and nobody has more than 20', async () => {
  const { person, device } = await enrolled('collector');
  expect((await keep(person, device.made({ challenge: await makingChallenge(person) }))).status).toBe(409);
  for (let turn = 1; turn < 20; turn += 1) {
    const made = new Authenticator().made({ challenge: await makingChallenge(person) });
    expect((await keep(person, made)).status).toBe(201);
  }
  expect((await keep(person, new Authenticator().made({ challenge: await makingChallenge(person) }))).status).toBe(409);
  expect(await listed(person)).toHaveLength(20);
});
