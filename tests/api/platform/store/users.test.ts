import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changesSince } from '../../../../src/platform/server/store/changes.ts';
import {
  createUser,
  findUserByEmail,
  findUserByHandle,
  readUser,
  readUsers,
  replacePasswordHash,
} from '../../../../src/people/server/store/users.ts';
import { checkIntegrity, dump } from '../../../support/integrity.ts';
import { sampleUser } from '../../../support/samples.ts';
import { startStore } from '../../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.redis.flushall());

const secret = { passwordHash: '$argon2id$v=19$m=19456$c2FsdA$aGFzaA' };

test('a new person is found by id, address and handle, and requests no build', async () => {
  const ann = sampleUser();
  expect(await createUser(store.redis, ann, secret)).toEqual({ ok: true, user: ann });
  expect(await readUser(store.redis, ann.id)).toEqual(ann);
  expect(await findUserByEmail(store.redis, ann.email ?? '')).toEqual({ user: ann, ...secret });
  expect(await findUserByHandle(store.redis, ann.handle)).toEqual(ann);
  expect(await changesSince(store.redis, 0, 10)).toEqual([]);
});

test('the password hash is stored separately from the person', async () => {
  const ann = sampleUser();
  await createUser(store.redis, ann, secret);
  const stored = await dump(store.redis);
  expect([...stored].filter(([, value]) => String(value).includes('argon2')).map(([key]) => key)).toEqual([
    `user:${ann.id}:password`,
  ]);
});

test('an unknown id, address or handle is undefined', async () => {
  await createUser(store.redis, sampleUser({ id: 'u_ann' }), secret);
  expect(await readUsers(store.redis, ['u_x', 'u_ann', 'u_ann'])).toMatchObject([undefined, {}, {}]);
  expect(await findUserByEmail(store.redis, 'nobody@example.org')).toBeUndefined();
  expect(await findUserByHandle(store.redis, 'nobody')).toBeUndefined();
});

test('a person without a password or an address cannot be found for signing in', async () => {
  const [silent, nameless] = [sampleUser({ email: 'silent@example.org' }), sampleUser({ email: undefined })];
  await createUser(store.redis, silent, null);
  await createUser(store.redis, nameless, null);
  expect(await findUserByEmail(store.redis, 'silent@example.org')).toBeUndefined();
  expect(await store.redis.keys('*:password')).toEqual([]);
  expect(await findUserByHandle(store.redis, nameless.handle)).toEqual(nameless);
  expect(await checkIntegrity(store.redis)).toEqual([]);
});

test('a taken address does not reserve the handle, nor a taken handle the address', async () => {
  const ann = sampleUser();
  await createUser(store.redis, ann, secret);
  const before = await dump(store.redis);
  const refused = (fields: string[]) => ({ ok: false, reason: 'taken', fields });
  expect(await createUser(store.redis, sampleUser({ email: ann.email }), secret)).toEqual(refused(['email']));
  expect(await createUser(store.redis, sampleUser({ handle: ann.handle }), secret)).toEqual(refused(['handle']));
  const both = sampleUser({ email: ann.email, handle: ann.handle });
  expect(await createUser(store.redis, both, secret)).toEqual(refused(['email', 'handle']));
  await expect(createUser(store.redis, sampleUser({ id: ann.id }), secret)).rejects.toThrow(/exists/);
  expect(await dump(store.redis)).toEqual(before);
});

test.for(['email', 'handle'] as const)(
  'of simultaneous sign-ups for one %s, one wins and the others leave nothing',
  async (field) => {
    for (let round = 0; round < 50; round += 1) {
      const shared = { [field]: sampleUser()[field] };
      const people = Array.from({ length: 3 }, () => sampleUser(shared));
      const results = await Promise.all(people.map((user) => createUser(store.redis, user, secret)));
      const winner = people[results.findIndex(({ ok }) => ok)];
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      for (const loser of people.filter((user) => user !== winner)) {
        expect(await store.redis.keys(`*${loser.id}*`)).toEqual([]);
        const free = field === 'email' ? `handle:${loser.handle}` : `email:${loser.email}`;
        expect(await store.redis.exists(free)).toBe(0);
      }
    }
    expect(await checkIntegrity(store.redis)).toEqual([]);
  },
);

test('a password hash is replaced only if it is still the one that was read', async () => {
  const ann = sampleUser();
  await createUser(store.redis, ann, secret);
  const swap = (to: string) => replacePasswordHash(store.redis, ann.id, secret.passwordHash, to);
  const swapped = await Promise.all(['one', 'two', 'three'].map(swap));
  expect(swapped.filter(Boolean)).toHaveLength(1);
  const found = await findUserByEmail(store.redis, ann.email ?? '');
  expect(found?.passwordHash).toBe(['one', 'two', 'three'][swapped.indexOf(true)]);
  expect(await replacePasswordHash(store.redis, 'u_nobody', '', 'x')).toBe(false);
});
