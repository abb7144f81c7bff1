import { isBuildDue, type PublishingState } from '../model/publishing.ts';
import type { User } from '../../people/model/user.ts';
import { cacheTags } from '../../platform/server/http/html.ts';
import { database } from '../../platform/server/database.ts';
import { environment, type Environment } from '../../platform/server/env.ts';
import { hostOf } from '../../platform/server/host.ts';
import { afterAnswer, type CallContext } from '../../platform/server/http/endpoint.ts';
import { lastOutage } from '../../platform/server/store/meta.ts';
import { claimDueBuild, claimWatch, publishingState, releaseClaim, heartbeatTimeoutMs } from './store/publishing.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { log } from '../../platform/server/log.ts';
import { startInBackground } from '../../platform/server/own-call.ts';
import { causeOf } from '../../platform/model/cause.ts';
import { isPublic, isPublished, type NoteAccess } from '../../notes/model/note-access.ts';

/** A build service that has not begun after this long is asked again when a person insists. */
const insistAfterMs = 15_000;

/**
 * `waiting`: a build is already requested, and will include this change. `later`: it is too soon after the last one.
 * `up-to-date`: everything is published. `unconfigured`: there is no build hook.
 */
export type BuildRequest = 'asked' | 'waiting' | 'later' | 'up-to-date' | 'unconfigured' | 'failed';
type BuildSettings = Pick<Environment, 'BUILD_HOOK_URL'> & Partial<Pick<Environment, 'PUBLISH_EVERY'>>;

/**
 * Requests a build unless one is waiting. A hook that fails is logged, and the claim is released. `insist`: a person asks,
 * so a build that has waited for long is requested again, if builds cost nothing. `removes`: readers lose something that
 * they can see now, which waits only once the day's early builds are used up; `unlimited`: not even then. Throws
 * StoreUnreachable.
 */
export async function requestBuild(
  redis: Redis,
  { BUILD_HOOK_URL: hook, PUBLISH_EVERY: everyMinutes = 0 }: BuildSettings,
  { insist = false, unlimited = false, removes = true, now = new Date() } = {},
): Promise<BuildRequest> {
  if (!hook) return 'unconfigured';
  const isFree = everyMinutes === 0;
  // Where builds cost nothing, a person gets one whenever they ask.
  const due = { now, removes: removes && !insist, everyMinutes, insists: insist && !isFree, unlimited };
  const [claim, isLate] = await Promise.all([claimDueBuild(redis, due), insist && isFree && waitsForLong(redis)]);
  if (claim !== 'claimed' && claim !== 'early' && !(claim === 'waiting' && isLate)) return claim;
  try {
    await hostOf(environment()).deploy(hook);
    return 'asked';
  } catch (error) {
    warn('asking for a build failed', error);
    await releaseClaim(redis, claim);
    return 'failed';
  }
}

/** Whether the requested build should have begun by now. While another one runs, it cannot. */
async function waitsForLong(redis: Redis): Promise<boolean> {
  const now = new Date();
  const { asked, building } = await publishingState(redis, now);
  return !building && (!asked || now.getTime() - Date.parse(asked.since) > insistAfterMs);
}

const changes = ['adds', 'edits', 'removes', 'takes-down'] as const;
/**
 * What a change does to what readers see. After all but `adds`, files of before must not be served any more, and functions
 * answer instead. `removes`, which is the default, does not wait for the interval, until the day's early builds are used
 * up; `takes-down`, by a moderator or with an account, not even then.
 */
export type PublicChange = (typeof changes)[number];

/** The change that needs to be published soonest. */
export function mostUrgent(one: PublicChange, other: PublicChange): PublicChange {
  return changes[Math.max(changes.indexOf(one), changes.indexOf(other))] ?? 'removes';
}

/** What writing a note does; `after` is undefined if it is deleted. */
export function changeOf(before: NoteAccess, after: NoteAccess | undefined): PublicChange {
  if (!isPublished(before)) return 'adds';
  const isLess = !after || !isPublished(after) || (isPublic(before) && !isPublic(after));
  return isLess ? 'removes' : 'edits';
}

/**
 * Follows a write that changed anything public (`revision` is not null): requests a build, and purges these notes from the
 * CDN. The writer does not wait if the platform can continue after the answer, and no failure here fails the write: the
 * scheduled check tries again.
 */
export async function afterWrite(
  revision: number | null,
  uuids: readonly string[],
  context: CallContext,
  change: PublicChange = 'removes',
): Promise<void> {
  await published(revision, [...uuids.map(cacheTags.note), cacheTags.lists], { context, change });
}

