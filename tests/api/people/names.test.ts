import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesSince, headRevision } from '../../../src/platform/server/store/changes.ts';
import type { User } from '../../../src/people/model/user.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { listLikeness } from '../../../src/maintenance/schema/migrations.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
  await api.stop();
});

const rename = ({ cookie }: Person, body: object) => api.call('PATCH', '/api/account', { cookie, body });
const write = async ({ cookie }: Person) =>
  (await api.call('POST', '/api/notes', { cookie, body: { title: 'A note', body: 'Text.' } })).body.note?.uuid ?? '';
const authorShown = async (uuid: string) => (await api.call('GET', `/api/notes/${uuid}`)).body.author?.name;
const changedPeople = async (since: number) =>
  (await changesSince(api.store.redis, since, 100)).flatMap(({ kind, id }) => (kind === 'user' ? [id] : []));

describe('a name with hidden characters', () => {
  test.each([
    ['sign-up', { email: 'mallory@example.org', handle: 'mallory', password: 'a long enough passphrase' }],
    ['profile', undefined],
  ])('is refused in %s, with the characters to remove', async (where, signUp) => {
    const name = 'Ann\u202Egnp.exe';
    const answer = signUp
      ? await api.call('POST', '/api/auth/signup', { body: { ...signUp, name } })
      : await rename(await api.signUp('hider'), { name });
    expect([answer.status, answer.body.errors?.[0]?.path], where).toEqual([400, 'name']);
    expect(answer.body.errors?.[0]?.message).toContain('U+202E');
  });

  test('that was stored earlier is shown without them', async () => {
    const person = await api.signUp('from_before');
    const uuid = await write(person);
    const stored = JSON.parse((await api.store.redis.get<string>(keys.user(person.user.id))) ?? '') as object;
    await api.store.redis.set(
      keys.user(person.user.id),
      JSON.stringify({ ...stored, name: 'from\u202E_before\u200B' }),
    );
    expect(await authorShown(uuid)).toBe('from_before');
    await api.store.redis.set(keys.user(person.user.id), JSON.stringify(stored));
  });
});

describe('names that look alike', () => {
  test.each([
    ['Cyrillic letters', 'Alice Cooper', 'Аliсе Соореr'],
    ['a capital I for a small l', 'Willy', 'WiIly'],
    ['another letter case', 'Iris Ives', 'iris ives'],
    ['fullwidth letters', 'Bob Roe', 'Ｂｏｂ Ｒｏｅ'],
    ['the very same letters', 'John Doe', 'John Doe'],
  ])('are marked on the newer account: %s', async (how, first, later) => {
    const number = [...how].reduce((sum, character) => sum + character.charCodeAt(0), 0);
    const [one, other] = [await api.signUp(`one_${number}`), await api.signUp(`other_${number}`)];
    const uuids = [await write(one), await write(other)] as const;
    await rename(one, { name: first });
    await rename(other, { name: later });
    expect(await authorShown(uuids[0])).toBe(first);
    expect(await authorShown(uuids[1])).toBe(`${later} (@other_${number}, not @one_${number})`);
  });

  test('are marked as well if they match another person’s handle', async () => {
    await api.signUp('zoe_stone');
    const other = await api.signUp('somebody_else');
    const uuid = await write(other);
    await rename(other, { name: 'Zoe Stone' });
    expect(await authorShown(uuid)).toBe('Zoe Stone (@somebody_else, not @zoe_stone)');
    const own = (await api.call('GET', '/api/account', { cookie: other.cookie })).body as { account?: object };
    expect(own.account).toMatchObject({ name: 'Zoe Stone', unlike: 'zoe_stone' });
  });

  test('are updated by renames, and the pages of everyone concerned are rebuilt', async () => {
    const [first, second, third] = [await api.signUp('mia_1'), await api.signUp('mia_2'), await api.signUp('mia_3')];
    const [, uuid2, uuid3] = [await write(first), await write(second), await write(third)];
    for (const person of [first, second, third]) await rename(person, { name: 'Mia' });
    expect(await authorShown(uuid2)).toBe('Mia (@mia_2, not @mia_1)');

    let since = await headRevision(api.store.redis);
    await rename(first, { handle: 'mia_one' });
    expect(await authorShown(uuid2)).toBe('Mia (@mia_2, not @mia_one)');
    expect((await changedPeople(since)).sort()).toEqual([first, second, third].map(({ user }) => user.id).sort());

    since = await headRevision(api.store.redis);
    await rename(first, { name: 'Maria' });
    expect(await authorShown(uuid2)).toBe('Mia');
    expect(await authorShown(uuid3)).toBe('Mia (@mia_3, not @mia_2)');
    expect((await changedPeople(since)).sort()).toEqual([first, second, third].map(({ user }) => user.id).sort());

    const body = { current: 'a long enough passphrase', writings: 'keep' };
    await api.call('POST', '/api/account/deletion', { cookie: second.cookie, body });
    await api.settled();
    expect(await authorShown(uuid3)).toBe('Mia');
  });

  test('are found among accounts older than the index, in the order of sign-up', async () => {
    const { redis } = api.store;
    const [old, newer] = [await api.signUp('olga'), await api.signUp('olga_new')];
    const uuid = await write(newer);
    await rename(newer, { name: 'Olga' });
    const looks = [...(await redis.keys('alike:*')), ...(await redis.keys('user:*:alike'))];
    for (const key of looks) await redis.del(key);
    const { unlike: _, ...unmarked } = JSON.parse((await redis.get<string>(keys.user(newer.user.id))) ?? '') as User;
    await redis.set(keys.user(newer.user.id), JSON.stringify(unmarked));
    expect(await authorShown(uuid)).toBe('Olga');
    expect(await listLikeness(redis, null)).toBeNull();
    expect(await authorShown(uuid)).toBe('Olga (@olga_new, not @olga)');
    await rename(old, { bio: 'Here for long.' });
    expect(await authorShown(uuid)).toBe('Olga (@olga_new, not @olga)');
  });
});
