import { z } from 'zod';
import { WrittenPoint } from '../../../notes/model/reading-aid.ts';
import { keys, changeOf } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { raise } from '../../../platform/server/store/lua.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

/** What a model wrote of a text; null where it was asked and gave nothing that may be shown. */
const Remembered = jsonOf(z.array(WrittenPoint).nullable());
export type Remembered = z.infer<typeof Remembered>;

/** What is remembered of these texts, by their digests, in their order; undefined where no model was asked. */
export async function rememberedPoints(redis: Redis, digests: string[]): Promise<(Remembered | undefined)[]> {
  if (digests.length === 0) return [];
  const stored = await redis.mget<unknown[]>(...digests.map(keys.writtenPoints));
  return stored.map((value) => (value === null ? undefined : Remembered.parse(value)));
}

/** Remembers for `seconds` what a model wrote of a text. */
export async function rememberPoints(redis: Redis, digest: string, points: Remembered, seconds: number): Promise<void> {
  await redis.set(keys.writtenPoints(digest), JSON.stringify(points), { ex: seconds });
}

export async function forgetPoints(redis: Redis, digest: string): Promise<void> {
  await redis.del(keys.writtenPoints(digest));
}

/**
 * KEYS note, head, changes. ARGV revision, points as JSON, member of the change log. The points are put at the end of the
 * stored text, since an empty list does not survive being decoded and encoded here. Gives the head revision, or false.
 */
const put = numberedWrite(
  `
  ${raise('KEYS[2]', 'KEYS[3]')}
  local stored = redis.call('GET', KEYS[1])
  local note = stored and cjson.decode(stored)
  if not note or note.deletedAt or note.rev ~= tonumber(ARGV[1]) or note.points or note.noModel then return false end
  redis.call('ZCARD', KEYS[3])
  local revision = raise(note, ARGV[3])
  if revision then redis.call('SET', KEYS[1], string.sub(stored, 1, -2) .. ',"points":' .. ARGV[2] .. '}') end
  return revision
  `,
  z.int().nullable(),
);

/**
 * Gives a note the key points that a model wrote of its revision `rev`, and raises its entry of the change log. Null, and
 * nothing is written, when it has another revision or points by now, its author wants no model, or nobody else may read it.
 */
export async function putPoints(
  redis: Redis,
  { uuid, rev }: { uuid: string; rev: number },
  points: readonly WrittenPoint[],
): Promise<number | null> {
  return put(redis, [keys.note(uuid), keys.head, keys.changes], [rev, JSON.stringify(points), changeOf.note(uuid)]);
}
