import { afterAll, describe, expect, test } from 'vitest';
import type { OwnSession, AccountAccess } from '../../../src/people/model/account.ts';
import { defaultPassword, type Person } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import type { Authenticator } from '../../support/browser/authenticator.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';
import { addPasskey, signInByPasskey } from '../../support/passkeys.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(() => api.stop());

const newPassword = 'an even better passphrase';
const post = (path: string, body: object, cookie?: string) => api.call('POST', path, { body, cookie });

async function makeToken({ cookie }: Person, name: string) {
  return (await post('/api/tokens', { name }, cookie)).body as unknown as { token: { id: string }; secret: string };
}

/** A person with a verified address, two sessions, two tokens and two passkeys. */
async function personWithCredentials(handle: string, { proven = true } = {}) {
  const person = await api.signUp(handle);
  await api.settled();
  const token = tokenIn((await mailbox.to(person.user.email))[0], 'verify');
  if (proven) expect((await post('/api/auth/verify', { token })).status).toBe(200);
  const elsewhere = (await post('/api/auth/signin', { email: person.user.email, password: defaultPassword })).cookie;
  return {
    person,
    elsewhere,
    mine: await addPasskey(api, person.cookie, 'Mine'),
    theirs: await addPasskey(api, person.cookie, 'Of somebody else'),
    tool: await makeToken(person, 'Tool'),
    other: await makeToken(person, 'Other'),
  };
}

const isSignedIn = async (cookie?: string) =>
  (await api.call('GET', '/api/_auth/session', { cookie })).body.user !== undefined;
const canSignIn = async (device: Authenticator) => (await signInByPasskey(api, device)).status === 200;
const canWrite = async ({ secret }: { secret: string }) => {
  const headers = { 'Sec-Fetch-Site': 'none', Authorization: `Bearer ${secret}` };
  const body = { title: 'By a program', visibility: 'private' };
  return (await api.call('POST', '/api/notes', { body, headers })).status === 201;
};

async function resetLink({ user }: Person) {
  expect((await post('/api/auth/forgot', { email: user.email })).status).toBe(202);
  await api.settled();
  return tokenIn((await mailbox.to(user.email))[0], 'reset');
}

describe('a password reset by mailed link', () => {
  test('lists what can open the account, only for the holder of the link, without using up the link', async () => {
    const { person } = await personWithCredentials('asks_first');
    const token = await resetLink(person);
    const answer = await post('/api/auth/reset/access', { token });
    const ways = answer.body as AccountAccess;
    expect([answer.status, ways.handle, ways.mayKeep, ways.sessions.length]).toEqual([200, 'asks_first', true, 2]);
    expect(ways.passkeys.map(({ name }) => name)).toEqual(['Mine', 'Of somebody else']);
    expect(ways.tokens.map(({ name }) => name)).toEqual(['Tool', 'Other']);
    const verify = 'a'.repeat(43);
    expect((await post('/api/auth/reset/access', { token: verify })).status).toBe(410);
    expect((await post('/api/auth/reset', { token, password: newPassword })).status).toBe(200);
    expect((await post('/api/auth/reset/access', { token })).status).toBe(410);
  });

  test('ends every session, token and passkey, which locks out anyone who had created one', async () => {
    const { person, elsewhere, mine, theirs, tool, other } = await personWithCredentials('taken_over');
    const answer = await post('/api/auth/reset', { token: await resetLink(person), password: newPassword });
    expect(answer.status).toBe(200);
    expect(await isSignedIn(answer.cookie)).toBe(true);
    expect([await isSignedIn(person.cookie), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect([await canSignIn(mine), await canSignIn(theirs)]).toEqual([false, false]);
    expect([await canWrite(tool), await canWrite(other)]).toEqual([false, false]);
    const [mail] = await mailbox.to(person.user.email);
    expect(mail?.text).toContain('personal tokens and passkeys removed.');
  });

  test('keeps only the passkeys that the holder of the link selects', async () => {
    const { person, mine, theirs, tool } = await personWithCredentials('keeps_one');
    const [stranger] = [await personWithCredentials('not_asked')];
    const keepPasskeys = [mine.id, stranger.mine.id];
    const token = await resetLink(person);
    expect((await post('/api/auth/reset', { token, password: newPassword, keepPasskeys })).status).toBe(200);
    expect([await canSignIn(mine), await canSignIn(theirs), await canWrite(tool)]).toEqual([true, false, false]);
    expect(await canSignIn(stranger.theirs)).toBe(true);
  });

  test('keeps no passkeys of an account with an unverified address: somebody else may have created it', async () => {
    const { person, mine } = await personWithCredentials('unproven', { proven: false });
    const token = await resetLink(person);
    expect((await post('/api/auth/reset/access', { token })).body).toMatchObject({ mayKeep: false });
    const body = { token, password: newPassword, keepPasskeys: [mine.id] };
    expect((await post('/api/auth/reset', body)).status).toBe(200);
    expect(await canSignIn(mine)).toBe(false);
  });
});

describe('a password change while signed in', () => {
  test('ends all other sessions, tokens and passkeys', async () => {
    const { person, elsewhere, mine, tool } = await personWithCredentials('changes_all');
    const answer = await post(
      '/api/account/password',
      { current: defaultPassword, password: newPassword },
      person.cookie,
    );
    expect([answer.status, await isSignedIn(answer.cookie)]).toEqual([200, true]);
    expect([await isSignedIn(elsewhere), await canSignIn(mine), await canWrite(tool)]).toEqual([false, false, false]);
  });

  test('keeps what the owner selects, but always replaces the current session, whose cookie may have been copied', async () => {
    const { person, elsewhere, mine, theirs, tool, other } = await personWithCredentials('changes_some');
    const { sessions } = (await api.call('GET', '/api/account/sessions', { cookie: elsewhere })).body as {
      sessions: OwnSession[];
    };
    const keep = {
      sessions: sessions.filter(({ current: own }) => own).map(({ id }) => id),
      tokens: [tool.token.id],
      passkeys: [mine.id],
    };
    const answer = await post(
      '/api/account/password',
      { current: defaultPassword, password: newPassword, keep },
      person.cookie,
    );
    expect([answer.status, await isSignedIn(answer.cookie)]).toEqual([200, true]);
    expect([await isSignedIn(elsewhere), await isSignedIn(person.cookie)]).toEqual([true, false]);
    expect([await canSignIn(mine), await canSignIn(theirs)]).toEqual([true, false]);
    expect([await canWrite(tool), await canWrite(other)]).toEqual([true, false]);
    expect((await mailbox.to(person.user.email))[0]?.text).toContain('except for what was kept');
  });

  test('ends nothing if the current password is wrong', async () => {
    const { person, elsewhere, mine, tool } = await personWithCredentials('stays_open');
    const answer = await post(
      '/api/account/password',
      { current: 'not that one', password: newPassword },
      person.cookie,
    );
    expect(answer.status).toBe(403);
    expect([await isSignedIn(elsewhere), await canSignIn(mine), await canWrite(tool)]).toEqual([true, true, true]);
  });
});
