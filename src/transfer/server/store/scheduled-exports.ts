import { z } from 'zod';
import { ExportPlace, ExportProgress, noProgress } from '../../model/scheduled-export.ts';
import { takeDue } from '../../../platform/server/store/script-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import type { Activity } from '../../../people/model/activity.ts';
import { activityArgs, addActivity } from '../../../people/server/store/activity.ts';

/** Where a person's Markdown is brought, since when, and by which of their settings: `id` is another for each place. */
export const KeptPlace = ExportPlace.extend({ id: z.string(), since: z.iso.datetime() });
export type KeptPlace = z.infer<typeof KeptPlace>;

const Kept = jsonOf(KeptPlace);
const State = jsonOf(ExportProgress);
const Read = z.tuple([
  Kept.nullable(),
  z.string().nullable(),
  State.nullable(),
  z.coerce.number().nullable(),
  z.literal([0, 1]),
]);

const read = readScript({
  keys: ['place', 'secret', 'progress', 'runner'],
  fixed: { due: keys.exportsDue },
  args: ['userId'],
  returns: Read,
  body: `
    local found = redis.call('MGET', place, secret, progress)
    return { found[1], found[2], found[3], redis.call('ZSCORE', due, userId), redis.call('EXISTS', runner) }
    `,
});

const namesOf = (userId: string) => ({
  place: keys.exportPlace(userId),
  secret: keys.exportSecret(userId),
  progress: keys.exportProgress(userId),
});

/** What a person has set, with the sealed password, which is gone where their account got a new one; and how far it is. */
export async function readScheduled(redis: Redis, userId: string) {
  return scheduledIn(await read(redis, { ...namesOf(userId), runner: keys.exportRunner(userId), userId }));
}

function scheduledIn([place, sealed, progress, due, running]: z.infer<typeof Read>) {
  if (!place) return undefined;
  return {
    place,
    sealed,
    progress: progress ?? noProgress,
    nextAt: new Date(due ?? 0).toISOString(),
    isRunning: running === 1,
  };
}

const set = writeScript({
  uses: [addActivity],
  keys: ['place', 'secret', 'progress', 'written', 'session', 'activity'],
  fixed: { due: keys.exportsDue },
  args: ['userId', 'placeJson', 'secretSealed', 'before', 'next', 'isNew', 'activityEntry', 'activityAt'],
  returns: z.enum(['set', 'ended', 'other']),
  body: `
    if redis.call('HGET', session, 'userId') ~= userId then return 'ended' end
    local stored = redis.call('GET', place)
    if secretSealed == '' and (not stored or cjson.decode(stored).id ~= before) then return 'other' end
    redis.call('EXISTS', place, secret, progress, due, written, activity)
    redis.call('SET', place, placeJson)
    if secretSealed ~= '' then redis.call('SET', secret, secretSealed) end
    if isNew == '1' then redis.call('DEL', progress, written) end
    redis.call('ZADD', due, next, userId)
    addActivity(activity, activityEntry, activityAt)
    return 'set'
    `,
});

/**
 * Keeps where to bring somebody's Markdown, for the first time at once, with its entry of activity. At another place nothing
 * lies yet. Without a sealed password the one that is kept stays: `other` where it is by now for another place than that with
 * the id `before`. `ended`: the session of the one who asks for it is over.
 */
export function setScheduled(
  redis: Redis,
  { sid, userId, activity }: { sid: string; userId: string; activity: Activity },
  place: KeptPlace,
  sealed: string | undefined,
  { now, isNew, before }: { now: Date; isNew: boolean; before: string | undefined },
): Promise<'set' | 'ended' | 'other'> {
  const args = {
    userId,
    placeJson: toStored(place),
    secretSealed: sealed ?? '',
    before: before ?? '',
    next: now.getTime(),
    isNew: isNew ? 1 : 0,
  };
  const names = { written: keys.exportWritten(userId), session: keys.session(sid), activity: keys.activity(userId) };
  return set(redis, { ...namesOf(userId), ...names, ...args, ...activityArgs(activity) });
}

