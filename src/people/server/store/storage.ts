import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';

/** KEYS the person's notes. ARGV prefixes of notes, copies, highlights, revisions and what came with notes, the ranks to look at. Gives how many notes, and bytes. */
const ofNotes = numberedRead(
  `
  local notes, copies, highlights, revisions, imported, from, to = unpack(ARGV)
  local uuids, bytes = redis.call('ZRANGE', KEYS[1], from, to), 0
  for _, uuid in ipairs(uuids) do
    for _, prefix in ipairs({ notes, copies, imported }) do bytes = bytes + redis.call('STRLEN', prefix .. uuid) end
    for _, each in ipairs(redis.call('HVALS', highlights .. uuid)) do bytes = bytes + #each end
    for _, each in ipairs(redis.call('LRANGE', revisions .. uuid, 0, -1)) do bytes = bytes + #each end
  end
  return { #uuids, bytes }
  `,
  z.tuple([z.int(), z.int()]),
);

/** KEYS the person's comments, their drafts. ARGV prefixes of comments and of their earlier versions. */
const ofTheRest = numberedRead(
  `
  local bytes = 0
  for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    bytes = bytes + redis.call('STRLEN', ARGV[1] .. id)
    for _, each in ipairs(redis.call('LRANGE', ARGV[2] .. id, 0, -1)) do bytes = bytes + #each end
  end
  for _, each in ipairs(redis.call('HVALS', KEYS[2])) do bytes = bytes + #each end
  return bytes
  `,
  z.int(),
);

const notesAtOnce = 100;

/** Bytes of what a person has here: notes, their versions, copies, highlights and what came with them, comments with theirs, and drafts. */
export async function measureStored(redis: Redis, userId: string): Promise<number> {
  let bytes = await ofTheRest(
    redis,
    [keys.authorComments(userId), keys.drafts(userId)],
    [keys.comment(''), keys.edits('')],
  );
  const prefixes = [keys.note(''), keys.copy(''), keys.highlights(''), keys.revisions(''), keys.noteImported('')];
  for (let from = 0; ; from += notesAtOnce) {
    const [count, some] = await ofNotes(redis, [keys.authorNotes(userId)], [...prefixes, from, from + notesAtOnce - 1]);
    bytes += some;
    if (count < notesAtOnce) return bytes;
  }
}

const Count = z.object({ bytes: z.coerce.number(), at: z.coerce.number(), measured: z.coerce.number() });
export type StoredCount = z.infer<typeof Count>;

/** What was counted: `measured` bytes at a time (in milliseconds), raised since to `bytes`. Undefined where nobody counted lately. */
export async function readCount(redis: Redis, userId: string): Promise<StoredCount | undefined> {
  const [bytes, at, measured] = await readFields(redis, [keys.storedBytes(userId)], []);
  return bytes === null || at === null ? undefined : Count.parse({ bytes, at, measured });
}

const readFields = numberedRead(
  `return redis.call('HMGET', KEYS[1], 'bytes', 'at', 'measured')`,
  z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()]),
);

/** A count is measured anew after a day, whatever it missed until then. */
const countSeconds = 24 * 60 * 60;

/** KEYS count, user. ARGV bytes, at, seconds. */
const put = numberedWrite(
  `
  if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
  redis.call('HSET', KEYS[1], 'bytes', ARGV[1], 'measured', ARGV[1], 'at', ARGV[2])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  return 1
  `,
  z.literal([0, 1]),
);

export async function putCount(
  redis: Redis,
  userId: string,
  { bytes, at }: Omit<StoredCount, 'measured'>,
): Promise<void> {
  await put(redis, [keys.storedBytes(userId), keys.user(userId)], [bytes, at, countSeconds]);
}

/** KEYS count. ARGV bytes. */
const raise = numberedWrite(
  `
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  redis.call('HINCRBY', KEYS[1], 'bytes', ARGV[1])
  return 1
  `,
  z.literal([0, 1]),
);

/** False where there is no count to raise, which has to be measured then. */
export async function raiseCount(redis: Redis, userId: string, bytes: number): Promise<boolean> {
  return (await raise(redis, [keys.storedBytes(userId)], [bytes])) === 1;
}

/** Something was taken away, so the next write measures anew. */
export async function forgetCount(redis: Redis, userId: string): Promise<void> {
  await redis.del(keys.storedBytes(userId));
}
