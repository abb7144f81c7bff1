import * as z from 'zod';
import { PublishingState, retryTime } from '../../model/publishing.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { advance, begin, claim, fail, publish, readState, release, renew } from './publishing-scripts.ts';
import { toStored } from '../../../platform/server/store/stored.ts';

/** A build without a sign of life for this long was killed, and does not count as running. */
const deadAfterMs = 60_000;
const aliveEveryMs = 15_000;
/** A claim that no build has taken up by then expires, so that a lost hook call heals itself. */
const claimSeconds = 120;
/** After this time, whatever was under way has given another sign of life, or no longer counts as under way. */
export const heartbeatTimeoutMs = claimSeconds * 1000;

type Due = { now: Date; removes: boolean; everyMinutes: number; insists?: boolean; unlimited?: boolean };

/** How many builds a day may be earlier than the interval: as many as the interval itself makes, so costs double at most. */
const earlyPerDay = (everyMinutes: number) => Math.ceil((24 * 60) / everyMinutes);

/**
 * Claims the right to start a build. `claimed` for exactly one caller until the build begins, the claim is released or
 * expires: everyone else's changes will be in the build that this caller starts. `waiting` if another caller has the claim;
 * `later` until `everyMinutes` after the last publishing, if nothing is removed and nobody `insists`, or members used up
 * the early builds of a day; `up-to-date` if somebody `insists` and everything is published.
 */
export async function claimDueBuild(
  redis: Redis,
  { now, removes, everyMinutes, insists = false, unlimited = false }: Due,
): Promise<'claimed' | 'early' | 'waiting' | 'later' | 'up-to-date'> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  return claim(redis, {
    now: now.toISOString(),
    seconds: claimSeconds,
    after: ago(everyMinutes),
    // A publishing of long after now is of a clock that was ahead.
    before: ago(-everyMinutes),
    removes: removes ? 'yes' : 'no',
    insists: insists ? 'yes' : 'no',
    earlyPerDay: unlimited || everyMinutes === 0 ? -1 : earlyPerDay(everyMinutes),
  });
}

/** Releases the claim, if starting the build failed. */
export async function releaseClaim(redis: Redis, claim = 'claimed'): Promise<void> {
  await release(redis, { isEarly: claim === 'early' ? 'yes' : 'no' });
}

/** Claims the right to wait for a build's next sign of life. True for one caller until `heartbeatTimeoutMs` are over. */
export async function claimWatch(redis: Redis): Promise<boolean> {
  return (await redis.set(keys.watched, 'yes', { nx: true, px: heartbeatTimeoutMs })) === 'OK';
}

/**
 * Marks the build as running and returns the revision that it will at least contain. The claim ends in the same step, so
 * a change after that head can claim the next build.
 */
export async function beginBuild(redis: Redis, build: { buildId: string; now: Date }): Promise<{ head: number }> {
  const since = build.now.toISOString();
  const building = toStored({ buildId: build.buildId, since, alive: since });
  return { head: await begin(redis, { json: building }) };
}

/**
 * Gives signs of life of this build until the returned function is called. A claim made meanwhile is for the next build,
 * and lasts as long as this one keeps that from beginning. An unreachable store is ignored.
 */
export function startHeartbeat(redis: Redis, buildId: string): () => void {
  const signal = () => {
    renew(redis, { buildId, now: new Date().toISOString(), claimMs: claimSeconds * 1000 }).catch(() => undefined);
  };
  signal();
  const timer = setInterval(signal, aliveEveryMs).unref();
  return () => clearInterval(timer);
}

const progressEveryMs = 500;

/**
 * Records how far the build is, for people who wait for it. Call the result with the number of files done: it writes at
 * most twice a second, and only while this is the running build. An unreachable store is ignored.
 */
export function recordProgress(
  redis: Redis,
  build: { buildId: string; since: Date; total: number },
): (done: number) => void {
  let writtenAt = 0;
  const { buildId, since, total } = build;
  return (done) => {
    const now = Date.now();
    if (now - writtenAt < progressEveryMs || done === total) return;
    writtenAt = now;
    const building = toStored({
      buildId,
      since: since.toISOString(),
      alive: new Date(now).toISOString(),
      progress: { done, total },
    });
    advance(redis, { buildId, json: building }).catch(() => undefined);
  };
}

/**
 * Records what readers now see, and deletes the last failure. A build that is older than the published one (it ended
 * late) only stops counting as running.
 */
export async function recordPublished(
  redis: Redis,
  build: { buildId: string; revision: number; now: Date },
): Promise<void> {
  const { buildId, revision } = build;
  const published = toStored({ revision, buildId, at: build.now.toISOString() });
  await publish(redis, { json: published, buildId, revision });
}

/**
 * Records why a build failed, unless it has done so itself; the last published one stays. `killed`: it was ended from
 * outside.
 */
export async function recordFailure(
  redis: Redis,
  build: { buildId: string; message: string; now: Date; killed?: boolean },
): Promise<void> {
  const { buildId, message, killed = false } = build;
  const failure = toStored({ buildId, message, at: build.now.toISOString(), killed });
  await fail(redis, { json: failure, buildId });
}

/** A failure as stored; earlier versions had no counts. */
const Failure = z.object({ at: z.string(), attempts: z.int().default(1), killed: z.boolean().default(false) }).loose();
const Running = z.object({ since: z.string(), alive: z.string().optional() }).loose();

/** The state of publishing, in one round trip. */
export async function publishingState(redis: Redis, now = new Date()): Promise<PublishingState> {
  const found = await readState(redis, {});
  const [at, publishedJson, buildingJson, failureJson, claimedAt, urgent, claimMs] = found;
  const running = buildingJson ? Running.parse(JSON.parse(buildingJson)) : null;
  // A sign of life from the future is of a build that was killed while the clock was ahead.
  const dead = running && Math.abs(now.getTime() - Date.parse(running.alive ?? running.since)) > deadAfterMs;
  const failed = failureJson ? Failure.parse(JSON.parse(failureJson)) : null;
  return PublishingState.parse({
    head: Number(at ?? 0),
    published: publishedJson ? (JSON.parse(publishedJson) as unknown) : null,
    ...(urgent === null ? {} : { urgent: Number(urgent) }),
    waiting: claimedAt !== null,
    asked: awaitedSince(claimedAt, claimMs, now),
    building: dead ? null : running,
    failure: failed && { ...failed, retryAt: retryTime(failed).toISOString() },
  });
}

function awaitedSince(claim: string | null, ms: number, now: Date): PublishingState['asked'] {
  const since = z.iso.datetime().safeParse(claim);
  return since.success
    ? { since: since.data, until: new Date(now.getTime() + Math.max(ms, 0)).toISOString() }
    : undefined;
}
