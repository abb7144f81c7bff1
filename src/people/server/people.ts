import { z } from 'zod';
import { limits } from '../../platform/model/limits.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { Author, shownName } from '../model/user.ts';
import { usersWithPrefix } from './store/users.ts';

/** How a handle begins, as far as it has been typed. */
export const PeopleQuery = z.strictObject({
  prefix: z
    .string()
    .toLowerCase()
    .regex(new RegExp(`^[a-z0-9_]{1,${limits.handle.max}}$`), 'Send the first characters of a handle: a-z, 0-9 and _.'),
});

export const NamedPeople = z.object({ people: z.array(Author.pick({ handle: true, name: true })) });

/** How many people are named where one is to be chosen. */
const maxNamed = 8;

/** The first people by handle whose handle begins so, as readers see them. */
export async function peopleWithPrefix(redis: Redis, prefix: string): Promise<{ handle: string; name: string }[]> {
  const users = await usersWithPrefix(redis, prefix, maxNamed);
  return users.map((user) => ({ handle: user.handle, name: shownName(user) }));
}
