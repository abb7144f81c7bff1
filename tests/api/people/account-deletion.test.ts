import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  continueDeletions,
  continueAllDeletions,
  deleteAccount,
} from '../../../src/transfer/server/account/account-deletion.ts';
import { changesSince, headRevision } from '../../../src/platform/server/store/changes.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { readUser } from '../../../src/people/server/store/users.ts';
import { dump, checkIntegrity } from '../../support/integrity.ts';
import { sampleNote } from '../../support/samples.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterEach(async () => expect(await checkIntegrity(api.store.redis)).toEqual([]));
afterAll(() => api.stop());

const current = 'a long enough passphrase';
const remove = ({ cookie }: Person, body: object) => api.call('POST', '/api/account/deletion', { cookie, body });
const get = (path: string, cookie?: string) => api.call('GET', path, { cookie });
const write = async ({ cookie }: Person, title: string, visibility = 'public') =>
  (await api.call('POST', '/api/notes', { cookie, body: { title, visibility } })).body.note?.uuid ?? '';
const comment = async ({ cookie }: Person, uuid: string, body: string, parent: string | null = null) => {
  const answer = await api.call('POST', `/api/notes/${uuid}/comments`, { cookie, body: { body, parent } });
  return (answer.body as { comment: { id: string } }).comment.id;
};
const gone = async (person: Person, writings: 'keep' | 'remove') => {
  const answer = await remove(person, { current, writings });
  await api.settled();
  return answer;
};
const noTimeLimit = () => true;

let friends = 0;

/** A person with notes in every state, an answered comment, a vote, a saved note and a follow. */
async function activePerson(handle: string) {
  const [person, other] = [await api.signUp(handle), await api.signUp(`friend_${(friends += 1)}`)];
  const notes = {
    public: await write(person, 'For all'),
    unlisted: await write(person, 'For some', 'unlisted'),
    private: await write(person, 'For me', 'private'),
    draft: await write(person, 'Not yet', 'draft'),
  };
  const theirs = await write(other, 'By another');
  const said = await comment(person, theirs, 'What I said');
  await comment(other, theirs, 'An answer', said);
  await api.call('PUT', `/api/notes/${theirs}/vote`, { cookie: person.cookie });
  await api.call('PUT', `/api/notes/${theirs}/save`, { cookie: person.cookie, body: {} });
  await api.call('PUT', `/api/follows/person/${other.user.id}`, { cookie: person.cookie });
  await api.call('PUT', `/api/follows/person/${person.user.id}`, { cookie: other.cookie });
  await api.call('PUT', `/api/for-you/wishes/person/${other.user.id}`, {
    cookie: person.cookie,
    body: { way: 'more' },
  });
  return { person, other, notes, theirs, said };
}

