import { isBuildDue, type PublishingState } from '../model/publishing.ts';
import type { User } from '../../people/model/user.ts';
import { cacheTags } from '../../platform/server/http/html.ts';
import { database } from '../../platform/server/database.ts';
import { environment, type Environment } from '../../platform/server/env.ts';
import { hostOf } from '../../platform/server/host.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { lastOutage } from '../../platform/server/store/meta.ts';
import {
  claimBuild,
  claimDueBuild,
  claimWatch,
  publishingState,
  releaseClaim,
  signsLastMs,
} from './store/publishing.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { log } from '../../platform/server/log.ts';
import { startInBackground } from '../../platform/server/own-call.ts';
import { causeOf } from '../../platform/model/cause.ts';

/** A build service that has not begun after this long is asked again when a person insists. */
const insistAfterMs = 15_000;

/**
 * `waiting`: a build was already asked for, and will include this change. `later`: it is too soon after the last one.
 * `unconfigured`: there is no build hook.
 */
export type BuildRequest = 'asked' | 'waiting' | 'later' | 'unconfigured' | 'failed';
type BuildSettings = Pick<Environment, 'BUILD_HOOK_URL'> & Partial<Pick<Environment, 'PUBLISH_EVERY'>>;

/**
 * Asks for a rebuild unless one is waiting. A hook that fails is logged and gives the claim back. `insist`: a person
 * asks, so that one which waits for long is asked for again. `removes`: what readers can see is taken away, which waits
 * for no time to come. Throws StoreUnreachable.
 */
export async function requestBuild(
  redis: Redis,
  { BUILD_HOOK_URL: hook, PUBLISH_EVERY: everyMinutes = 0 }: BuildSettings,
  { insist = false, removes = true, now = new Date() } = {},
): Promise<BuildRequest> {
  if (!hook) return 'unconfigured';
  if (insist) {
    const [claimed, isLate] = await Promise.all([claimBuild(redis), waitsForLong(redis)]);
    if (!claimed && !isLate) return 'waiting';
  } else {
    const claim = await claimDueBuild(redis, { now, removes, everyMinutes });
    if (claim !== 'claimed') return claim;
  }
  try {
    await hostOf(environment()).deploy(hook);
    return 'asked';
  } catch (error) {
    warn('asking for a build failed', error);
    await releaseClaim(redis);
    return 'failed';
  }
}

/** Whether the build that was asked for should have begun; while another one runs it cannot. */
async function waitsForLong(redis: Redis): Promise<boolean> {
  const now = new Date();
  const { asked, building } = await publishingState(redis, now);
  return !building && (!asked || now.getTime() - Date.parse(asked.since) > insistAfterMs);
}

/** Whether readers see something more or something less by it. The latter is the default, and published at once. */
export type Change = 'adds' | 'removes';

/**
 * What follows a write: a rebuild, and the CDN dropping what it kept of the note, when anything public changed
 * (`revision` is not null). The writer does not wait where the platform can go on after the answer, and no failure
 * here fails the write: the scheduled check asks again.
 */
export async function afterWrite(
  revision: number | null,
  uuid: string,
  context: CallContext,
  change: Change = 'removes',
): Promise<void> {
  await published(revision, [cacheTags.note(uuid), cacheTags.lists], { context, change });
}

/** The same after one call that wrote many notes: one build is asked for. */
export async function afterWrites(
  revision: number | null,
  uuids: readonly string[],
  context: Pick<CallContext, 'waitUntil'>,
  change: Change = 'removes',
): Promise<void> {
  await published(revision, [...uuids.map(cacheTags.note), cacheTags.lists], { context, change });
}

/**
 * The same after a schedule changed notes, or everything that some people wrote. Many writes have many revisions: the
 * newest one, read afterwards, is one from which nobody sees what was removed.
 */
export async function afterBackgroundWrite({
  uuids = [],
  people = [],
  change,
}: {
  uuids?: Iterable<string>;
  people?: string[];
  change?: Change;
}) {
  const tags = [...Array.from(uuids, cacheTags.note), ...people.map(cacheTags.person)];
  if (tags.length === 0) return;
  const state = change === 'adds' ? undefined : publishingState(database()).catch(() => undefined);
  await publishAndPurge(
    [...tags, cacheTags.lists],
    change,
    state?.then((found) => found?.head),
  );
}

