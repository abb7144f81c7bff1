import { afterAll, describe, expect, test } from 'vitest';
import type { Activity } from '../../../src/people/model/activity.ts';
import { limits } from '../../../src/platform/model/limits.ts';
import { continueAllDeletions, deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { listActivity, recordActivity } from '../../../src/people/server/store/activity.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { defaultPassword, type Person } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(() => api.stop());

const better = 'an even better passphrase';
const firefox = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const activityOf = async (cookie: string | undefined) =>
  ((await api.call('GET', '/api/account/activity', { cookie })).body as { activity: Activity[] }).activity;
const told = async (cookie: string | undefined) =>
  (await activityOf(cookie)).map(({ kind, detail }) => (detail === undefined ? kind : `${kind}: ${detail}`));
const signIn = ({ user }: Person, password = defaultPassword) =>
  api.call('POST', '/api/auth/signin', { body: { email: user.email, password }, headers: firefox });

describe('account activity', () => {
  test('lists account creation and sign-ins with device and time, newest first', async () => {
    const person = await api.signUp('signs_in');
    const { cookie } = await signIn(person);
    const [last, first, ...more] = await activityOf(cookie);
    expect([last?.kind, last?.device]).toEqual(['signed-in-password', 'Firefox on Linux']);
    expect(Math.abs(Date.now() - Date.parse(last?.at ?? ''))).toBeLessThan(60_000);
    expect([first?.kind, more]).toEqual(['account-opened', []]);
  });

  test('does not list refused sign-ins', async () => {
    const person = await api.signUp('refused');
    await signIn(person, 'wrong');
    expect(await told(person.cookie)).toEqual(['account-opened']);
  });

  test('lists tokens, sessions, address and handle changes, and downloads', async () => {
    const person = await api.signUp('busy_one');
    const { cookie } = person;
    const made = await api.call('POST', '/api/tokens', { cookie, body: { name: 'Laptop' } });
    const { token } = made.body as unknown as { token: { id: string } };
    await api.call('DELETE', `/api/tokens/${token.id}`, { cookie });
    await signIn(person);
    const { sessions } = (await api.call('GET', '/api/account/sessions', { cookie })).body as {
      sessions: { id: string; current: boolean }[];
    };
    const other = sessions.find((each) => !each.current)?.id ?? '';
    await api.call('DELETE', `/api/account/sessions/${other}`, { cookie });
    await api.call('DELETE', '/api/account/sessions', { cookie });
    await api.settled();
    const mails = await mailbox.to(person.user.email);
    const verify = tokenIn(
      mails.find(({ subject }) => subject.startsWith('Confirm your address')),
      'verify',
    );
    await api.call('POST', '/api/auth/verify', { body: { token: verify } });
    await api.call('POST', '/api/account/email', {
      cookie,
      body: { email: 'busy@new.example', current: defaultPassword },
    });
    await api.settled();
    const address = tokenIn((await mailbox.to('busy@new.example'))[0], 'verify');
    await api.call('POST', '/api/auth/verify', { body: { token: address } });
    await api.call('PATCH', '/api/account', { cookie, body: { handle: 'busy_two' } });
    await api.call('GET', '/api/account/data', { cookie });
    await api.call('GET', '/api/export?format=json', { cookie });
    expect((await told(cookie)).reverse()).toEqual([
      'account-opened',
      'token-made: Laptop',
      'token-revoked: Laptop',
      'signed-in-password',
      'session-ended: Firefox on Linux',
      'sessions-ended',
      `address-confirmed: ${person.user.email}`,
      'address-change-asked: busy@new.example',
      'address-changed: busy@new.example',
      'handle-changed: @busy_two',
      'data-downloaded',
      'exported: json',
    ]);
  });

  test('lists password changes and resets', async () => {
    const person = await api.signUp('locksmith');
    const changed = await api.call('POST', '/api/account/password', {
      cookie: person.cookie,
      body: { current: defaultPassword, password: better },
    });
    expect((await told(changed.cookie))[0]).toBe('password-changed');
    await api.call('POST', '/api/auth/forgot', { body: { email: person.user.email } });
    await api.settled();
    const token = tokenIn((await mailbox.to(person.user.email))[0], 'reset');
    const reset = await api.call('POST', '/api/auth/reset', { body: { token, password: defaultPassword } });
    expect((await told(reset.cookie))[0]).toBe('password-reset');
  });

  test('is visible to nobody else, is in the account download, and is deleted with the account', async () => {
    const [person, other] = [await api.signUp('private_life'), await api.signUp('curious')];
    expect((await api.call('GET', '/api/account/activity')).status).toBe(401);
    await api.call('POST', '/api/tokens', { cookie: person.cookie, body: { name: 'Mine alone' } });
    expect(JSON.stringify(await activityOf(other.cookie))).not.toContain('Mine alone');
    const data = (await api.call('GET', '/api/account/data', { cookie: person.cookie })).body;
    expect((data as { activity: Activity[] }).activity.map(({ detail }) => detail)).toContain('Mine alone');
    const now = new Date();
    await deleteAccount(api.store.redis, person.user.id, 'keep', now);
    await continueAllDeletions(api.store.redis, now, () => true);
    expect(await api.store.redis.exists(keys.activity(person.user.id))).toBe(0);
    // Nor does a request that finishes late bring it back.
    const late: Activity = { kind: 'data-downloaded', at: now.toISOString(), device: '' };
    await recordActivity(api.store.redis, person.user.id, late);
    expect(await api.store.redis.exists(keys.activity(person.user.id))).toBe(0);
  });

  test('keeps at most the newest 200 entries, of the last 180 days', async () => {
    const { user } = await api.signUp('long_life');
    const now = Date.now();
    const { kept, days } = limits.activity;
    const at = (ago: number) => new Date(now - ago).toISOString();
    const add = (ago: number) =>
      recordActivity(api.store.redis, user.id, { kind: 'signed-in-password', at: at(ago), device: 'Firefox' });
    await add((days + 1) * 86400_000);
    expect((await listActivity(api.store.redis, user.id, new Date(now))).map(({ kind }) => kind)).toEqual([
      'account-opened',
    ]);
    for (let turn = 0; turn < kept + 5; turn += 1) await add(1000 * (kept + 5 - turn));
    const listed = await listActivity(api.store.redis, user.id, new Date(now + 60_000));
    expect(listed).toHaveLength(kept);
    expect(await api.store.redis.zcard(keys.activity(user.id))).toBe(kept);
    expect(await api.store.redis.ttl(keys.activity(user.id))).toBeGreaterThan(86400 * (days - 1));
  });
});
