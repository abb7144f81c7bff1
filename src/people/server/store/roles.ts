import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import type { User, Role } from '../../model/user.ts';
import { readUserText, type StoredText } from './users.ts';

const put = writeScript({
  keys: ['user'],
  fixed: { moderators: keys.moderators, firstOwner: keys.firstOwner },
  args: ['before', 'next', 'id', 'role'],
  returns: z.enum(['changed', 'last', 'written']),
  body: `  if redis.call('GET', user) ~= before then return 'changed' end
    if role ~= 'owner' and redis.call('HGET', moderators, id) == 'owner' then
      local owners = 0
      for _, each in ipairs(redis.call('HVALS', moderators)) do
        if each == 'owner' then owners = owners + 1 end
      end
      if owners == 1 then return 'last' end
    end
    redis.call('SET', user, next)
    if role == 'member' then redis.call('HDEL', moderators, id) else redis.call('HSET', moderators, id, role) end
    if role == 'owner' then redis.call('SET', firstOwner, id, 'NX') end
    return 'written'
    `,
});

/** Concurrent changes of a person are rare, so this many attempts are enough. */
const attempts = 5;

/** `last`: the installation would be left without an owner. */
export type RolePut = { ok: true; user: User } | { ok: false; reason: 'missing' | 'last' };

/** Gives a person a role. `known` is the stored person, if it was read already. */
export async function putRole(
  redis: Redis,
  userId: string,
  role: Role,
  { known }: { known?: StoredText | undefined } = {},
): Promise<RolePut> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = (attempt === 0 ? known : undefined) ?? (await readUserText(redis, userId));
    if (!found) return { ok: false, reason: 'missing' };
    const { role: _, ...rest } = found.user;
    const next: User = role === 'member' ? rest : { ...rest, role };
    const outcome = await put(redis, {
      user: keys.user(userId),
      before: found.text,
      next: toStored(next),
      id: userId,
      role,
    });
    if (outcome === 'written') return { ok: true, user: next };
    if (outcome !== 'changed') return { ok: false, reason: outcome };
  }
  throw new Error(`The role of ${userId} cannot be written: the person keeps changing.`);
}

/** The number of moderators, including owners. */
export function countModerators(redis: Redis): Promise<number> {
  return redis.hlen(keys.moderators);
}

/** The ids of the moderators, including owners. */
export function moderatorIds(redis: Redis): Promise<string[]> {
  return redis.hkeys(keys.moderators);
}

/** If no owner is left, the installation can get a first owner again. */
const forget = writeScript({
  fixed: { moderators: keys.moderators, firstOwner: keys.firstOwner },
  args: ['id'],
  returns: z.literal(1),
  body: `
    redis.call('HDEL', moderators, id)
    for _, role in ipairs(redis.call('HVALS', moderators)) do
      if role == 'owner' then return 1 end
    end
    redis.call('DEL', firstOwner)
    return 1
    `,
});

/** Removes a person whose account is deleted from the list of moderators. */
export async function forgetRole(redis: Redis, userId: string): Promise<void> {
  await forget(redis, { id: userId });
}
