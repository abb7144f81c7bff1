import * as z from 'zod';
import { ExportPlace, ExportProgress, noProgress } from '../../model/scheduled-export.ts';
import { takeDue } from '../../../platform/server/store/script-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import type { Activity } from '../../../people/model/activity.ts';
import { activityArgs, addActivity } from '../../../people/server/store/activity.ts';

/** Where a person's Markdown is exported, and since when. `id` is a new one for each place. */
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

/** A person's scheduled export, its progress, and its sealed password, which is removed when the account's changes. */
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
 * Stores where to export a person's Markdown, due at once, with an entry of activity. A new place has no files of ours yet.
 * Without a sealed password, the stored one stays: `other` if it is now for another place than the one with the id
 * `before`. `ended`: the caller's session is over.
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

/** Ends it, and forgets which files are there; the files stay. False if there was none. */
export async function removeScheduled(redis: Redis, userId: string): Promise<boolean> {
  return (await remove(redis, { ...namesOf(userId), written: keys.exportWritten(userId), userId })) > 0;
}

/** Makes an export due at once, so that it runs even if the call that should run it gets lost. */
export async function makeDue(redis: Redis, userId: string, now: Date): Promise<void> {
  await redis.zadd(keys.exportsDue, { xx: true }, { score: now.getTime(), member: userId });
}

/** Takes the next person whose export is due, for as long as the lease: then an interrupted run can be continued. */
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

/** Ends a run: records its progress and when the next is due, unless the owner has set another place meanwhile. */
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
 * Reserves a person for a run, and gives the export as the last run left it: `found` is undefined if nothing is set.
 * Undefined while another run has the person.
 */
export async function beginRun(
  redis: Redis,
  userId: string,
  run: string,
  now: Date,
  leaseMs: number,
): Promise<{ found: Awaited<ReturnType<typeof readScheduled>> } | undefined> {
  const names = { ...namesOf(userId), runner: keys.exportRunner(userId) };
  const claimed = await begin(redis, { ...names, userId, run, ms: leaseMs, leased: now.getTime() + leaseMs });
  return claimed ? { found: scheduledIn(claimed) } : undefined;
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

export async function releaseRun(redis: Redis, userId: string, run: string): Promise<void> {
  await leave(redis, { runner: keys.exportRunner(userId), run });
}

/** How many exports are due. */
export function countDueExports(redis: Redis, now: Date): Promise<number> {
  return redis.zcount(keys.exportsDue, '-inf', now.getTime());
}
