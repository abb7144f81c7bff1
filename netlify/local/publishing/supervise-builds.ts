import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { removalChannel, type Removal } from '../../../src/platform/server/host.ts';
import { cacheTags } from '../../../src/platform/server/http/html.ts';
import { readable } from '../../../src/platform/server/http/problem.ts';
import type { Releases } from './releases.ts';
import { isBuildDue, type PublishingState } from '../../../src/publishing/model/publishing.ts';
import { changesSince } from '../../../src/platform/server/store/changes.ts';
import { publishingState } from '../../../src/publishing/server/store/publishing.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import type { BuildService } from './build-service.ts';

/** Beyond this number, the oldest are left to the next build. */
const max = 20_000;
/** How many entries of the change log are read at once. */
const readAtOnce = 1000;
/** How often it checks again. */
const checkEveryMs = 1000;

/** Stands for all people: a path under `/u/` has the handle, but tags have ids. */
const people = cacheTags.person('');

/**
 * Tracks what functions remove of notes and people, until the served release reflects it: the files of such a note, those of
 * people and their collections, and lists must no longer be served, and functions answer instead.
 */
export function followRemovals(releases: Pick<Releases, 'record'>) {
  /** The revision of the last removal, by the note's tag, and of all people by one. */
  const removed = new Map<string, number>();
  const recordRemoval = (message: unknown) => {
    const { tags, removedIn } = message as Removal;
    remember(tags, removedIn);
  };
  const remember = (tags: readonly string[], removedIn: number) => {
    for (const name of tags) {
      const tag = name.startsWith(people) ? people : name;
      const latest = Math.max(removedIn, removed.get(tag) ?? 0);
      removed.delete(tag);
      removed.set(tag, latest);
    }
    for (const oldest of removed.keys()) {
      if (removed.size <= max) break;
      removed.delete(oldest);
    }
  };
  subscribe(removalChannel, recordRemoval);
  let stopped = false;
  return {
    /**
     * Reads from the change log what no function of this process reported, because it happened before the process began,
     * and the served release is an earlier one, since a build failed or somebody rolled back. Any change may have removed
     * something.
     */
    async readBack(redis: Redis): Promise<void> {
      const asOf = releases.record()?.revision ?? 0;
      for (let from = asOf, more = true; more;) {
        const changes = await changesSince(redis, from, readAtOnce);
        for (const { kind, id, revision } of changes)
          remember(kind === 'note' ? [cacheTags.note(id), cacheTags.lists] : [people], revision);
        from = changes.at(-1)?.revision ?? from;
        more = changes.length === readAtOnce;
      }
    },
    /** The same for the release that is served now, repeated while the store is away. Returns whether it was read. */
    async readBackLater(redis: Redis): Promise<boolean> {
      for (; !stopped; await pause(checkEveryMs, undefined, { ref: false })) {
        const read = await this.readBack(redis).then(
          () => true,
          () => false,
        );
        if (read) return true;
      }
      return false;
    },
    /** Whether the file at a path, however it is encoded, may show a note or a person as they were before a removal or edit. */
    isOld(this: void, pathname: string): boolean {
      const [, folder, name = ''] = /^\/(u|tag|note\/list|note\/detail)\/([^/]+)/i.exec(readable(pathname)) ?? [];
      if (folder === undefined) return false;
      const isNote = folder.toLowerCase() === 'note/detail';
      const tags = isNote ? [cacheTags.note(name.toLowerCase())] : [people, cacheTags.lists];
      return tags.some((tag) => (removed.get(tag) ?? 0) > (releases.record()?.revision ?? 0));
    },
    stop() {
      stopped = true;
      unsubscribe(removalChannel, recordRemoval);
    },
  };
}

/** A write requests its build immediately: a request this old was lost with a process that ended. */
const forgottenAfterMs = 3000;

/**
 * Restarts publishing whenever it has stopped with something to publish: the build was killed before or after it took its
 * claim, a failed build is due to be retried, or the store was away when it ended. Call the result to stop.
 */
export function superviseBuilds(
  redis: Redis,
  builds: Pick<BuildService, 'busy' | 'request'>,
  everyMinutes = 0,
): () => void {
  let still = { what: '', since: 0 };
  let checking = false;
  const check = async () => {
    const now = new Date();
    const state = builds.busy() ? undefined : await publishingState(redis, now);
    const what = state ? pendingIn(state, now, everyMinutes) : '';
    if (what !== still.what) still = { what, since: performance.now() };
    const due = what === 'failure' || (what !== '' && performance.now() - still.since >= forgottenAfterMs);
    if (due && !builds.busy()) builds.request();
  };
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    // While the store is away there is nothing to do; the watcher of the store reports that.
    void check()
      .catch(() => undefined)
      .finally(() => (checking = false));
  }, checkEveryMs);
  return () => clearInterval(timer);
}

/** Identifies what is to be published, and stays the same as long as nobody writes; empty if there is nothing to do. */
function pendingIn(state: PublishingState, now: Date, everyMinutes: number): string {
  if (state.asked) return `asked ${state.asked.since}`;
  // This process is running no build, so a build that counts as running was killed before it could record its end.
  if (!isBuildDue({ ...state, building: null }, now, everyMinutes)) return '';
  return state.failure ? 'failure' : `behind ${state.head}`;
}
