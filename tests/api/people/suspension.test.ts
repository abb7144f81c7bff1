import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Suspension } from '../../../src/people/model/user.ts';
import { grantConfiguredOwner, register } from '../../../src/people/server/accounts.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { createUser, readUser } from '../../../src/people/server/store/users.ts';
import { defaultPassword, startApi, type Api, type Person } from '../../support/api.ts';
import { operations } from '../../../src/app/api-description.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { sampleUser } from '../../support/samples.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

const local = { SITE_URL: origin, OWNER_EMAIL: undefined };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

async function person(handle: string, standing?: Suspension): Promise<Person> {
  const someone = await api.signUp(handle);
  const user = await readUser(api.store.redis, someone.user.id);
  await api.store.redis.set(keys.user(someone.user.id), JSON.stringify({ ...user, standing }));
  return someone;
}

const silenced = (until: string): Suspension => ({
  kind: 'silenced',
  until,
  reason: 'Floods the list.',
  at: anHourAgo(),
  action: 'action-1',
});
const banned = (until: string | null): Suspension => ({
  kind: 'banned',
  until,
  reason: 'Sells pills.',
  at: anHourAgo(),
  action: 'action-2',
});
const write = ({ cookie }: Person) => api.call('POST', '/api/notes', { cookie, body: { title: 'A note' } });
const signIn = (handle: string) =>
  api.call('POST', '/api/auth/signin', {
    body: { email: `${handle}@example.org`, password: 'a long enough passphrase' },
  });
const session = ({ cookie }: Person) => api.call('GET', '/api/_auth/session', { cookie });

describe('a silenced person', () => {
  test('cannot write notes, and is told why, until when and where to appeal', async () => {
    const quiet = await person('quiet', silenced('2999-01-02T03:04:05.000Z'));
    const answer = await write(quiet);
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toBe(
      'You can’t write notes at the moment. A moderator silenced this account until 2 January 2999 at ' +
        '03:04 UTC. The reason given: “Floods the list.” If you think this is a mistake, you can appeal once at ' +
        `${origin}/appeal?about=action-1`,
    );
  });

  test('cannot change notes, but can read, sign in and delete', async () => {
    const quiet = await person('quiet2');
    const uuid = (await write(quiet)).body.note?.uuid ?? '';
    const user = await readUser(api.store.redis, quiet.user.id);
    await api.store.redis.set(keys.user(quiet.user.id), JSON.stringify({ ...user, standing: silenced(inAnHour()) }));
    const at = `/api/notes/${uuid}`;
    const { cookie } = quiet;
    expect((await api.call('PATCH', at, { cookie, body: { rev: 1, title: 'B' } })).status).toBe(403);
    expect((await api.call('POST', '/api/publish', { cookie })).status).toBe(403);
    expect((await api.call('GET', at, { cookie })).body.note?.title).toBe('A note');
    expect((await signIn('quiet2')).status).toBe(200);
    expect((await api.call('DELETE', at, { cookie })).status).toBe(204);
  });

  test('can still withdraw what was allowed, but allow nothing, and change nothing that others see', async () => {
    const { cookie } = await person('quiet4', silenced(inAnHour()));
    const account = (body: object) => api.call('PATCH', '/api/account', { cookie, body });
    expect((await account({ modelReadsPrivate: false })).status).toBe(200);
    expect((await account({ modelReadsPrivate: false, bio: 'Buy pills' })).status).toBe(403);
    const copies = (all: boolean) => api.call('PUT', '/api/copies', { cookie, body: { all } });
    expect([(await copies(false)).status, (await copies(true)).status]).toEqual([200, 403]);
  });

  test('cannot sign up again with the same address before the term is over', async () => {
    const { cookie, user } = await person('quiet5', silenced(inAnHour()));
    const { email = '' } = user;
    const body = { current: defaultPassword, writings: 'remove' };
    expect((await api.call('POST', '/api/account/deletion', { cookie, body })).status).toBe(200);
    await api.settled();
    const signUp = () =>
      api.call('POST', '/api/auth/signup', { body: { email, handle: 'quiet6', password: defaultPassword } });
    expect((await signUp()).status).toBe(409);
    const held = (await api.store.redis.keys('email:*')).filter((key) => key.startsWith('email:#'));
    expect(JSON.stringify([...(await api.dump())])).not.toContain(email);
    expect(await api.store.redis.ttl(held[0] ?? '')).toBeLessThanOrEqual(3600);
    await api.store.redis.del(held[0] ?? '');
    expect((await signUp()).status).toBe(201);
  });

  test('can write again when the term is over', async () => {
    expect((await write(await person('quiet3', silenced(anHourAgo())))).status).toBe(201);
  });
});

/**
 * What a person who is silenced may still do: what others do not see, or what takes back something of their own. Every
 * other call that changes something has to refuse them, each new one too.
 */
const stillAllowed = {
  account:
    'sendVerification changePassword changeAddress endOtherSessions endSession beginFactor confirmFactor makeRecoveryCodes removeFactor askForNewPasskey addPasskey renamePasskey removePasskey makeToken revokeToken deleteAccount',
  private:
    'previewText keepDraft discardDraft addHighlight changeHighlight restoreHighlight deleteHighlight saveNote unsaveNote keepProgress visitThread saveSearch forgetSearch mute unmute chooseReviewMail markRead changeDelivery chooseWeekly wish unwish capturePage ask suggestTags askLibrary',
  takenBack:
    'deleteNote emptyBin deleteForGood deleteCollection uncollectNote deleteComment takeBackVoteForNote takeBackVoteForComment unfollow undoImport',
  exports: 'exportChosen makeBook askForExport scheduleExport exportNow endScheduledExport',
  // Refuse, but only what others see: other tests say so.
  byInput: 'changeProfile chooseCopies actOnLibrary',
};
const open = new Set(Object.values(stillAllowed).flatMap((ids) => ids.split(' ')));

