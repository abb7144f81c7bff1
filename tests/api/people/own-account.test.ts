import { afterAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/people/model/account.ts';
import { authenticate } from '../../../src/people/server/accounts.ts';
import { signInIfUnchanged } from '../../../src/people/server/session.ts';
import { readUser } from '../../../src/people/server/store/users.ts';
import { changesSince, headRevision } from '../../../src/platform/server/store/changes.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { defaultPassword, type Person } from '../../support/api.ts';
import { startApiWithMail } from '../../support/api-with-mail.ts';
import { tokenIn } from '../../support/servers/mailbox.ts';
import { origin } from '../../support/servers/origin.ts';

const { api, mailbox } = await startApiWithMail();
afterAll(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  await api.stop();
});

const better = 'an even better passphrase';
const signIn = (email: string, password = defaultPassword) =>
  api.call('POST', '/api/auth/signin', { body: { email, password } });
const userOf = async (cookie?: string) => (await api.call('GET', '/api/_auth/session', { cookie })).body.user;
const change = ({ cookie }: Person, body: object) => api.call('PATCH', '/api/account', { cookie, body });
const account = async ({ cookie }: Person) =>
  ((await api.call('GET', '/api/account', { cookie })).body as { account: Account }).account;

describe('the profile', () => {
  test('can be changed, and the pages that show the person are rebuilt', async () => {
    const person = await api.signUp('changer');
    const before = await headRevision(api.store.redis);
    const answer = await change(person, { name: ' Ada  L. ', bio: 'Reads.\r\nWrites.\u0007' });
    expect((answer.body as { account: Account }).account).toMatchObject({ name: 'Ada L.', bio: 'Reads.\nWrites.' });
    expect(await changesSince(api.store.redis, before, 10)).toMatchObject([{ kind: 'user', id: person.user.id }]);
    expect(await userOf(person.cookie)).toMatchObject({ name: 'Ada L.' });
  });

  test('saved without changes triggers no rebuild', async () => {
    const person = await api.signUp('same_again');
    const before = await headRevision(api.store.redis);
    expect((await change(person, { name: 'same_again', bio: '' })).status).toBe(200);
    expect(await headRevision(api.store.redis)).toBe(before);
  });

  test.each([
    [{ bio: 'x'.repeat(501) }, 'bio'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ handle: 'No Spaces' }, 'handle'],
    [{ email: 'a@example.org' }, 'email'],
  ])('%o is refused with an error at its field', async (body, field) => {
    const person = await api.signUp(`bad_${field}`);
    const answer = await change(person, body);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, field]);
  });

  test('cannot be read or changed by anyone else', async () => {
    expect((await api.call('GET', '/api/account')).status).toBe(401);
    expect((await api.call('PATCH', '/api/account', { body: { name: 'x' } })).status).toBe(401);
  });
});

describe('a handle', () => {
  test('can be changed, reserves the old one for the person, and cannot be changed again for 30 days', async () => {
    const person = await api.signUp('old_name');
    expect((await change(person, { handle: '@New_Name' })).status).toBe(200);
    expect(await account(person)).toMatchObject({ handle: 'new_name', formerHandles: ['old_name'] });
    const again = await change(person, { handle: 'third_name' });
    expect([again.status, again.body.errors?.[0]?.path]).toEqual([429, 'handle']);
    expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(29 * 86400);
    const squatter = { email: 'squatter@example.org', handle: 'old_name', password: defaultPassword };
    expect((await api.call('POST', '/api/auth/signup', { body: squatter })).status).toBe(409);
    const listed = await api.call('GET', '/api/notes?author=old_name');
    expect(listed.status).toBe(200);
  });

  test('that somebody has or had is a conflict, and nothing is written', async () => {
    await api.signUp('has_it');
    const had = await api.signUp('had_it');
    await change(had, { handle: 'has_another' });
    const person = await api.signUp('wants_it');
    const before = await api.dump();
    for (const handle of ['has_it', 'had_it']) {
      const answer = await change(person, { handle, name: 'Not written' });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([409, 'handle']);
    }
    expect(await api.dump()).toEqual(before);
  });

  test('can be reclaimed by its former owner', async () => {
    const person = await api.signUp('there');
    await change(person, { handle: 'and_back' });
    const stored = JSON.parse((await api.store.redis.get<string>(keys.user(person.user.id))) ?? '') as object;
    const longAgo = { ...stored, handleChangedAt: new Date(Date.now() - 31 * 86400_000).toISOString() };
    await api.store.redis.set(keys.user(person.user.id), JSON.stringify(longAgo));
    expect((await change(person, { handle: 'there' })).status).toBe(200);
    expect(await account(person)).toMatchObject({ handle: 'there', formerHandles: ['and_back'] });
  });

  test('requested by many people at once goes to one', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, at) => api.signUp(`wisher_${at}`)));
    const answers = await Promise.all(people.map((person) => change(person, { handle: 'the_one' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(409)]);
  });
});

