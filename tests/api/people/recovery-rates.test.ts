import { afterAll, describe, expect, test } from 'vitest';
import { rates } from '../../../src/platform/model/limits.ts';
import { takeRate } from '../../../src/platform/server/store/rates.ts';
import { hashOf } from '../../../src/people/server/store/tokens.ts';
import { defaultPassword } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';
import { addPasskey, signInByPasskey } from '../../support/passkeys.ts';

const { api, mailbox } = await startApiWithMail({ RATE_LIMIT_SCALE: '1' });
afterAll(() => api.stop());

const better = 'an even better passphrase';
const forgot = (email: string, ip: string) => api.call('POST', '/api/auth/forgot', { body: { email }, ip });
const signIn = (email: string, password: string, ip: string) =>
  api.call('POST', '/api/auth/signin', { body: { email, password }, ip });
const mails = async (email: string, subject: RegExp) => {
  await api.settled();
  return (await mailbox.to(email)).filter((mail) => subject.test(mail.subject));
};
const resetMails = (email: string) => mails(email, /^Choose a new password/);
/** Each from its own IPv6 network, since one client may create only five accounts an hour. */
let networks = 0;
async function signUp(handle: string): Promise<{ cookie: string | undefined }> {
  const body = { email: `${handle}@example.org`, handle, password: defaultPassword };
  const answer = await api.call('POST', '/api/auth/signup', { body, ip: `2001:db8:0:${(networks += 1)}::1` });
  expect(answer.status).toBe(201);
  return answer;
}

describe('password reset links', () => {
  test('are sent to an address at most four times in half an hour, whoever asks, and responses do not reveal it', async () => {
    const email = 'flooded@example.org';
    await signUp('flooded');
    for (let turn = 0; turn < 7; turn += 1) expect((await forgot(email, `203.0.113.${turn}`)).status).toBe(202);
    const sent = await resetMails(email);
    expect(sent).toHaveLength(4);
    // Each is valid longer than the limit lasts, so the owner of the address always has a working one.
    const first = tokenIn(sent.at(-1), 'reset');
    const answer = await api.call('POST', '/api/auth/reset', { body: { token: first, password: better } });
    expect(answer.status).toBe(200);
  });

  test('cannot be used up by one stranger', async () => {
    const email = 'wanted@example.org';
    await signUp('wanted');
    for (let turn = 0; turn < 9; turn += 1) await forgot(email, '198.51.100.66');
    expect(await resetMails(email)).toHaveLength(3);
    await forgot(email, '203.0.113.66');
    expect(await resetMails(email)).toHaveLength(4);
  });

  test('cannot be used up by strangers who request the address for their accounts', async () => {
    const [victim, mallory] = [await signUp('victim'), await signUp('mallory')];
    const { cookie } = mallory;
    const email = 'victim@example.org';
    const statuses = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const asked = await api.call('POST', '/api/account/email', { cookie, body: { email, current: defaultPassword } });
      statuses.push(asked.status);
    }
    // The caller learns that the address gets no more mail, which does not reveal whose it is.
    expect(statuses).toEqual([...Array<number>(5).fill(202), ...Array<number>(4).fill(429)]);
    expect(await mails(email, /^This address is in use/)).toHaveLength(5);
    await forgot(email, '203.0.113.67');
    expect(await resetMails(email)).toHaveLength(1);
    expect((await api.call('POST', '/api/auth/verify/send', { cookie: victim.cookie })).status).toBe(202);
    expect(await mails(email, /^Confirm your address/)).toHaveLength(2);
  });

  test('requested too often by one client are refused with the time to come back', async () => {
    const statuses = [];
    for (let turn = 0; turn < 11; turn += 1) {
      statuses.push((await forgot(`a${turn}@example.org`, '198.51.100.1')).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429]);
    const refused = await forgot('b@example.org', '198.51.100.1');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
  });
});

