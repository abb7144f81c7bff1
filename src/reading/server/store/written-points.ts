import * as z from 'zod';
import { WrittenPoint } from '../../../notes/model/reading-aid.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { recordChange } from '../../../notes/server/store/note-parts.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

/** What a model wrote of a text; null if its answer could not be shown. */
const Remembered = jsonOf(z.array(WrittenPoint).nullable());
export type Remembered = z.infer<typeof Remembered>;

/** What is remembered of these texts, by their digests, in their order; undefined if no model was asked. */
export async function rememberedPoints(redis: Redis, digests: string[]): Promise<(Remembered | undefined)[]> {
  if (digests.length === 0) return [];
  const stored = await redis.mget<unknown[]>(...digests.map(keys.writtenPoints));
  return stored.map((value) => (value === null ? undefined : Remembered.parse(value)));
}

/** Stores for `seconds` what a model wrote of a text. */
export async function rememberPoints(redis: Redis, digest: string, points: Remembered, seconds: number): Promise<void> {
  await redis.set(keys.writtenPoints(digest), JSON.stringify(points), { ex: seconds });
}

export async function forgetPoints(redis: Redis, digest: string): Promise<void> {
  await redis.del(keys.writtenPoints(digest));
}

/**
 * Appends the points to the stored text, since an empty list does not survive being decoded and encoded here. Returns the
 * head revision, or false.
 */
const put = writeScript({
  uses: [recordChange],
  keys: ['noteKey'],
  fixed: { changes: keys.changes },
  args: ['rev', 'points'],
  returns: z.int().nullable(),
  body: `
    local stored = redis.call('GET', noteKey)
    local note = stored and cjson.decode(stored)
    if not note or note.deletedAt or note.rev ~= tonumber(rev) or note.points or note.noModel then return false end
    redis.call('ZCARD', changes)
    local revision = recordChange(note)
    if revision then redis.call('SET', noteKey, string.sub(stored, 1, -2) .. ',"points":' .. points .. '}') end
    return revision
    `,
});

/**
 * Adds to a note the key points that a model wrote of its revision `rev`, and logs the change. Null, with nothing
 * written, if it has another revision or has points by now, its author wants no model, or nobody else may read it.
 */
export async function putPoints(
  redis: Redis,
  { uuid, rev }: { uuid: string; rev: number },
  points: readonly WrittenPoint[],
): Promise<number | null> {
  return put(redis, {
    noteKey: keys.note(uuid),
    rev,
    points: JSON.stringify(points),
  });
}
