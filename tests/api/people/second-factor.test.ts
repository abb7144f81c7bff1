import { TOTP, Secret } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import type { Factor, NewFactor } from '../../../src/people/model/sign-in.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { defaultPassword, type Person } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';
import { addPasskey, signInByPasskey } from '../../support/passkeys.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  await api.stop();
});

const call = async <T>(method: string, path: string, body?: object, cookie?: string) => {
  const response = await api.call(method, path, { ...(body && { body }), cookie });
  return { ...response, body: response.body as T & { errors?: { path: string; message: string }[]; detail?: string } };
};
/** The code of the previous (-1), current (0) or next (1) time step. */
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

const signIn = ({ user }: Person, password = defaultPassword) =>
  call<{ factor?: string; token: string; user?: object }>('POST', '/api/auth/signin', { email: user.email, password });
const sendCode = (token: string, code: string) =>
  call<{ user?: { id: string } }>('POST', '/api/auth/signin/factor', { token, code });
const factorOf = async ({ cookie }: Person) =>
  (await call<Factor>('GET', '/api/account/factor', undefined, cookie)).body;

/** Enabled with the code of the previous step, so that the current one is still unused. */
async function withFactor(handle: string) {
  const person = await api.signUp(handle);
  const { cookie } = person;
  const begun = await call<NewFactor>('POST', '/api/account/factor', { current: defaultPassword }, cookie);
  expect(begun.status).toBe(200);
  const { secret, token } = begun.body;
  const on = await call<{ codes: string[] }>('PUT', '/api/account/factor', { token, code: codeOf(secret, -1) }, cookie);
  expect(on.status).toBe(200);
  return { person, secret, codes: on.body.codes, begun: begun.body };
}

describe('enabling two-step sign-in', () => {
  test('requires a proof of identity and the app’s first code', async () => {
    const person = await api.signUp('sets_up');
    const { cookie } = person;
    expect((await call('POST', '/api/account/factor', {}, cookie)).status).toBe(400);
    expect((await call('POST', '/api/account/factor', { current: 'not this one' }, cookie)).status).toBe(403);
    const { body } = await call<NewFactor>('POST', '/api/account/factor', { current: defaultPassword }, cookie);
    expect(body.address).toContain(`secret=${body.secret}`);
    expect(body.qr.path).toMatch(/^M\d+ \d+h1v1h-1z/);
    const wrong = await call('PUT', '/api/account/factor', { token: body.token, code: '000000' }, cookie);
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([403, 'code']);
    expect(await factorOf(person)).toEqual({ since: null, codesLeft: 0 });
    expect((await signIn(person)).status).toBe(200);
    const stranger = await api.signUp('sets_up_not');
    const code = codeOf(body.secret);
    expect((await call('PUT', '/api/account/factor', { token: body.token, code }, stranger.cookie)).status).toBe(410);
  });

  test('is notified by mail, listed in the activity, and stores the secret encrypted', async () => {
    const { person, secret, codes, begun } = await withFactor('told_of_it');
    await api.settled();
    expect((await mailbox.to(person.user.email)).map(({ subject }) => subject).join()).toContain('Two-step sign-in');
    expect(await factorOf(person)).toMatchObject({ codesLeft: 10 });
    const activity = await call<{ activity: { kind: string }[] }>(
      'GET',
      '/api/account/activity',
      undefined,
      person.cookie,
    );
    expect(JSON.stringify(activity.body)).toContain('second-factor-on');
    const stored = JSON.stringify([...(await api.dump())]);
    for (const hidden of [secret, ...codes, ...codes.map((each) => each.replaceAll('-', ''))])
      expect(stored).not.toContain(hidden);
    expect(
      (await call('PUT', '/api/account/factor', { token: begun.token, code: codeOf(secret) }, person.cookie)).status,
    ).toBe(409);
  });
});

