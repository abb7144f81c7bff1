import { z } from 'zod';
import { inBatches } from '../../platform/server/store/batches.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { likenessOf, likenessPrefixes, nameAnew } from '../../people/server/store/likeness.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { numberedWrite } from '../../platform/server/store/script.ts';
import { raisePerson } from '../../platform/server/store/lua.ts';
import { readUsers } from '../../people/server/store/users.ts';

/** KEYS head, changes. ARGV id, createdAt in milliseconds, prefixes of users and of looks, what the names look like. */
const list = numberedWrite(
  `
  ${nameAnew}
  ${raisePerson('KEYS[1]', 'KEYS[2]')}
  if redis.call('EXISTS', ARGV[3] .. ARGV[1]) == 0 or redis.call('EXISTS', ARGV[3] .. ARGV[1] .. ':alike') == 1 then return 0 end
  for _, id in ipairs(nameAnew(ARGV[1], { unpack(ARGV, 5) }, ARGV[2], false, ARGV[3], ARGV[4])) do raisePerson(id) end
  return 1
  `,
  z.literal([0, 1]),
);

const atOnce = 100;

/**
 * Lists people by what their names look like, since when they came; the cursor is the last handle. People who changed
 * their names meanwhile are listed already, and stay as they are.
 */
export async function listLikeness(redis: Redis, cursor: string | null): Promise<string | null> {
  const from = cursor === null ? '-' : (`(${cursor}` as const);
  const handles = z
    .array(z.string())
    .parse(await redis.zrange(keys.handles, from, '+', { byLex: true, offset: 0, count: atOnce }));
  const ids = await inBatches(redis, handles.map(keys.handle), z.string());
  for (const user of await readUsers(
    redis,
    ids.filter((id) => id !== undefined),
  )) {
    if (!user || user.deletedAt !== undefined) continue;
    const about = [user.id, Date.parse(user.createdAt), ...likenessPrefixes, ...likenessOf(user)];
    await list(redis, [keys.head, keys.changes], about);
  }
  return handles.length < atOnce ? null : (handles.at(-1) ?? null);
}