const remove = writeScript({
  keys: ['place', 'secret', 'progress', 'written'],
  fixed: { due: keys.exportsDue },
  args: ['userId'],
  returns: z.int(),
  body: `
    local had = redis.call('DEL', place, secret, progress, written)
    redis.call('ZREM', due, userId)
    return had
    `,
});

/** Ends it, and forgets what lies there; the files stay. False when there was none. */
export async function removeScheduled(redis: Redis, userId: string): Promise<boolean> {
  return (await remove(redis, { ...namesOf(userId), written: keys.exportWritten(userId), userId })) > 0;
}

/** Makes one due at once, also where the call that is to run it gets lost. */
export async function makeDue(redis: Redis, userId: string, now: Date): Promise<void> {
  await redis.zadd(keys.exportsDue, { xx: true }, { score: now.getTime(), member: userId });
}

/** Takes the next person whose export is due, for so long as nobody else may: a run that is killed is gone on with then. */
export function takeDueExport(redis: Redis, now: Date, leaseMs: number): Promise<string | undefined> {
  return takeDue(redis, keys.exportsDue, now, new Date(now.getTime() + leaseMs));
}

const end = writeScript({
  keys: ['placeKey', 'progressKey', 'runner'],
  fixed: { due: keys.exportsDue },
  args: ['userId', 'run', 'placeId', 'progress', 'next'],
  returns: z.literal([0, 1]),
  body: `
    redis.call('EXISTS', progressKey)
    redis.call('ZCARD', due)
    if redis.call('GET', runner) == run then redis.call('DEL', runner) end
    local place = redis.call('GET', placeKey)
    if not place then redis.call('ZREM', due, userId) return 0 end
    if cjson.decode(place).id ~= placeId then return 0 end
    redis.call('SET', progressKey, progress)
    redis.call('ZADD', due, next, userId)
    return 1
    `,
});

/** Ends a run: writes down how far it came and when the next is due, unless its owner has set another place meanwhile. */
export async function endRun(
  redis: Redis,
  { userId, run }: { userId: string; run: string },
  { id }: KeptPlace,
  progress: ExportProgress,
  nextAt: Date,
): Promise<void> {
  await end(redis, {
    placeKey: keys.exportPlace(userId),
    progressKey: keys.exportProgress(userId),
    runner: keys.exportRunner(userId),
    userId,
    run,
    placeId: id,
    progress: toStored(progress),
    next: nextAt.getTime(),
  });
}

const begin = writeScript({
  keys: ['place', 'secret', 'progress', 'runner'],
  fixed: { due: keys.exportsDue },
  args: ['userId', 'run', 'ms', 'leased'],
  returns: Read.nullable(),
  body: `
    redis.call('ZCARD', due)
    if not redis.call('SET', runner, run, 'NX', 'PX', ms) then return nil end
    local found = redis.call('MGET', place, secret, progress)
    found[4], found[5] = redis.call('ZSCORE', due, userId), 1
    redis.call('ZADD', due, 'XX', leased, userId)
    return found
    `,
});

/**
 * Has a run a person to itself, and gives what it is about, as the run before left it: `found` is undefined where nothing is
 * set. Undefined while another run has them.
 */
export async function beginRun(
  redis: Redis,
  userId: string,
  run: string,
  now: Date,
  leaseMs: number,
): Promise<{ found: Awaited<ReturnType<typeof readScheduled>> } | undefined> {
  const names = { ...namesOf(userId), runner: keys.exportRunner(userId) };
  const begun = await begin(redis, { ...names, userId, run, ms: leaseMs, leased: now.getTime() + leaseMs });
  return begun ? { found: scheduledIn(begun) } : undefined;
}

const leave = writeScript({
  keys: ['runner'],
  args: ['run'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('GET', runner) ~= run then return 0 end
    return redis.call('DEL', runner)
    `,
});

export async function leaveRun(redis: Redis, userId: string, run: string): Promise<void> {
  await leave(redis, { runner: keys.exportRunner(userId), run });
}

/** How many are due. */
export function countDueExports(redis: Redis, now: Date): Promise<number> {
  return redis.zcount(keys.exportsDue, '-inf', now.getTime());
}