describe('signing in with two steps', () => {
  test('takes the password first, then a code, which works once', async () => {
    const { person, secret } = await withFactor('two_steps');
    const first = await signIn(person);
    expect([first.status, first.body.factor, first.cookie, first.body.user]).toEqual([
      202,
      'totp',
      undefined,
      undefined,
    ]);
    const { token } = first.body;
    expect((await sendCode(token, codeOf(secret, -1))).status).toBe(401);
    expect((await sendCode(token, codeOf(secret, 5))).status).toBe(401);
    const code = codeOf(secret);
    const both = await Promise.all([sendCode(token, code), sendCode(token, `${code.slice(0, 3)} ${code.slice(3)}`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const done = both.find(({ status }) => status === 200);
    expect((await api.call('GET', '/api/_auth/session', { cookie: done?.cookie })).body.user?.id).toBe(person.user.id);
  });

  test('accepts each recovery code once, until new ones are created', async () => {
    const { person, codes } = await withFactor('lost_phone');
    const { token } = (await signIn(person)).body;
    expect((await sendCode(token, (codes[0] ?? '').toLowerCase())).status).toBe(200);
    expect((await sendCode(token, codes[0] ?? '')).status).toBe(401);
    expect(await factorOf(person)).toMatchObject({ codesLeft: 9 });
    const newCodes = await call<{ codes: string[] }>(
      'POST',
      '/api/account/factor/codes',
      { current: defaultPassword },
      person.cookie,
    );
    expect((await sendCode(token, codes[1] ?? '')).status).toBe(401);
    expect((await sendCode(token, newCodes.body.codes[1] ?? '')).status).toBe(200);
  });

  test('cannot be bypassed by a mailed link, or a token for another account or from before a password change', async () => {
    const { person, secret } = await withFactor('forgetful');
    const before = (await signIn(person)).body.token;
    await call('POST', '/api/auth/forgot', { email: person.user.email });
    await api.settled();
    const mail = (await mailbox.to(person.user.email)).find(({ subject }) => /new password/.test(subject));
    const reset = await call<{ factor: string; token: string }>('POST', '/api/auth/reset', {
      token: tokenIn(mail, 'reset'),
      password: 'an even better passphrase',
    });
    expect([reset.status, reset.body.factor, reset.cookie]).toEqual([202, 'totp', undefined]);
    const other = await withFactor('another_account');
    const { token } = (await signIn(other.person)).body;
    expect((await sendCode(token, codeOf(secret))).status).toBe(401);
    expect((await sendCode(before, codeOf(secret))).status).toBe(401);
    expect((await sendCode(reset.body.token, codeOf(secret, 1))).status).toBe(200);
  });
});

describe('a password reset by mail', () => {
  const passkeysOf = async (cookie: string | undefined) => {
    const { body } = await call<{ passkeys: { name: string }[] }>('GET', '/api/passkeys', undefined, cookie);
    return body.passkeys.map(({ name }) => name);
  };
  const mailTo = async ({ user }: Person, subject: RegExp) => {
    await api.settled();
    return (await mailbox.to(user.email)).find((mail) => subject.test(mail.subject));
  };

  test('keeps all the owner’s passkeys until the code is entered, then removes those that were not selected', async () => {
    const { person, secret } = await withFactor('mail_is_read');
    const kept = await addPasskey(api, person.cookie, 'Kept');
    const other = await addPasskey(api, person.cookie, 'Other');
    await call('POST', '/api/auth/verify', { token: tokenIn(await mailTo(person, /^Confirm your address/), 'verify') });
    await call('POST', '/api/auth/forgot', { email: person.user.email });
    const token = tokenIn(await mailTo(person, /^Choose a new password/), 'reset');
    const wished = { token, password: 'an even better passphrase', keepPasskeys: [kept.id] };
    const reset = await call<{ token: string }>('POST', '/api/auth/reset', wished);
    expect(reset.status).toBe(202);
    expect((await mailTo(person, /^Your password was changed/))?.text).toContain('once you’ve entered the code.');
    // Somebody who can only read the mail has ended none of the owner's ways to sign in.
    const owner = await signInByPasskey(api, other);
    expect([owner.status, await passkeysOf(owner.cookie)]).toEqual([200, ['Kept', 'Other']]);
    // A passkey created now was not offered for selection, so it stays.
    await addPasskey(api, owner.cookie, 'Later', wished.password);
    const done = await sendCode(reset.body.token, codeOf(secret));
    expect([done.status, await passkeysOf(done.cookie)]).toEqual([200, ['Kept', 'Later']]);
    expect((await signInByPasskey(api, other)).status).toBe(401);
  });
});

describe('a password reset of an account with an unverified address', () => {
  test('removes every passkey at once: a stranger who created the account may have the code', async () => {
    const { person } = await withFactor('opened_by_a_stranger');
    const passkey = await addPasskey(api, person.cookie, 'Of a stranger');
    await call('POST', '/api/auth/forgot', { email: person.user.email });
    await api.settled();
    const mails = await mailbox.to(person.user.email);
    const token = tokenIn(
      mails.find(({ subject }) => /^Choose a new password/.test(subject)),
      'reset',
    );
    const wished = { token, password: 'an even better passphrase', keepPasskeys: [passkey.id] };
    expect((await call('POST', '/api/auth/reset', wished)).status).toBe(202);
    expect((await signInByPasskey(api, passkey)).status).toBe(401);
  });
});

describe('disabling two-step sign-in', () => {
  test('happens when an account is taken back, if it was enabled since', async () => {
    const { person } = await withFactor('taken_over');
    await call('POST', '/api/account/email', { current: defaultPassword, email: 'thief@example.org' }, person.cookie);
    await api.settled();
    await call('POST', '/api/auth/verify', { token: tokenIn((await mailbox.to('thief@example.org'))[0], 'verify') });
    await api.settled();
    const mail = (await mailbox.to(person.user.email)).find(({ subject }) => /address was changed/.test(subject));
    const back = await call<{ reset: string }>('POST', '/api/auth/verify', { token: tokenIn(mail, 'verify') });
    const reset = { token: back.body.reset, password: 'an even better passphrase' };
    expect((await call('POST', '/api/auth/reset', reset)).status).toBe(200);
  });

  test('requires a proof of identity, is notified by mail, and leaves the password alone', async () => {
    const { person } = await withFactor('done_with_it');
    expect((await call('POST', '/api/account/factor/removal', {}, person.cookie)).status).toBe(400);
    expect(
      (await call('POST', '/api/account/factor/removal', { current: defaultPassword }, person.cookie)).status,
    ).toBe(204);
    await api.settled();
    expect((await mailbox.to(person.user.email)).map(({ subject }) => subject).join()).toContain('turned off');
    expect((await signIn(person)).status).toBe(200);
    expect((await call('POST', '/api/account/factor/codes', { current: defaultPassword }, person.cookie)).status).toBe(
      404,
    );
  });

  test('happens through the mailed link if somebody else enabled it', async () => {
    const { person } = await withFactor('not_me');
    await api.settled();
    const mail = (await mailbox.to(person.user.email)).find(({ subject }) => /Two-step sign-in/.test(subject));
    const undone = await call<{ kind: string; removed: boolean }>('POST', '/api/auth/undo', {
      token: tokenIn(mail, 'undo'),
    });
    expect(undone.body).toMatchObject({ kind: 'factor', removed: true });
    expect(await factorOf(person)).toEqual({ since: null, codesLeft: 0 });
    // The owner is notified, in case it was somebody else with access to their mail.
    const subjects = (await mailbox.to(person.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /^Two-step sign-in was turned off/.test(subject))).toHaveLength(1);
  });
});

test('its state is in the account download, and is deleted with the account', async () => {
  const { person } = await withFactor('leaves_with_it');
  const data = await call<{ secondFactor: { codesLeft: number } }>(
    'GET',
    '/api/account/data',
    undefined,
    person.cookie,
  );
  expect(data.body.secondFactor).toMatchObject({ codesLeft: 10 });
  await call('POST', '/api/account/deletion', { current: defaultPassword, writings: 'keep' }, person.cookie);
  await api.settled();
  expect(await api.store.redis.exists(keys.factor(person.user.id), keys.recoveryCodes(person.user.id))).toBe(0);
});