describe('the password', () => {
  const setPassword = ({ cookie }: Person, body: object) => api.call('POST', '/api/account/password', { cookie, body });

  test('can be changed with the current one, which ends every session and replaces this one', async () => {
    const person = await api.signUp('new_lock');
    const other = await signIn(person.user.email);
    const answer = await setPassword(person, { current: defaultPassword, password: better });
    expect(answer.status).toBe(200);
    expect(await userOf(answer.cookie)).toMatchObject({ handle: 'new_lock' });
    for (const cookie of [person.cookie, other.cookie]) expect(await userOf(cookie)).toBeUndefined();
    expect((await signIn(person.user.email)).status).toBe(401);
    expect((await signIn(person.user.email, better)).status).toBe(200);
    expect((await mailbox.to(person.user.email))[0]?.subject).toMatch(/^Your password was changed/);
  });

  test('that is changed during a sign-in makes that sign-in fail', async () => {
    const person = await api.signUp('slow_door');
    const found = await authenticate(api.store.redis, { email: person.user.email, password: defaultPassword });
    expect((await setPassword(person, { current: defaultPassword, password: better })).status).toBe(200);
    const request = new Request(`${origin}/`);
    const { passwordHash = '' } = found ?? {};
    expect(await signInIfUnchanged(request, { userId: person.user.id, passwordHash })).toBeUndefined();
    const again = await authenticate(api.store.redis, { email: person.user.email, password: better });
    expect(
      await signInIfUnchanged(request, { userId: person.user.id, passwordHash: again?.passwordHash ?? '' }),
    ).toBeTruthy();
  });

  test('is not changed without the current one, and nothing is written', async () => {
    const person = await api.signUp('same_lock');
    await api.settled();
    const before = await api.dump();
    for (const [body, status, path] of [
      [{ password: better }, 400, 'current'],
      [{ current: 'not the present one', password: better }, 403, 'current'],
      [{ current: defaultPassword, password: 'short' }, 400, 'password'],
    ] as const) {
      const answer = await setPassword(person, body);
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, path]);
    }
    expect(await api.dump()).toEqual(before);
  });
});

