import { z } from 'zod';
import { PublishingState } from '../../domain/publishing.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { advance, begin, fail, publish } from './scripts/publishing.ts';
import { toStored } from './stored.ts';

/** A build that has not ended for this long was killed, and does not count as running. */
const deadAfterMs = 15 * 60 * 1000;

/**
 * Asks for the right to start a build. True for exactly one caller until the build begins, the claim is released or
 * `ttlSeconds` pass: everyone else's changes will be in the build that this caller starts.
 */
export async function claimBuild(redis: Redis, ttlSeconds: number): Promise<boolean> {
  return (await redis.set(keys.waiting, 'yes', { nx: true, ex: ttlSeconds })) === 'OK';
}

/** Gives the claim back, when starting the build did not work. */
export async function releaseClaim(redis: Redis): Promise<void> {
  await redis.del(keys.waiting);
}

/**
 * Marks the build as running and gives the revision that it will at least contain. The claim ends in the same step,
 * so a change after that head can claim the next build.
 */
export async function beginBuild(redis: Redis, build: { buildId: string; now: Date }): Promise<{ head: number }> {
  const building = toStored({ buildId: build.buildId, since: build.now.toISOString() });
  return { head: await begin(redis, [keys.waiting, keys.building, keys.head], [building]) };
}

const progressEveryMs = 500;

/**
 * How far the build is, for those who wait for it. The result is called with the number of files done; what it says is
 * written at most twice a second, and only as long as this is the running build. A store that is away is ignored.
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
    const building = toStored({ buildId, since: since.toISOString(), progress: { done, total } });
    advance(redis, [keys.building], [buildId, building]).catch(() => undefined);
  };
}

/**
 * Records what readers now see, and forgets the last failure. A build that is older than the published one (it ended
 * late) only stops counting as running.
 */
export async function recordPublished(
  redis: Redis,
  build: { buildId: string; revision: number; now: Date },
): Promise<void> {
  const { buildId, revision } = build;
  const published = toStored({ revision, buildId, at: build.now.toISOString() });
  await publish(redis, [keys.published, keys.building, keys.failure], [published, buildId, revision]);
}

/** Records why a build failed; the last published one stays. */
export async function recordFailure(
  redis: Redis,
  build: { buildId: string; message: string; now: Date },
): Promise<void> {
  const { buildId, message } = build;
  const failure = toStored({ buildId, message, at: build.now.toISOString() });
  await fail(redis, [keys.failure, keys.building], [failure, buildId]);
}

/** Where publishing stands, from one look at the store. */
export async function publishingState(redis: Redis, now = new Date()): Promise<PublishingState> {
  const { head, published, waiting, building, failure } = keys;
  const values = await redis.mget<(string | null)[]>(head, published, waiting, building, failure);
  const [at, ...rest] = z.array(z.string().nullable()).length(5).parse(values);
  const [publishedJson, claim, buildingJson, failureJson] = rest;
  const state = PublishingState.parse({
    head: Number(at ?? 0),
    published: parsed(publishedJson),
    waiting: claim !== null,
    building: parsed(buildingJson),
    failure: parsed(failureJson),
  });
  const dead = state.building && now.getTime() - Date.parse(state.building.since) > deadAfterMs;
  return dead ? { ...state, building: null } : state;
}

function parsed(json: string | null | undefined): unknown {
  return json ? JSON.parse(json) : null;
}
