import { z } from 'zod';
import { ExportPlace, ExportProgress, noProgress } from '../../model/scheduled-export.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import { StoredNote } from '../../../notes/server/store/stored-note.ts';

/** Where a person's Markdown is brought, since when, and by which of their settings: `id` is another for each place. */
export const KeptPlace = ExportPlace.extend({ id: z.string(), since: z.iso.datetime() });
export type KeptPlace = z.infer<typeof KeptPlace>;

const Kept = jsonOf(KeptPlace);
const State = jsonOf(ExportProgress);
const Read = z.tuple([Kept.nullable(), z.string().nullable(), State.nullable(), z.coerce.number().nullable()]);

/** KEYS place, secret, progress, due. ARGV the person. */
const read = numberedRead(
  `
  local found = redis.call('MGET', KEYS[1], KEYS[2], KEYS[3])
  return { found[1], found[2], found[3], redis.call('ZSCORE', KEYS[4], ARGV[1]) }
  `,
  Read,
);

const namesOf = (userId: string) => [
  keys.exportPlace(userId),
  keys.exportSecret(userId),
  keys.exportProgress(userId),
  keys.exportsDue,
];

/** What a person has set, with the sealed password, which is gone where their account got a new one; and how far it is. */
export async function readScheduled(redis: Redis, userId: string) {
  const [place, sealed, progress, due] = await read(redis, namesOf(userId), [userId]);
  if (!place) return undefined;
  return { place, sealed, progress: progress ?? noProgress, nextAt: new Date(due ?? 0).toISOString() };
}

/** KEYS place, secret, progress, due, written. ARGV the person, place, secret (empty: stays), when due, whether it is another place. */
const set = numberedWrite(
  `
  for i = 1, 5 do redis.call('EXISTS', KEYS[i]) end
  redis.call('SET', KEYS[1], ARGV[2])
  if ARGV[3] ~= '' then redis.call('SET', KEYS[2], ARGV[3]) end
  if ARGV[5] == '1' then redis.call('DEL', KEYS[3], KEYS[5]) end
  redis.call('ZADD', KEYS[4], ARGV[4], ARGV[1])
  return 1
  `,
  z.literal(1),
);

/** Keeps where to bring somebody's Markdown, for the first time at once. At another place nothing lies yet. */
export async function setScheduled(
  redis: Redis,
  userId: string,
  place: KeptPlace,
  sealed: string | undefined,
  { now, isNew }: { now: Date; isNew: boolean },
): Promise<void> {
  const args = [userId, toStored(place), sealed ?? '', now.getTime(), isNew ? 1 : 0];
  await set(redis, [...namesOf(userId), keys.exportWritten(userId)], args);
}

/** KEYS place, secret, progress, due, written. ARGV the person. */
const remove = numberedWrite(
  `
  local had = redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[5])
  redis.call('ZREM', KEYS[4], ARGV[1])
  return had
  `,
  z.int(),
);

/** Ends it, and forgets what lies there; the files stay. False when there was none. */
export async function removeScheduled(redis: Redis, userId: string): Promise<boolean> {
  return (await remove(redis, [...namesOf(userId), keys.exportWritten(userId)], [userId])) > 0;
}

/** KEYS due. ARGV now, until when whoever takes it has it. Gives a person, or nothing. */
const take = numberedWrite(
  `
  local user = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1)[1]
  if not user then return '' end
  redis.call('ZADD', KEYS[1], ARGV[2], user)
  return user
  `,
  z.string(),
);

/** Takes the next person whose export is due, for so long as nobody else may: a run that is killed is gone on with then. */
export async function takeDueExport(redis: Redis, now: Date, leaseMs: number): Promise<string | undefined> {
  const userId = await take(redis, [keys.exportsDue], [now.getTime(), now.getTime() + leaseMs]);
  return userId === '' ? undefined : userId;
}

/** KEYS place, progress, due. ARGV the person, the place's id, progress, when the next run is due. */
const end = numberedWrite(
  `
  redis.call('EXISTS', KEYS[2])
  redis.call('ZCARD', KEYS[3])
  local place = redis.call('GET', KEYS[1])
  if not place then redis.call('ZREM', KEYS[3], ARGV[1]) return 0 end
  if cjson.decode(place).id ~= ARGV[2] then return 0 end
  redis.call('SET', KEYS[2], ARGV[3])
  redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
  return 1
  `,
  z.literal([0, 1]),
);

