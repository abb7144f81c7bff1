import { paths } from '../../platform/model/paths.ts';
import { readable } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { findUserByHandle } from '../../people/server/store/users.ts';

/**
 * Where a person's page or feed is now, asked for under a handle that was theirs before; undefined for every other
 * path. `path` is from the site root, percent-encoded.
 */
export async function movedPerson(redis: Redis, path: string): Promise<string | undefined> {
  const [, folder, handle = '', ...rest] = path.split('/');
  const asked = readable(handle).toLowerCase();
  if (folder !== 'u' || !/^\w{3,24}$/.test(asked)) return undefined;
  const person = await findUserByHandle(redis, asked);
  if (!person || person.handle === handle) return undefined;
  return [paths.person(person.handle), ...rest].join('/');
}
