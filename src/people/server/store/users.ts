import * as z from 'zod';
import { cleanName } from '../../../platform/model/name.ts';
import { inBatches, toStored, jsonOf } from '../../../platform/server/store/stored.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { recordPersonChange, replaceIfUnchanged } from '../../../platform/server/store/script-parts.ts';
import { readScript, writeScript, luaKey } from '../../../platform/server/store/script.ts';
import { User } from '../../model/user.ts';
import { likenessOf, updateLikeness } from './likeness.ts';

export const StoredUser = jsonOf(User).transform((user) => ({
  ...user,
  name: cleanName(user.name).replace(/[@﹫＠]/gu, '') || user.handle,
}));

/**
 * `email` is empty, or has the key of the address and then one that must not exist either. Returns what is taken; an empty list means that the user was written, and `owner` that they
 * were written as `ownerJson`. That is empty unless the first person is to own the installation.
 */
const create = writeScript({
  uses: [updateLikeness, recordPersonChange],
  keys: ['userKey', 'passwordKey', 'handleKey', '...email'],
  fixed: { handles: keys.handles, changes: keys.changes, moderators: keys.moderators, firstOwner: keys.firstOwner },
  args: ['id', 'json', 'ownerJson', 'passwordHash', 'handle', 'createdAt', '...looks'],
  returns: z.array(z.enum(['id', 'email', 'handle', 'owner'])),
  body: `
    local taken, emailKey = {}, email[1]
    if redis.call('EXISTS', userKey) == 1 then return { 'id' } end
    if emailKey and redis.call('EXISTS', unpack(email)) > 0 then table.insert(taken, 'email') end
    if redis.call('EXISTS', handleKey) == 1 then table.insert(taken, 'handle') end
    if #taken > 0 then return taken end
    redis.call('ZCARD', changes)
    redis.call('ZADD', handles, 0, handle)
    local owns = ownerJson ~= '' and redis.call('SET', firstOwner, id, 'NX')
    if owns then redis.call('HSET', moderators, id, 'owner') end
    redis.call('SET', userKey, owns and ownerJson or json)
    if passwordHash ~= '' then redis.call('SET', passwordKey, passwordHash) end
    redis.call('SET', handleKey, id)
    if emailKey then redis.call('SET', emailKey, id) end
    for _, each in ipairs(updateLikeness(id, looks, createdAt, false)) do
      if each ~= id then recordPersonChange(each) end
    end
    return owns and { 'owner' } or {}
    `,
});

/** Looks up an address or a handle. Returns the user and the password hash, each null if there is none. */
const find = readScript({
  keys: ['name'],
  returns: z.tuple([StoredUser.nullable(), z.string().nullable()]),
  body: `
    local id = redis.call('GET', name)
    if not id then return { false, false } end
    return redis.call('MGET', ${luaKey(keys.user, 'id')}, ${luaKey(keys.password, 'id')})
    `,
});

/**
 * Writes a user with their address, handle and password hash in one step, or nothing when the address or the handle
 * belongs to someone. `secret` is null for people who never sign in. A sign-up needs no build and no entry in the change
 * log, since no page shows a person before their first note. With `ownsIfFirst` they own the installation if nobody ever
 * has; that is the same step, so that no failure leaves it without an owner. Returns the user as written.
 */
export async function createUser(
  redis: Redis,
  user: User,
  secret: { passwordHash: string } | null,
  { ownsIfFirst = false, suspendedEmail }: { ownsIfFirst?: boolean; suspendedEmail?: string } = {},
): Promise<{ ok: true; user: User } | { ok: false; reason: 'taken'; fields: ('email' | 'handle')[] }> {
  const owner: User = { ...user, role: 'owner' };
  const taken = await create(redis, {
    userKey: keys.user(user.id),
    passwordKey: keys.password(user.id),
    handleKey: keys.handle(user.handle),
    email: user.email === undefined ? [] : [keys.email(user.email), suspendedEmail ?? []].flat(),
    id: user.id,
    json: toStored(user),
    ownerJson: ownsIfFirst ? toStored(owner) : '',
    passwordHash: secret?.passwordHash ?? '',
    handle: user.handle,
    createdAt: Date.parse(user.createdAt),
    looks: likenessOf(user),
  });
  if (taken.includes('id')) throw new Error(`A user with the id ${user.id} exists.`);
  if (taken.includes('owner')) return { ok: true, user: owner };
  const fields = taken.filter((field) => field === 'email' || field === 'handle');
  return fields.length === 0 ? { ok: true, user } : { ok: false, reason: 'taken', fields };
}

/** The user who signs in with this address (lower case), in one round trip. Undefined for people without a password. */
export async function findUserByEmail(
  redis: Redis,
  email: string,
): Promise<{ user: User; passwordHash: string } | undefined> {
  const [user, passwordHash] = await find(redis, { name: keys.email(email) });
  return user && passwordHash ? { user, passwordHash } : undefined;
}

/** The user with this handle (lower case). */
export async function findUserByHandle(redis: Redis, handle: string): Promise<User | undefined> {
  const [user] = await find(redis, { name: keys.handle(handle) });
  return user ?? undefined;
}

const complete = readScript({
  fixed: { handles: keys.handles },
  args: ['first', 'last', 'max'],
  returns: z.array(StoredUser),
  body: `
    local found = {}
    for _, handle in ipairs(redis.call('ZRANGEBYLEX', handles, first, last, 'LIMIT', 0, max)) do
      local id = redis.call('GET', ${luaKey(keys.handle, 'handle')})
      local user = id and redis.call('GET', ${luaKey(keys.user, 'id')})
      if user then table.insert(found, user) end
    end
    return found
    `,
});

/** The people whose handles begin with this (lower case), in the order of their handles, in one round trip. */
export function usersWithPrefix(redis: Redis, prefix: string, max: number): Promise<User[]> {
  // A brace sorts after every character that a handle may have.
  return complete(redis, { first: `[${prefix}`, last: `(${prefix}{`, max });
}

/** The ids of the people with these handles (lower case), in their order; undefined for an unknown handle. */
export function idsOfHandles(redis: Redis, handles: string[]): Promise<(string | undefined)[]> {
  return inBatches(redis, handles.map(keys.handle), z.string());
}

export async function readUser(redis: Redis, id: string): Promise<User | undefined> {
  const [user] = await readUsers(redis, [id]);
  return user;
}

/** A user with the exact stored text, by which a write notices changes in between. */
export type StoredText = { user: User; text: string };

export async function readUserText(redis: Redis, id: string): Promise<StoredText | undefined> {
  const text = await redis.get<string>(keys.user(id));
  return text === null ? undefined : { user: StoredUser.parse(text), text };
}

/** The users of these ids, in their order; undefined for an unknown id. */
export function readUsers(redis: Redis, ids: string[]): Promise<(User | undefined)[]> {
  return inBatches(redis, ids.map(keys.user), StoredUser);
}

/** Puts a new hash in the place of the one that was read. False when the password changed meanwhile. */
export async function replacePasswordHash(redis: Redis, userId: string, from: string, to: string): Promise<boolean> {
  return replaceIfUnchanged(redis, keys.password(userId), from, to);
}

/** The encoded hash of a person's password, or undefined for people without one. */
export async function readPasswordHash(redis: Redis, userId: string): Promise<string | undefined> {
  return (await redis.get<string>(keys.password(userId))) ?? undefined;
}