test('a silenced person, even a moderator, can do nothing that others see', async () => {
  const chief = await person('chief_quiet', silenced(inAnHour()));
  await putRole(api.store.redis, chief.user.id, 'moderator');
  const changing = operations.filter(({ method, signedIn }) => method !== 'get' && signedIn);
  expect([...open].filter((id) => !changing.some((one) => one.id === id))).toEqual([]);
  const allowed: string[] = [];
  for (const { method, path, id } of changing.filter((one) => !open.has(one.id))) {
    const at = path.replaceAll(/\{(uuid|id)\}/g, '01890a5d-ac96-774b-bcce-b302099a8057').replaceAll(/\{\w+\}/g, 'tea');
    const answer = await api.call(method.toUpperCase(), at, { cookie: chief.cookie });
    if (answer.status !== 403) allowed.push(`${id}: ${answer.status}`);
  }
  expect(allowed).toEqual([]);
});

describe('a banned person', () => {
  test('loses the session and can write nothing', async () => {
    const gone = await person('gone', banned(null));
    expect((await session(gone)).body).toEqual({});
    expect((await write(gone)).status).toBe(401);
  });

  test('cannot sign in, and learns why only with the right password', async () => {
    await person('gone2', banned(null));
    const refused = await signIn('gone2');
    expect(refused.status).toBe(403);
    expect(refused.cookie).toBeUndefined();
    expect(refused.body.detail).toContain('for good. The reason given: “Sells pills.”');
    const wrong = await api.call('POST', '/api/auth/signin', { body: { email: 'gone2@example.org', password: 'x' } });
    expect(wrong.status).toBe(401);
    expect(JSON.stringify(wrong.body)).not.toContain('pills');
  });

  test('can sign in and write again when the term is over', async () => {
    const back = await person('back', banned(anHourAgo()));
    expect((await signIn('back')).status).toBe(200);
    expect((await write(back)).status).toBe(201);
  });
});

describe('the owner', () => {
  const create = async (email?: string) => {
    const user = sampleUser(email === undefined ? {} : { email });
    await createUser(api.store.redis, user, null);
    return user;
  };
  const roleIn = async (id: string) => (await readUser(api.store.redis, id))?.role;

  test('is the person with the address in OWNER_EMAIL, once verified', async () => {
    const env = { ...local, OWNER_EMAIL: 'chief@example.org' };
    const chief = await create('chief@example.org');
    const other = await create();
    expect(await grantConfiguredOwner(api.store.redis, other, env)).toEqual(other);
    expect(await grantConfiguredOwner(api.store.redis, chief, env)).toEqual({ ...chief, role: 'owner' });
    expect([await roleIn(chief.id), await roleIn(other.id)]).toEqual(['owner', undefined]);
  });

  const signUp = async (env: { SITE_URL: string; OWNER_EMAIL: string | undefined }) => {
    const { handle, email = '' } = sampleUser({});
    const registered = await register(api.store.redis, { handle, email, password: defaultPassword }, env, new Date());
    if (!registered.ok) throw new Error('The sample is taken.');
    return registered.user;
  };

  test('is nobody by signing up if the site is public or OWNER_EMAIL is set', async () => {
    await api.store.redis.del(keys.firstOwner);
    for (const env of [
      { ...local, SITE_URL: 'https://commonplace.example' },
      { ...local, SITE_URL: 'http://localhost.example' },
      { ...local, OWNER_EMAIL: 'chief@example.org' },
    ]) {
      const { id, role } = await signUp(env);
      expect([role, await roleIn(id), await api.store.redis.hget(keys.moderators, id)]).toEqual([
        undefined,
        undefined,
        null,
      ]);
    }
    expect(await api.store.redis.exists(keys.firstOwner)).toBe(0);
  });

  test('is the first of several simultaneous sign-ups on one’s own machine, immediately', async () => {
    await api.store.redis.del(keys.firstOwner);
    const crowd = await Promise.all(Array.from({ length: 8 }, () => signUp(local)));
    const [owner, ...more] = crowd.filter(({ role }) => role === 'owner');
    expect(more).toEqual([]);
    expect(await readUser(api.store.redis, owner?.id ?? '')).toEqual(owner);
    expect(await api.store.redis.hget(keys.moderators, owner?.id ?? '')).toBe('owner');
    const late = await signUp(local);
    expect([late.role, await roleIn(late.id)]).toEqual([undefined, undefined]);
  });

  test('sees the role in the session, and members see none', async () => {
    const member = await api.signUp('member');
    expect(member.user).not.toHaveProperty('role');
    await grantConfiguredOwner(
      api.store.redis,
      { ...sampleUser(), ...member.user, bio: '', createdAt: anHourAgo() },
      {
        ...local,
        OWNER_EMAIL: member.user.email,
      },
    );
    expect((await session(member)).body.user?.role).toBe('owner');
  });
});
