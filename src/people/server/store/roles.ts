import { z } from 'zod';
import type { Role } from '../../model/role.ts';
import type { User } from '../../model/user.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { readUserText } from './users.ts';

/**
 * KEYS user, moderators, first owner. ARGV the user's JSON as it must be, the one to put in its place, the user's id,
 * the role; `first` to write only while nobody has ever owned the installation.
 */
const put = numberedWrite(
  `
  local before, next, id, role, when = unpack(ARGV)
  if redis.call('GET', KEYS[1]) ~= before then return 'changed' end
  local owned = redis.call('EXISTS', KEYS[3]) == 1
  if owned and when == 'first' then return 'owned' end
  if role ~= 'owner' and redis.call('HGET', KEYS[2], id) == 'owner' then
    local owners = 0
    for _, each in ipairs(redis.call('HVALS', KEYS[2])) do
      if each == 'owner' then owners = owners + 1 end
    end
    if owners == 1 then return 'last' end
  end
  redis.call('SET', KEYS[1], next)
  if role == 'member' then redis.call('HDEL', KEYS[2], id) else redis.call('HSET', KEYS[2], id, role) end
  if role == 'owner' and not owned then redis.call('SET', KEYS[3], id) end
  return 'written'
  `,
  z.enum(['changed', 'owned', 'last', 'written']),
);

/** Other changes of the same person between reading and writing are few: this many attempts outlast them. */
const attempts = 5;

/** `owned`: somebody owns the installation already; `last`: nobody would own it any more. */
export type RolePut = { ok: true; user: User } | { ok: false; reason: 'missing' | 'owned' | 'last' };

/** Gives a person a role; with `onlyFirst`, only while nobody has ever owned the installation. */
export async function putRole(
  redis: Redis,
  userId: string,
  role: Role,
  { onlyFirst = false }: { onlyFirst?: boolean } = {},
): Promise<RolePut> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await readUserText(redis, userId);
    if (!found) return { ok: false, reason: 'missing' };
    const { role: _, ...rest } = found.user;
    const next: User = role === 'member' ? rest : { ...rest, role };
    const names = [keys.user(userId), keys.moderators, keys.firstOwner];
    const outcome = await put(redis, names, [found.text, toStored(next), userId, role, onlyFirst ? 'first' : 'any']);
    if (outcome === 'written') return { ok: true, user: next };
    if (outcome !== 'changed') return { ok: false, reason: outcome };
  }
  throw new Error(`The role of ${userId} cannot be written: the person keeps changing.`);
}

/** How many people moderate, owners included. */
export function countModerators(redis: Redis): Promise<number> {
  return redis.hlen(keys.moderators);
}

/** The ids of those who moderate, owners included. */
export function moderatorIds(redis: Redis): Promise<string[]> {
  return redis.hkeys(keys.moderators);
}

/** KEYS moderators, first owner. ARGV user. Where nobody is left to own it, the installation can be owned anew. */
const forget = numberedWrite(
  `
  redis.call('HDEL', KEYS[1], ARGV[1])
  for _, role in ipairs(redis.call('HVALS', KEYS[1])) do
    if role == 'owner' then return 1 end
  end
  redis.call('DEL', KEYS[2])
  return 1
  `,
  z.literal(1),
);

/** Takes somebody who has left off the list of those who moderate. */
export async function forgetRole(redis: Redis, userId: string): Promise<void> {
  await forget(redis, [keys.moderators, keys.firstOwner], [userId]);
}
