import { z } from 'zod';
import type { User } from '../../model/user.ts';
import { inBatches } from '../../../platform/server/store/batches.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { likenessOf, likenessPrefixes, nameAnew } from './likeness.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite, readScript, writeScript } from '../../../platform/server/store/script.ts';
import { raisePerson } from '../../../platform/server/store/lua.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { StoredUser } from './stored-user.ts';

/**
 * KEYS user, password, handle, all handles, head, changes, and email if there is one. ARGV id, JSON, password hash,
 * handle, createdAt in milliseconds, prefixes of users and of looks, what the names look like. Gives what is taken:
 * nothing, if it was written.
 */
const create = numberedWrite(
  `
  ${nameAnew}
  ${raisePerson('KEYS[5]', 'KEYS[6]')}
  local taken = {}
  if redis.call('EXISTS', KEYS[1]) == 1 then return { 'id' } end
  if KEYS[7] and redis.call('EXISTS', KEYS[7]) == 1 then table.insert(taken, 'email') end
  if redis.call('EXISTS', KEYS[3]) == 1 then table.insert(taken, 'handle') end
  if #taken > 0 then return taken end
  redis.call('ZCARD', KEYS[6])
  redis.call('ZADD', KEYS[4], 0, ARGV[4])
  redis.call('SET', KEYS[1], ARGV[2])
  if ARGV[3] ~= '' then redis.call('SET', KEYS[2], ARGV[3]) end
  redis.call('SET', KEYS[3], ARGV[1])
  if KEYS[7] then redis.call('SET', KEYS[7], ARGV[1]) end
  for _, id in ipairs(nameAnew(ARGV[1], { unpack(ARGV, 8) }, ARGV[5], false, ARGV[6], ARGV[7])) do
    if id ~= ARGV[1] then raisePerson(id) end
  end
  return {}
  `,
  z.array(z.enum(['id', 'email', 'handle'])),
);

/** KEYS email or handle. ARGV the prefix of users. Gives the user and the password hash, each null when absent. */
const find = numberedRead(
  `
  local id = redis.call('GET', KEYS[1])
  if not id then return { false, false } end
  return redis.call('MGET', ARGV[1] .. id, ARGV[1] .. id .. ARGV[2])
  `,
  z.tuple([StoredUser.nullable(), z.string().nullable()]),
);

const swap = writeScript({
  keys: ['password'],
  args: ['before', 'next'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('GET', password) ~= before then return 0 end
    redis.call('SET', password, next)
    return 1
    `,
});

/**
 * Writes a user with their address, handle and password hash in one step, or nothing when the address or the handle
 * belongs to someone. `secret` is null for people who never sign in. No page shows a person before their first note does, so
 * the change log does not grow: a sign-up costs no build.
 */
export async function createUser(
  redis: Redis,
  user: User,
  secret: { passwordHash: string } | null,
): Promise<{ ok: true } | { ok: false; reason: 'taken'; fields: ('email' | 'handle')[] }> {
  const names = [
    keys.handle(user.handle),
    keys.handles,
    keys.head,
    keys.changes,
    ...(user.email === undefined ? [] : [keys.email(user.email)]),
  ];
  const taken = await create(
    redis,
    [keys.user(user.id), keys.password(user.id), ...names],
    [
      ...[user.id, toStored(user), secret?.passwordHash ?? '', user.handle],
      ...[Date.parse(user.createdAt), ...likenessPrefixes, ...likenessOf(user)],
    ],
  );
  if (taken.includes('id')) throw new Error(`A user with the id ${user.id} exists.`);
  const fields = taken.filter((field) => field !== 'id');
  return fields.length === 0 ? { ok: true } : { ok: false, reason: 'taken', fields };
}

/** Who may sign in with this address (lower case), in one round trip. Undefined for people without a password. */
export async function findUserByEmail(
  redis: Redis,
  email: string,
): Promise<{ user: User; passwordHash: string } | undefined> {
  const [user, passwordHash] = await find(redis, [keys.email(email)], findArgs);
  return user && passwordHash ? { user, passwordHash } : undefined;
}

/** The user with this handle (lower case). */
export async function findUserByHandle(redis: Redis, handle: string): Promise<User | undefined> {
  const [user] = await find(redis, [keys.handle(handle)], findArgs);
  return user ?? undefined;
}

const complete = readScript({
  fixed: { handles: keys.handles },
  args: ['first', 'last', 'most'],
  prefixes: { handlePrefix: keys.handle(''), userPrefix: keys.user('') },
  returns: z.array(StoredUser),
  body: `
    local found = {}
    for _, handle in ipairs(redis.call('ZRANGEBYLEX', handles, first, last, 'LIMIT', 0, most)) do
      local id = redis.call('GET', handlePrefix .. handle)
      local user = id and redis.call('GET', userPrefix .. id)
      if user then table.insert(found, user) end
    end
    return found
    `,
});

/** The people whose handles begin with this (lower case), in the order of their handles, in one round trip. */
export function usersWithPrefix(redis: Redis, prefix: string, max: number): Promise<User[]> {
  // A brace sorts after every character that a handle may have.
  return complete(redis, { first: `[${prefix}`, last: `(${prefix}{`, most: max });
}

const findArgs = [keys.user(''), keys.password('').slice(keys.user('').length)];

/** The ids of the people with these handles (lower case), in their order; undefined where there is none. */
export function idsOfHandles(redis: Redis, handles: string[]): Promise<(string | undefined)[]> {
  return inBatches(redis, handles.map(keys.handle), z.string());
}

export async function readUser(redis: Redis, id: string): Promise<User | undefined> {
  const [user] = await readUsers(redis, [id]);
  return user;
}

/** A user with the exact text that is stored, which a write compares. */
export async function readUserText(redis: Redis, id: string): Promise<{ user: User; text: string } | undefined> {
  const text = await redis.get<string>(keys.user(id));
  return text === null ? undefined : { user: StoredUser.parse(text), text };
}

/** The users of these ids, in their order; undefined where there is none. */
export function readUsers(redis: Redis, ids: string[]): Promise<(User | undefined)[]> {
  return inBatches(redis, ids.map(keys.user), StoredUser);
}

/** Puts a new hash in the place of the one that was read. False when the password changed meanwhile. */
export async function replacePasswordHash(redis: Redis, userId: string, from: string, to: string): Promise<boolean> {
  return (await swap(redis, { password: keys.password(userId), before: from, next: to })) === 1;
}

/** The encoded hash of a person's password, or undefined for people without one. */
export async function readPasswordHash(redis: Redis, userId: string): Promise<string | undefined> {
  return (await redis.get<string>(keys.password(userId))) ?? undefined;
}
