import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countModerators } from '../../../src/people/server/store/roles.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { moderationOf, type Moderation } from '../../support/moderation.ts';

let api: Api;
let place: Moderation;
let owner: Person;
let mod: Person;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  place = moderationOf(api);
  [owner, mod] = [await place.withRole('chief', 'owner'), await place.withRole('mod', 'moderator')];
  ada = await api.signUp('ada');
});
afterAll(() => api.stop());

const log = async (page = 1) => (await place.call('GET', `/api/moderation/log?page=${page}`)).body;

describe('the public log', () => {
  test('shows everyone decisions with time, role and reason, without names, titles or addresses', async () => {
    const note = await place.write(ada, { title: 'Secret title' });
    await place.decide(owner, { action: 'hide', subject: 'note', id: note.uuid, reason: 'Sells pills.' });
    const [entry] = (await log()).entries ?? [];
    expect(entry).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      action: 'hide',
      what: 'note',
      by: 'owner',
      reason: 'Sells pills.',
      undone: false,
    });
    expect(JSON.stringify(await log())).not.toMatch(new RegExp(`Secret|ada|chief|${note.uuid}|${owner.user.id}`));
  });

  test('shows revoked decisions but no dismissed reports, which only moderators see', async () => {
    const note = await place.write(ada, { title: 'Reported' });
    await place.report(mod, 'note', note.uuid);
    const found = await place.caseOf(owner, note.uuid);
    const before = (await log()).entries?.length;
    await place.decide(owner, { action: 'dismiss', subject: 'note', id: note.uuid, case: found?.case.id });
    expect((await log()).entries).toHaveLength(before ?? -1);
    const all = (await place.call('GET', '/api/moderation/decisions', mod)).body.entries ?? [];
    const about = { name: 'Reported', path: `/note/detail/${note.uuid}/reported` };
    expect(all[0]).toMatchObject({ action: 'dismiss', byHandle: 'chief', about });

    const { entry } = await place.decide(mod, { action: 'lock', subject: 'note', id: note.uuid });
    await place.decide(owner, { action: 'undo', entry: entry.id, reason: 'A misunderstanding.' });
    const [undo, lock] = (await log()).entries ?? [];
    expect([undo?.action, lock?.action, lock?.undone]).toEqual(['undo', 'lock', true]);

    const path = `/api/notes/${note.uuid}`;
    const { rev } = (await place.call('GET', path, ada)).body.note ?? {};
    expect((await place.call('PATCH', path, ada, { rev, visibility: 'private' })).status).toBe(200);
    const now = (await place.call('GET', '/api/moderation/decisions', mod)).body.entries ?? [];
    expect(now.find(({ id }) => id === all[0]?.id)).toMatchObject({ action: 'dismiss', about: null });
  });

  test('is paged, newest first', async () => {
    for (let at = 0; at < 31; at += 1) {
      await place.decide(mod, { action: 'ban-domain', domain: `spam${at}.example`, reason: `Reason ${at}.` });
    }
    const [first, second] = [await log(1), await log(2)];
    expect(first.entries?.map(({ domain }) => domain).slice(0, 2)).toEqual(['spam30.example', 'spam29.example']);
    expect([first.entries?.length, first.pages]).toEqual([30, 2]);
    expect(second.entries?.[0]?.domain).toBe('spam0.example');
    expect((await log(3)).entries).toEqual([]);
    expect((await place.call('GET', '/api/moderation/log?page=0')).status).toBe(400);
  });
});

describe('appointing moderators', () => {
  const appoint = (by: Person, handle: string, role: string) =>
    place.call('PUT', `/api/moderation/people/${handle}`, by, { role });

  test('is limited to owners, takes effect at once and can be revoked', async () => {
    const eve = await api.signUp('eve');
    expect((await appoint(mod, 'eve', 'moderator')).status).toBe(403);
    expect((await appoint(owner, 'eve', 'moderator')).body.person?.role).toBe('moderator');
    expect((await place.call('GET', '/api/moderation/queue', eve)).status).toBe(200);
    expect((await place.call('GET', '/api/moderation/people', eve)).body.people?.map(({ handle }) => handle)).toEqual([
      'chief',
      'eve',
      'mod',
    ]);
    expect((await appoint(owner, 'eve', 'member')).body.person).not.toHaveProperty('role');
    expect((await place.call('GET', '/api/moderation/queue', eve)).status).toBe(403);
  });

  test('always leaves an owner, even if two resign at once', async () => {
    expect((await appoint(owner, 'chief', 'member')).status).toBe(409);
    const second = await api.signUp('second');
    await appoint(owner, 'second', 'owner');
    const answers = await Promise.all([appoint(owner, 'chief', 'member'), appoint(second, 'second', 'member')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('ends when they delete their account', async () => {
    const leaving = await place.withRole('leaving', 'owner');
    const answer = await place.call('POST', '/api/account/deletion', leaving, {
      current: 'a long enough passphrase',
      writings: 'keep',
    });
    expect(answer.status, answer.body.detail).toBeLessThan(300);
    await api.settled();
    const { status, body } = await place.call('GET', '/api/moderation/people', await place.withRole('stays', 'owner'));
    expect(status).toBe(200);
    expect(body.people?.map(({ handle }) => handle)).not.toContain('leaving');
    expect(await countModerators(api.store.redis)).toBe(body.people?.length);
  });

  test('fails for unknown people', async () => {
    const chief = (await place.withRole('chief2', 'owner')) satisfies Person;
    expect((await appoint(chief, 'nobody', 'moderator')).status).toBe(404);
    expect((await appoint(chief, 'ada', 'king')).status).toBe(400);
  });
});
