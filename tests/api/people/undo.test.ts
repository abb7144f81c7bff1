import { afterAll, describe, expect, test } from 'vitest';
import type { Undone, OwnApiToken } from '../../../src/people/model/account.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { defaultPassword, type Person } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import type { Authenticator } from '../../support/browser/authenticator.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';
import { addPasskey, challengeIn, signInByPasskey } from '../../support/passkeys.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(() => api.stop());

const better = 'an even better passphrase';
const post = (path: string, body: object, cookie?: string) => api.call('POST', path, { body, cookie });

/** Ages the session by eleven minutes, or by as many as are given. */
async function age({ user }: Person, minutes = 11): Promise<void> {
  const [sid = ''] = await api.store.redis.zrange<string[]>(keys.userSessions(user.id), 0, -1);
  const provenAt = new Date(Date.now() - minutes * 60_000).toISOString();
  await api.store.redis.hset(keys.session(sid), { provenAt });
}

async function mailOf({ user }: Person, subject: RegExp) {
  await api.settled();
  return (await mailbox.to(user.email)).find((mail) => subject.test(mail.subject));
}

const opens = async (device: Authenticator) => (await signInByPasskey(api, device)).status === 200;
const tokensOf = async ({ cookie }: Person) =>
  ((await api.call('GET', '/api/tokens', { cookie })).body as unknown as { tokens: OwnApiToken[] }).tokens;
const undo = (token: string) => post('/api/auth/undo', { token });

describe('creating a personal token', () => {
  test('requires a proof of identity of the last ten minutes, and changes nothing without one', async () => {
    const person = await api.signUp('found_open');
    await age(person);
    for (const [body, status] of [
      [{ name: 'Tool' }, 400],
      [{ name: 'Tool', current: 'not the present one' }, 403],
    ] as const) {
      const answer = await post('/api/tokens', body, person.cookie);
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, 'current']);
    }
    expect(await tokensOf(person)).toEqual([]);
    expect((await post('/api/tokens', { name: 'Tool', current: defaultPassword }, person.cookie)).status).toBe(201);
    // No second proof is required right after the first.
    expect((await post('/api/tokens', { name: 'Another' }, person.cookie)).status).toBe(201);
  });

  test('requires one if the last was recorded by a clock that was ahead', async () => {
    const person = await api.signUp('proven_next_year');
    await age(person, -365 * 24 * 60);
    expect((await post('/api/tokens', { name: 'Tool' }, person.cookie)).status).toBe(400);
  });

  test('accepts a passkey as proof, but never another person’s', async () => {
    const [person, other] = [await api.signUp('by_passkey'), await api.signUp('not_theirs')];
    const [device, foreign] = [await addPasskey(api, person.cookie), await addPasskey(api, other.cookie)];
    await age(person);
    const by = async (used: Authenticator) => {
      const challenge = challengeIn((await api.call('POST', '/api/auth/passkey/options')).body);
      return post('/api/tokens', { name: 'Tool', passkey: used.used({ challenge }) }, person.cookie);
    };
    expect([(await by(foreign)).status, (await by(device)).status]).toEqual([403, 201]);
  });

  test('sends a mail whose link removes that token, once, without signing in', async () => {
    const person = await api.signUp('tool_maker');
    await post('/api/tokens', { name: 'Kept' }, person.cookie);
    await api.settled();
    await post('/api/tokens', { name: 'Unwanted' }, person.cookie);
    const mail = await mailOf(person, /^A token was created/);
    expect(mail?.text).toContain('@tool_maker');
    expect(mail?.text).not.toContain('Unwanted');
    const link = tokenIn(mail, 'undo');
    const answer = await undo(link);
    const undone = answer.body as Undone;
    expect([answer.status, answer.cookie]).toEqual([200, undefined]);
    expect(undone).toMatchObject({ kind: 'token', name: 'Unwanted', removed: true });
    expect((await tokensOf(person)).map(({ name }) => name)).toEqual(['Kept']);
    expect((await undo(link)).status).toBe(410);
    // The link also offers a password reset.
    const reset = await post('/api/auth/reset', { token: undone.reset, password: better });
    expect(reset.status).toBe(200);
  });
});

describe('adding a passkey', () => {
  test('sends a mail whose link removes it, after which it cannot sign in', async () => {
    const person = await api.signUp('back_door');
    const device = await addPasskey(api, person.cookie, 'Back door');
    expect(await opens(device)).toBe(true);
    const link = tokenIn(await mailOf(person, /^A passkey was added/), 'undo');
    expect((await undo(link)).body).toMatchObject({ kind: 'passkey', name: 'Back door', removed: true });
    expect(await opens(device)).toBe(false);
  });

  test('can be undone from the account’s former address, which then cannot choose a password', async () => {
    const person = await api.signUp('moved_away');
    const device = await addPasskey(api, person.cookie, 'Back door');
    const link = tokenIn(await mailOf(person, /^A passkey was added/), 'undo');
    await post('/api/account/email', { email: 'moved@new.example', current: defaultPassword }, person.cookie);
    await api.settled();
    const confirm = tokenIn((await mailbox.to('moved@new.example'))[0], 'verify');
    expect((await post('/api/auth/verify', { token: confirm })).status).toBe(200);
    expect((await undo(link)).body).toMatchObject({ removed: true, reset: null });
    expect(await opens(device)).toBe(false);
  });

  test('undo says if the item is already gone, and accepts no links of other kinds', async () => {
    const person = await api.signUp('gone_already');
    const device = await addPasskey(api, person.cookie, 'Back door');
    const link = tokenIn(await mailOf(person, /^A passkey was added/), 'undo');
    const verify = tokenIn(await mailOf(person, /^Confirm your address/), 'verify');
    expect((await undo(verify)).status).toBe(410);
    for (const path of ['verify', 'reset/access']) {
      expect((await post(`/api/auth/${path}`, { token: link })).status, path).toBe(410);
    }
    await api.call('DELETE', `/api/passkeys/${device.id}`, { cookie: person.cookie });
    expect((await undo(link)).body).toMatchObject({ removed: false, name: 'Back door' });
  });
});
