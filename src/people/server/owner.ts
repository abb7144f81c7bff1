import type { User } from '../model/user.ts';
import type { Environment } from '../../platform/server/env.ts';
import { isLoopback } from '../../platform/server/loopback.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { putRole } from './store/roles.ts';

type Settings = Pick<Environment, 'OWNER_EMAIL' | 'SITE_URL'>;

/**
 * Call this right after a person has proven that their address is theirs (and with the address that was proven in
 * `user.email`): the one whom OWNER_EMAIL names then owns the installation. Gives the person as they are afterwards.
 */
export async function becomeOwnerIfNamed(redis: Redis, user: User, { OWNER_EMAIL }: Settings): Promise<User> {
  if (OWNER_EMAIL === undefined || user.email !== OWNER_EMAIL) return user;
  const put = await putRole(redis, user.id, 'owner');
  return put.ok ? put.user : user;
}

/**
 * Call this after a sign-up: on one's own machine, where no OWNER_EMAIL is set, the first person who signs up owns the
 * installation. A site that others can reach is never given away like that.
 */
export async function becomeOwnerIfFirst(redis: Redis, user: User, env: Settings): Promise<User> {
  if (env.OWNER_EMAIL !== undefined || !isLoopback(env.SITE_URL)) return user;
  const put = await putRole(redis, user.id, 'owner', { onlyFirst: true });
  return put.ok ? put.user : user;
}
