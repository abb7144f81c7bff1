import { z } from 'zod';
import type { Role } from '../../domain/role.ts';
import type { User } from '../../domain/user.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { writeScript } from './script.ts';
import { StoredUser, toStored } from './stored.ts';

/**
 * KEYS user, first owner. ARGV the user's JSON as it must be, the one to put in its place, the user's id; `first` to
 * write only while nobody owns the installation.
 */
const promote = writeScript(
  `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'changed' end
  local owned = redis.call('EXISTS', KEYS[2]) == 1
  if owned and ARGV[4] == 'first' then return 'owned' end
  redis.call('SET', KEYS[1], ARGV[2])
  if not owned then redis.call('SET', KEYS[2], ARGV[3]) end
  return 'written'
  `,
  z.enum(['changed', 'owned', 'written']),
);

/** Other changes of the same person between reading and writing are few: this many attempts outlast them. */
const attempts = 5;

/**
 * Makes this person an owner; with `onlyFirst`, only while the installation has none. Gives the person as stored
 * afterwards, or undefined when nothing changed.
 */
export async function makeOwner(
  redis: Redis,
  userId: string,
  { onlyFirst }: { onlyFirst: boolean },
): Promise<User | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await redis.get<string>(keys.user(userId));
    if (stored === null) return undefined;
    const user = StoredUser.parse(stored);
    if (user.role === 'owner') return undefined;
    const next: User = { ...user, role: 'owner' satisfies Role };
    const args = [stored, toStored(next), userId, onlyFirst ? 'first' : 'any'];
    const outcome = await promote(redis, [keys.user(userId), keys.firstOwner], args);
    if (outcome === 'written') return next;
    if (outcome === 'owned') return undefined;
  }
  throw new Error(`The role of ${userId} cannot be written: the person keeps changing.`);
}