/**
 * The same after a schedule changed notes, or everything that some people wrote. Many writes have many revisions: in the
 * newest one, read afterwards, nobody sees what was removed.
 */
export async function afterBackgroundWrite({
  uuids = [],
  people = [],
  change = 'takes-down',
}: {
  uuids?: Iterable<string>;
  people?: string[];
  change?: PublicChange;
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
  context: CallContext,
  change: PublicChange = 'removes',
): Promise<void> {
  await published(revision, [cacheTags.person(userId), cacheTags.lists], { context, change });
}

async function published(
  revision: number | null,
  tags: string[],
  { context, change }: { context: CallContext; change: PublicChange },
): Promise<void> {
  if (revision === null) return;
  await afterAnswer(context, () => publishAndPurge(tags, change, change === 'adds' ? undefined : revision));
}

async function publishAndPurge(
  tags: string[],
  change: PublicChange,
  removedIn: number | Promise<number | undefined> | undefined,
): Promise<void> {
  await Promise.all([
    requestBuild(database(), environment(), {
      removes: change === 'removes' || change === 'takes-down',
      unlimited: change === 'takes-down',
    }).catch((error: unknown) => warn('asking for a build failed', error)),
    purge(tags, removedIn),
  ]);
}

/** The state of publishing. Why a build failed is for signed-in people only; when the store was away, for owners only. */
export async function stateFor(redis: Redis, visitor: User | undefined): Promise<PublishingState> {
  const state = await publishingState(redis);
  if (visitor?.role === 'owner') {
    const outage = await lastOutage(redis);
    return outage ? { ...state, outage } : state;
  }
  if (!state.failure || visitor) return state;
  return { ...state, failure: { ...state.failure, message: 'Sign in to see why.' } };
}

/** Requests a build if changes are unpublished or a build failed, and no build is waiting or alive. */
export async function publishIfBehind(
  redis: Redis,
  env: BuildSettings,
  now: Date,
): Promise<BuildRequest | 'under-way'> {
  const state = await publishingState(redis, now);
  if (isBuildDue(state, now, env.PUBLISH_EVERY)) return requestBuild(redis, env, { removes: false, now });
  if (state.waiting || state.building) return 'under-way';
  return state.failure || state.head > (state.published?.revision ?? 0) ? 'later' : 'up-to-date';
}

/**
 * Requests the build that a lost hook call or a dead build left undone. A build that seems under way may have been killed
 * a moment ago: a background function waits for its next sign of life, since a scheduled one has only half a minute.
 */
export async function healPublishing(now: Date): Promise<Awaited<ReturnType<typeof publishIfBehind>>> {
  const outcome = await publishIfBehind(database(), environment(), now);
  if (outcome === 'under-way') await startInBackground('publish-watch', now);
  return outcome;
}

type Watching = { now: () => Date; wait: (ms: number) => Promise<unknown>; mayGoOn: () => boolean };

/**
 * Watches what is under way until it has ended. A build that was killed is requested again as soon as it counts as dead,
 * which may be long after the schedule has checked and long before it checks again.
 */
export async function watchPublishing(
  redis: Redis,
  env: BuildSettings,
  { now, wait, mayGoOn }: Watching,
): Promise<Awaited<ReturnType<typeof publishIfBehind>> | 'elsewhere'> {
  let outcome = await publishIfBehind(redis, env, now());
  while (outcome === 'under-way' && mayGoOn()) {
    if (!(await claimWatch(redis))) return 'elsewhere';
    await wait(heartbeatTimeoutMs);
    outcome = await publishIfBehind(redis, env, now());
  }
  return outcome;
}

/** Purges pictures whose files are gone from the CDN. */
export async function purgePictures(names: readonly string[]): Promise<void> {
  if (names.length > 0) await purge(names.map(cacheTags.picture));
}

/** Purges the moderation log from the CDN. */
export async function purgeModerationLog(context: CallContext): Promise<void> {
  await afterAnswer(context, () => purge([cacheTags.log]));
}

/** A failure is logged: the CDN revalidates what it keeps within a minute anyway. */
async function purge(tags: string[], removedIn?: number | Promise<number | undefined>): Promise<void> {
  await hostOf(environment())
    .purge(tags, await removedIn)
    .catch((error: unknown) => warn('purging the CDN failed', error));
}

function warn(what: string, error: unknown): void {
  log('warn', what, { error: causeOf(error) });
}