/** The same after a change of what readers see of a person. */
export async function afterProfileChange(
  revision: number | null,
  userId: string,
  context: Pick<CallContext, 'waitUntil'>,
): Promise<void> {
  await published(revision, [cacheTags.person(userId), cacheTags.lists], { context, change: 'removes' });
}

async function published(
  revision: number | null,
  tags: string[],
  { context, change }: { context: Pick<CallContext, 'waitUntil'>; change: Change },
): Promise<void> {
  if (revision === null) return;
  const work = publishAndPurge(tags, change, change === 'removes' ? revision : undefined);
  if (context.waitUntil) context.waitUntil(work);
  else await work;
}

async function publishAndPurge(
  tags: string[],
  change: Change = 'removes',
  removedIn?: number | Promise<number | undefined>,
): Promise<void> {
  await Promise.all([
    requestBuild(database(), environment(), { removes: change === 'removes' }).catch((error: unknown) =>
      warn('asking for a build failed', error),
    ),
    purge(tags, removedIn),
  ]);
}

/** The state of publishing; why a build failed is told to signed-in people only, when the store was away to owners. */
export async function stateFor(redis: Redis, visitor: User | undefined): Promise<PublishingState> {
  const state = await publishingState(redis);
  if (visitor?.role === 'owner') {
    const outage = await lastOutage(redis);
    return outage ? { ...state, outage } : state;
  }
  if (!state.failure || visitor) return state;
  return { ...state, failure: { ...state.failure, message: 'Sign in to see why.' } };
}

/** Asks again when changes are unpublished or a build failed, nothing is waiting and no build is alive. */
export async function publishIfBehind(
  redis: Redis,
  env: BuildSettings,
  now: Date,
): Promise<BuildRequest | 'up-to-date' | 'under-way'> {
  const state = await publishingState(redis, now);
  if (isBuildDue(state, now, env.PUBLISH_EVERY)) return requestBuild(redis, env, { removes: false, now });
  if (state.waiting || state.building) return 'under-way';
  return state.failure || state.head > (state.published?.revision ?? 0) ? 'later' : 'up-to-date';
}

/**
 * Asks for the build that a lost hook call or a dead build left undone. A build that seems under way may have been killed a
 * moment ago: a background function waits for its next sign of life, since a scheduled one has half a minute.
 */
export async function healPublishing(now: Date): Promise<Awaited<ReturnType<typeof publishIfBehind>>> {
  const outcome = await publishIfBehind(database(), environment(), now);
  if (outcome === 'under-way') await startInBackground('publish-watch', now);
  return outcome;
}

type Watching = { now: () => Date; wait: (ms: number) => Promise<unknown>; mayGoOn: () => boolean };

/**
 * Looks at what is under way until it has ended: a build that was killed is asked for again as soon as it counts as dead,
 * which may be long after the schedule has looked and long before it looks again.
 */
export async function watchPublishing(
  redis: Redis,
  env: BuildSettings,
  { now, wait, mayGoOn }: Watching,
): Promise<Awaited<ReturnType<typeof publishIfBehind>> | 'elsewhere'> {
  let outcome = await publishIfBehind(redis, env, now());
  while (outcome === 'under-way' && mayGoOn()) {
    if (!(await claimWatch(redis))) return 'elsewhere';
    await wait(signsLastMs);
    outcome = await publishIfBehind(redis, env, now());
  }
  return outcome;
}

/** Lets the CDN drop pictures whose files are gone. */
export async function purgePictures(names: readonly string[]): Promise<void> {
  if (names.length > 0) await purge(names.map(cacheTags.picture));
}

/** Lets the CDN drop what it kept of the moderation log. */
export async function purgeModerationLog(context: CallContext): Promise<void> {
  const work = purge([cacheTags.log]);
  if (context.waitUntil) context.waitUntil(work);
  else await work;
}

/** A failure is logged: what the CDN keeps is asked for again in a minute. */
async function purge(tags: string[], removedIn?: number | Promise<number | undefined>): Promise<void> {
  await hostOf(environment())
    .purge(tags, await removedIn)
    .catch((error: unknown) => warn('purging the CDN failed', error));
}

function warn(what: string, error: unknown): void {
  log('warn', what, { error: causeOf(error) });
}