describe('deleting an account', () => {
  test('with the notes kept leaves published ones under “Former member”', async () => {
    const { person, notes, theirs } = await activePerson('keeper');
    const before = await headRevision(api.store.redis);
    const answer = await gone(person, 'keep');
    expect([answer.status, answer.body]).toEqual([200, { deleted: true }]);
    expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-session=; .*Max-Age=0/);
    for (const uuid of [notes.public, notes.unlisted]) {
      const { status, body } = await get(`/api/notes/${uuid}`);
      expect([status, body.author?.name]).toEqual([200, 'Former member']);
      expect(body.author?.handle).toMatch(/^former_[0-9a-f]{10}$/);
    }
    for (const uuid of [notes.private, notes.draft]) expect((await get(`/api/notes/${uuid}`)).status).toBe(410);
    const thread = JSON.stringify((await get(`/api/notes/${theirs}/comments`)).body);
    expect(thread).toContain('What I said');
    expect(thread).toContain('Former member');
    const logged = await changesSince(api.store.redis, before, 100);
    expect(logged).toContainEqual(expect.objectContaining({ kind: 'user', id: person.user.id }));
  });

  test('deletes earlier versions of the remaining notes, which only their author could read', async () => {
    const person = await api.signUp('reviser');
    const uuid = await write(person, 'What I said in haste');
    const patch = { rev: 1, title: 'What I mean' };
    await api.call('PATCH', `/api/notes/${uuid}`, { cookie: person.cookie, body: patch });
    await gone(person, 'keep');
    expect((await get(`/api/notes/${uuid}`)).body.note?.title).toBe('What I mean');
    expect(JSON.stringify([...(await dump(api.store.redis))])).not.toContain('What I said in haste');
  });

  test('with everything removed answers 410 for every note, and leaves placeholders for answered comments', async () => {
    const { person, notes, theirs } = await activePerson('taker');
    await gone(person, 'remove');
    for (const uuid of Object.values(notes)) expect((await get(`/api/notes/${uuid}`)).status).toBe(410);
    const thread = JSON.stringify((await get(`/api/notes/${theirs}/comments`)).body);
    expect(thread).not.toContain('What I said');
    expect(thread).toContain('An answer');
    expect(await api.store.redis.scard(keys.voters(theirs))).toBe(0);
    expect((await get(`/api/notes?author=${person.user.id}`)).body.notes).toEqual([]);
  });

  test.each(['keep', 'remove'] as const)('leaves nothing that identifies the person (%s)', async (writings) => {
    const { person } = await activePerson(`trace_${writings}`);
    await gone(person, writings);
    const stored = [...(await dump(api.store.redis))].filter(([name]) => !name.startsWith('rate:'));
    const held = `handle:${person.user.handle}`;
    for (const [name, value] of stored) {
      if (name === held) continue;
      expect(`${name} ${JSON.stringify(value)}`).not.toContain(person.user.handle);
    }
    const own = stored.map(([name]) => name).filter((name) => name.includes(person.user.id));
    const kept = [
      `user:${person.user.id}`,
      ...(writings === 'keep' ? own.filter((name) => /^(notes|links|comments|votes):/.test(name)) : []),
    ];
    expect(own.sort()).toEqual(kept.sort());
  });

  test('ends every session, frees the address and reserves the handle for a while', async () => {
    const person = await api.signUp('closer');
    const body = { email: person.user.email, password: current };
    const other = await api.call('POST', '/api/auth/signin', { body });
    await gone(person, 'keep');
    for (const cookie of [person.cookie, other.cookie])
      expect((await get('/api/_auth/session', cookie)).body).toEqual({});
    expect((await api.call('POST', '/api/auth/signin', { body })).status).toBe(401);
    const again = (handle: string) =>
      api.call('POST', '/api/auth/signup', { body: { email: person.user.email, handle, password: current } });
    expect((await again('closer')).body.errors?.map(({ path }) => path)).toEqual(['handle']);
    expect((await again('closer_again')).status).toBe(201);
    expect(await api.store.redis.ttl(keys.handle('closer'))).toBeGreaterThan(179 * 86400);
    expect((await get('/api/notes?author=closer')).body.notes).toEqual([]);
  });

  test('requires the password and a choice, and writes nothing without them', async () => {
    const person = await api.signUp('stayer');
    await api.settled();
    const before = await api.dump();
    for (const [body, status, path] of [
      [{ current }, 400, 'writings'],
      [{ current, writings: 'burn' }, 400, 'writings'],
      [{ writings: 'keep' }, 400, 'current'],
      [{ current: 'not it at all', writings: 'remove' }, 403, 'current'],
    ] as const) {
      const answer = await remove(person, body);
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, path]);
    }
    expect(await api.dump()).toEqual(before);
    expect((await api.call('POST', '/api/account/deletion', { body: { current, writings: 'keep' } })).status).toBe(401);
  });

  test('requested twice at once continues with what is left', async () => {
    const { person, notes } = await activePerson('asks_twice');
    const { redis } = api.store;
    const asked = await Promise.all([1, 2].map(() => deleteAccount(redis, person.user.id, 'remove', new Date())));
    expect(asked.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await continueAllDeletions(redis, new Date(), noTimeLimit);
    expect((await get(`/api/notes/${notes.public}`)).status).toBe(410);
  });

  test('twice at once runs only once', async () => {
    const person = await api.signUp('double');
    const both = await Promise.all([
      remove(person, { current, writings: 'keep' }),
      remove(person, { current, writings: 'remove' }),
    ]);
    await api.settled();
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  test('is refused for the only owner, and allowed once there is another', async () => {
    const [owner, heir] = [await api.signUp('the_owner'), await api.signUp('the_heir')];
    await putRole(api.store.redis, owner.user.id, 'owner');
    const { status, body } = await gone(owner, 'keep');
    expect([status, body.detail]).toEqual([409, expect.stringContaining('only owner')]);
    expect((await get('/api/_auth/session', owner.cookie)).body.user).toMatchObject({ role: 'owner' });
    await putRole(api.store.redis, heir.user.id, 'owner');
    const both = await Promise.all([gone(owner, 'keep'), gone(heir, 'keep')]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  test('resumes where it was interrupted', async () => {
    const { person, notes, theirs } = await activePerson('broken_off');
    const { redis } = api.store;
    const now = new Date();
    await deleteAccount(redis, person.user.id, 'remove', now);
    expect((await get('/api/_auth/session', person.cookie)).body).toEqual({});
    for (let steps = 1; steps < 12; steps += 1) {
      let turns = steps;
      await continueDeletions(redis, { userId: person.user.id, writings: 'remove' }, now, () => (turns -= 1) >= 0);
    }
    // Other people's deletions may still be in progress.
    expect((await continueAllDeletions(redis, now, noTimeLimit)).people).not.toContain(person.user.id);
    for (const uuid of Object.values(notes)) expect((await get(`/api/notes/${uuid}`)).status).toBe(410);
    expect(JSON.stringify((await get(`/api/notes/${theirs}/comments`)).body)).not.toContain('What I said');
  });

  test('also removes what earlier requests write late, once no more can arrive', async () => {
    const [{ person }, { redis }] = [await activePerson('in_flight'), api.store];
    await gone(person, 'remove');
    const late = sampleNote({ authorId: person.user.id, visibility: 'private', title: 'Brought in meanwhile' });
    await createNote(redis, late);
    const goOn = (minutes: number) => continueAllDeletions(redis, new Date(Date.now() + minutes * 60_000), noTimeLimit);
    // Nothing is republished for a person who has nothing left.
    expect((await goOn(6)).people).not.toContain(person.user.id);
    await goOn(30);
    expect((await get(`/api/notes/${late.uuid}`)).status).toBe(410);
    expect(await redis.hget(keys.accountDeletions, person.user.id)).toBeNull();
  });

  test('that was only queued and never performed deletes nothing', async () => {
    const { person, notes } = await activePerson('changed_mind');
    await api.store.redis.hset(keys.accountDeletions, { [person.user.id]: 'remove' });
    await continueAllDeletions(api.store.redis, new Date(), noTimeLimit);
    expect((await get(`/api/notes/${notes.draft}`, person.cookie)).status).toBe(200);
    expect(await readUser(api.store.redis, person.user.id)).toMatchObject({ handle: 'changed_mind' });
  });
});

describe('the account download', () => {
  test('is one file with everything, including drafts, and no secrets', async () => {
    const { person, other, notes, theirs, said } = await activePerson('archivist');
    await write(other, 'Heard of by whoever follows');
    const report = { subject: 'note', id: theirs, reason: 'spam', text: 'Look at this.' };
    await api.call('POST', '/api/reports', { cookie: person.cookie, body: report });
    await api.settled();
    for (let turn = 0; turn < 25; turn += 1) await write(person, `Note ${turn}`, 'draft');
    const answer = await get('/api/account/data', person.cookie);
    expect(answer.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="commonplace-archivist-[\d-]+\.json"$/,
    );
    const data = answer.body as unknown as Record<string, { uuid?: string; id?: string }[]>;
    expect(data['notes']?.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(Object.values(notes)));
    expect(data['notes']).toHaveLength(29);
    expect(data['comments']).toMatchObject([{ id: said, body: 'What I said' }]);
    expect(data['votes']).toMatchObject([{ id: theirs }]);
    expect(data['readingList']).toMatchObject([{ id: theirs }]);
    expect(data['follows']).toHaveLength(1);
    expect(data['wishes']).toMatchObject([{ id: `more:person:${other.user.id}` }]);
    expect(data['inbox']).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'person', unread: true })]));
    expect(data['reports']).toMatchObject([{ subject: `note:${theirs}`, reason: 'spam', text: 'Look at this.' }]);
    expect(data['account']).toMatchObject({ email: person.user.email, handle: 'archivist' });
    expect(JSON.stringify(data)).not.toMatch(/argon2|publicKey|s_[\w-]{32}/);
  });

  test('is available to the signed-in person only', async () => {
    expect((await get('/api/account/data')).status).toBe(401);
  });
});