describe('a confirmation mail to a requested address', () => {
  test('is sent even if others have requested the same address as often as they may', async () => {
    const [person, mallory] = [await signUp('moves'), await signUp('in_the_way')];
    const email = 'next@home.example';
    const ask = ({ cookie }: { cookie: string | undefined }) =>
      api.call('POST', '/api/account/email', { cookie, body: { email, current: defaultPassword } });
    for (let turn = 0; turn < 9; turn += 1) await ask(mallory);
    const before = (await mails(email, /^Confirm your new address/)).length;
    expect(before).toBe(5);
    expect((await ask(person)).status).toBe(202);
    const [mail] = await mails(email, /^Confirm your new address/);
    expect(mail?.text).toContain('@moves');
  });

  test('is sent at most seven times an hour, however many accounts request it, and then refused with the time to retry', async () => {
    const email = 'besieged@home.example';
    const answers = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const { cookie } = await signUp(`besieger_${turn}`);
      answers.push(await api.call('POST', '/api/account/email', { cookie, body: { email, current: defaultPassword } }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(7).fill(202), 429, 429]);
    expect(Number(answers.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect(await mails(email, /^Confirm your new address/)).toHaveLength(7);
    // Refused requests left nothing behind, and other kinds of mail are still sent.
    const { cookie } = await signUp('after_siege');
    await api.call('POST', '/api/account/email', { cookie, body: { email, current: defaultPassword } });
    const { body } = await api.call('GET', '/api/account/activity', { cookie });
    expect(JSON.stringify(body)).not.toContain('address-change-asked');
    const owner = { email, handle: 'besieged', password: defaultPassword };
    await api.call('POST', '/api/auth/signup', { body: owner, ip: '2001:db8:1:1::1' });
    await forgot(email, '203.0.113.68');
    expect(await resetMails(email)).toHaveLength(1);
    expect(await mails(email, /^Confirm your address/)).toHaveLength(1);
  });

  test('is sent for at most five sign-ups with the address an hour', async () => {
    const email = 'again@home.example';
    for (let turn = 0; turn < 7; turn += 1) {
      const body = { email, handle: `again_${turn}`, password: defaultPassword };
      const { cookie } = await api.call('POST', '/api/auth/signup', { body, ip: `2001:db8:2:${turn}::1` });
      await api.call('POST', '/api/account/deletion', {
        cookie,
        body: { current: defaultPassword, writings: 'remove' },
      });
      await api.settled();
    }
    expect(await mails(email, /^Confirm your address/)).toHaveLength(5);
  });

  test('a person can confirm their own address again even if others requested mail to it', async () => {
    const { cookie } = await signUp('prover');
    for (let turn = 0; turn < 7; turn += 1) await forgot('prover@example.org', `198.51.100.${100 + turn}`);
    const send = () => api.call('POST', '/api/auth/verify/send', { cookie });
    for (let turn = 0; turn < 4; turn += 1) expect((await send()).status).toBe(202);
    expect((await send()).status).toBe(429);
    expect(await mails('prover@example.org', /^Confirm your address/)).toHaveLength(5);
  });
});

describe('password attempts for one account', () => {
  /**
   * Stores a hundred attempts of the past hour. Each client may make only a few, so making them would take too long.
   */
  const guessed = async (email: string) => {
    for (let turn = 0; turn < rates.guesses.calls; turn += 1) {
      await takeRate(api.store.redis, 'guesses', hashOf(email), 1);
    }
  };

  test('are counted across all clients and refused after a hundred, even with the right password', async () => {
    const email = 'guessed@example.org';
    await signUp('guessed');
    let client = 0;
    const guess = () => signIn(email, 'wrong', `203.0.${(client += 1) % 250}.${Math.floor(client / 250)}`);
    for (let turn = 0; turn < 60; turn += 1) expect((await guess()).status).toBe(401);
    for (let turn = 60; turn < 100; turn += 1) await takeRate(api.store.redis, 'guesses', hashOf(email), 1);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toMatch(/passkey.*Forgot your password/);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect((await signIn(email, defaultPassword, '192.0.2.1')).status).toBe(429);
  });

  test('never lock the owner out: passkeys and mailed links still sign in, and the owner is notified once', async () => {
    const { cookie } = await signUp('never_out');
    const email = 'never_out@example.org';
    const device = await addPasskey(api, cookie);
    await guessed(email);
    for (let turn = 0; turn < 3; turn += 1)
      expect((await signIn(email, defaultPassword, `192.0.2.${turn}`)).status).toBe(429);
    expect(await mails(email, /^Someone is trying to guess/)).toHaveLength(1);
    const { activity } = (await api.call('GET', '/api/account/activity', { cookie })).body as {
      activity: { kind: string }[];
    };
    expect(activity.filter(({ kind }) => kind === 'guesses-limited')).toHaveLength(1);

    expect((await signInByPasskey(api, device)).status).toBe(200);
    await forgot(email, '192.0.2.9');
    const token = tokenIn((await resetMails(email))[0], 'reset');
    const reset = await api.call('POST', '/api/auth/reset', { body: { token, password: better } });
    expect(reset.body.user?.email).toBe(email);
  });

  test('are refused in the same words for an unknown address, which gets no mail', async () => {
    await signUp('somebody');
    const [known, unknown] = ['somebody@example.org', 'nobody@example.org'];
    for (const email of [known, unknown]) await guessed(email);
    const [one, other] = [await signIn(known, 'x', '192.0.2.20'), await signIn(unknown, 'x', '192.0.2.21')];
    expect([one.status, one.body]).toEqual([429, other.body]);
    expect([...one.headers.keys()]).toEqual([...other.headers.keys()]);
    expect(await mails(unknown, /./)).toEqual([]);
  });

  test('for other accounts do not affect an account', async () => {
    await signUp('quiet');
    await guessed('loud@example.org');
    expect((await signIn('quiet@example.org', defaultPassword, '192.0.2.30')).status).toBe(200);
  });
});

test('an IPv6 /64 network counts as one client', async () => {
  const guess = (ip: string) => signIn('many@example.org', 'wrong', ip);
  for (let turn = 0; turn < 5; turn += 1) expect((await guess(`2001:db8:9:9::${turn + 1}`)).status).toBe(401);
  expect((await guess('2001:db8:9:9:aaaa:bbbb:cccc:dddd')).status).toBe(429);
  expect((await guess('2001:db8:9:a::1')).status).toBe(401);
  for (let turn = 0; turn < 5; turn += 1) expect((await guess('203.0.113.99')).status).toBe(401);
  expect((await guess('::ffff:203.0.113.99')).status).toBe(429);
});

test('tokens cannot be guessed by trying many', async () => {
  const guess = (host: number) =>
    api.call('POST', '/api/auth/verify', { body: { token: 'a'.repeat(43) }, ip: `2001:db8:7:7::${host + 1}` });
  for (let turn = 0; turn < 30; turn += 1) expect((await guess(turn)).status).toBe(410);
  expect((await guess(30)).status).toBe(429);
});