/** Writes down how far a run came and when the next is due, unless its owner has set another place meanwhile. */
export async function endRun(
  redis: Redis,
  userId: string,
  { id }: KeptPlace,
  progress: ExportProgress,
  nextAt: Date,
): Promise<void> {
  const names = [keys.exportPlace(userId), keys.exportProgress(userId), keys.exportsDue];
  await end(redis, names, [userId, id, toStored(progress), nextAt.getTime()]);
}

/** KEYS runner, due. ARGV the person, the run, how long it has them to itself, until when. */
const begin = numberedWrite(
  `
  redis.call('ZCARD', KEYS[2])
  if not redis.call('SET', KEYS[1], ARGV[2], 'NX', 'PX', ARGV[3]) then return 0 end
  redis.call('ZADD', KEYS[2], 'XX', ARGV[4], ARGV[1])
  return 1
  `,
  z.literal([0, 1]),
);

/** Has a run a person to itself. False while another one has them. */
export async function beginRun(
  redis: Redis,
  userId: string,
  run: string,
  now: Date,
  leaseMs: number,
): Promise<boolean> {
  const args = [userId, run, leaseMs, now.getTime() + leaseMs];
  return (await begin(redis, [keys.exportRunner(userId), keys.exportsDue], args)) === 1;
}

/** KEYS runner. ARGV the run. */
const leave = numberedWrite(
  `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('DEL', KEYS[1])
  `,
  z.literal([0, 1]),
);

export async function leaveRun(redis: Redis, userId: string, run: string): Promise<void> {
  await leave(redis, [keys.exportRunner(userId)], [run]);
}

/** How many are due. */
export function countDueExports(redis: Redis, now: Date): Promise<number> {
  return redis.zcount(keys.exportsDue, '-inf', now.getTime());
}

const File = z.object({ name: z.string(), digest: z.string() });
type File = z.infer<typeof File>;
const StoredFile = jsonOf(File);
const Files = z.array(StoredFile.nullable().transform((file) => file ?? undefined));

const readFields = numberedRead(`return redis.call('HMGET', KEYS[1], unpack(ARGV))`, Files);

/** The files of these notes as they were last written there. */
export async function readWritten(redis: Redis, userId: string, uuids: string[]): Promise<(File | undefined)[]> {
  return uuids.length === 0 ? [] : readFields(redis, [keys.exportWritten(userId)], uuids);
}

export async function keepWritten(redis: Redis, userId: string, files: ReadonlyMap<string, File>): Promise<void> {
  const fields = [...files].map(([uuid, file]) => [uuid, toStored(file)] as const);
  for (let from = 0; from < fields.length; from += 500) {
    await redis.hset(keys.exportWritten(userId), Object.fromEntries(fields.slice(from, from + 500)));
  }
}

export async function forgetWritten(redis: Redis, userId: string, uuids: string[]): Promise<void> {
  if (uuids.length > 0) await redis.hdel(keys.exportWritten(userId), ...uuids);
}

const Notes = z.array(StoredNote.nullable());

/** The files there of notes that this person has no more, some at a time. */
export async function* goneWritten(redis: Redis, userId: string): AsyncGenerator<{ uuid: string; file: File }[]> {
  let cursor = '0';
  do {
    const [next, flat] = await redis.hscan(keys.exportWritten(userId), cursor, { count: 200 });
    const found = z.array(z.string()).parse(flat);
    const written = found.flatMap((uuid, at) =>
      at % 2 === 0 ? [{ uuid, file: StoredFile.parse(found[at + 1]) }] : [],
    );
    const names = written.map(({ uuid }) => keys.note(uuid));
    const notes = names.length === 0 ? [] : Notes.parse(await redis.mget(...names));
    const gone = written.filter((_, at) => !notes[at] || 'deletedAt' in notes[at]);
    if (gone.length > 0) yield gone;
    cursor = next;
  } while (cursor !== '0');
}
