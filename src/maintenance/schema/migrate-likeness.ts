import { z } from 'zod';
import { inBatches } from '../../platform/server/store/batches.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { likenessOf, nameAnew } from '../../people/server/store/likeness.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { writeScript } from '../../platform/server/store/script.ts';
import { raisePerson } from '../../platform/server/store/script-parts.ts';
import { luaKey } from '../../platform/server/store/script-text.ts';
import { readUsers } from '../../people/server/store/users.ts';

const list = writeScript({
  uses: [nameAnew, raisePerson],
  args: ['id', 'createdAt', '...looks'],
  returns: z.literal([0, 1]),
  body: `
    local user, known = ${luaKey(keys.user, 'id')}, ${luaKey(keys.userAlike, 'id')}
    if redis.call('EXISTS', user) == 0 or redis.call('EXISTS', known) == 1 then return 0 end
    for _, each in ipairs(nameAnew(id, looks, createdAt, false)) do raisePerson(each) end
    return 1
    `,
});

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
    await list(redis, { id: user.id, createdAt: Date.parse(user.createdAt), looks: likenessOf(user) });
  }
  return handles.length < atOnce ? null : (handles.at(-1) ?? null);
}