describe('the address', () => {
  const ask = ({ cookie }: Person, email: string, proof: object = { current: defaultPassword }) =>
    api.call('POST', '/api/account/email', { cookie, body: { email, ...proof } });
  const follow = (token: string) => api.call('POST', '/api/auth/verify', { body: { token } });
  const asked = async (person: Person, email: string) => {
    expect((await ask(person, email)).status).toBe(202);
    await api.settled();
    return tokenIn((await mailbox.to(email))[0], 'verify');
  };

  test('cannot become one that a suspended person had when they deleted their account', async () => {
    const [gone, person] = [await api.signUp('gone_loud'), await api.signUp('next_loud')];
    const { redis } = api.store;
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const standing = { kind: 'silenced', until, reason: 'Floods.', at: new Date().toISOString(), action: 'a' };
    const user = await readUser(redis, gone.user.id);
    await redis.set(keys.user(gone.user.id), JSON.stringify({ ...user, standing }));
    const body = { current: defaultPassword, writings: 'remove' };
    expect((await api.call('POST', '/api/account/deletion', { cookie: gone.cookie, body })).status).toBe(200);
    const email = 'gone_loud@example.org';
    const token = await asked(person, email);
    expect((await follow(token)).status).toBe(409);
    expect((await userOf(person.cookie))?.email).toBe('next_loud@example.org');
    for (const key of await redis.keys('email:#*')) await redis.del(key);
    expect((await follow(token)).body).toEqual({ did: 'changed', email });
  });

  test('changes when the new one is confirmed, and the old one gets a link to undo the change', async () => {
    const person = await api.signUp('mover');
    const token = await asked(person, 'mover@new.example');
    expect((await userOf(person.cookie))?.email).toBe('mover@example.org');
    expect((await follow(token)).body).toEqual({ did: 'changed', email: 'mover@new.example' });
    expect(await userOf(person.cookie)).toMatchObject({ email: 'mover@new.example', emailVerified: true });
    expect((await signIn('mover@new.example')).status).toBe(200);
    expect((await signIn('mover@example.org')).status).toBe(401);

    // Nobody can take the old address while the undo link is valid.
    const squat = { email: 'mover@example.org', handle: 'squat_mail', password: defaultPassword };
    expect((await api.call('POST', '/api/auth/signup', { body: squat })).status).toBe(409);

    const back = tokenIn((await mailbox.to('mover@example.org'))[0], 'verify');
    const restored = await follow(back);
    expect(restored.body).toMatchObject({ did: 'restored', email: 'mover@example.org' });
    expect(await userOf(person.cookie)).toBeUndefined();
    for (const email of ['mover@example.org', 'mover@new.example']) expect((await signIn(email)).status).toBe(401);
    const { reset } = restored.body as { reset: string };
    const chosen = await api.call('POST', '/api/auth/reset', { body: { token: reset, password: better } });
    expect([chosen.status, chosen.body.user?.email]).toEqual([200, 'mover@example.org']);
    expect((await follow(back)).status).toBe(410);
  });

  test('returns to its owner, even if whoever took the account changed it again and used an undo link of their own', async () => {
    const person = await api.signUp('taken_over');
    await follow(await asked(person, 'thief@one.example'));
    await follow(await asked(person, 'thief@two.example'));
    const [owners] = await mailbox.to('taken_over@example.org');
    const thiefs = (await mailbox.to('thief@one.example')).find(({ subject }) => /changed/i.test(subject));
    expect((await follow(tokenIn(thiefs, 'verify'))).body).toMatchObject({
      did: 'restored',
      email: 'thief@one.example',
    });
    const back = await follow(tokenIn(owners, 'verify'));
    expect(back.body).toMatchObject({ did: 'restored', email: 'taken_over@example.org' });
  });

  test('of another account stays theirs: the response reveals nothing, and its owner is notified', async () => {
    const [person, owner] = [await api.signUp('wants_mail'), await api.signUp('has_mail')];
    expect((await ask(person, owner.user.email)).status).toBe(202);
    await api.settled();
    const [mail] = await mailbox.to(owner.user.email);
    expect(mail?.subject).toMatch(/^This address is in use/);
    expect(mail?.text).not.toMatch(/token=|wants_mail/);
  });

  test('that somebody else took before it was confirmed is a conflict', async () => {
    const person = await api.signUp('slow');
    const token = await asked(person, 'wanted@example.org');
    const body = { email: 'wanted@example.org', handle: 'faster', password: defaultPassword };
    expect((await api.call('POST', '/api/auth/signup', { body })).status).toBe(201);
    expect((await follow(token)).status).toBe(409);
    expect((await userOf(person.cookie))?.email).toBe('slow@example.org');
  });

  test('requires the password, and a password change cancels pending requests', async () => {
    const person = await api.signUp('careful');
    expect((await ask(person, 'x@example.org', {})).status).toBe(400);
    expect((await ask(person, 'x@example.org', { current: 'something wrong' })).status).toBe(403);
    const token = await asked(person, 'careful@new.example');
    await api.call('POST', '/api/account/password', {
      cookie: person.cookie,
      body: { current: defaultPassword, password: better },
    });
    expect((await follow(token)).status).toBe(410);
  });
});
