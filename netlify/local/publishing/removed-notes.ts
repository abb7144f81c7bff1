import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { removalChannel, type Removal } from '../../../src/platform/server/host.ts';
import { cacheTags } from '../../../src/platform/server/http/html.ts';
import type { Releases } from './releases.ts';

/** Of more than these the oldest are left to the next build. */
const most = 20_000;

/**
 * Hears of what functions take away from notes, until the served release has it: of such a note the files are no answers
 * any more, and functions answer.
 */
export function followRemovals(releases: Pick<Releases, 'record'>) {
  /** The revision of the last removal, by the note's tag. */
  const removed = new Map<string, number>();
  const hear = (message: unknown) => {
    const { tags, removedIn } = message as Removal;
    for (const tag of tags) {
      removed.delete(tag);
      removed.set(tag, removedIn);
    }
    for (const oldest of removed.keys()) {
      if (removed.size <= most) break;
      removed.delete(oldest);
    }
  };
  subscribe(removalChannel, hear);
  return {
    /** Whether the file at a path is of a note as it is not any more. */
    isOld(this: void, pathname: string): boolean {
      const [, uuid] = /^\/note\/detail\/([^/]+)\//.exec(pathname) ?? [];
      const revision = uuid === undefined ? undefined : removed.get(cacheTags.note(uuid));
      return revision !== undefined && revision > (releases.record()?.revision ?? 0);
    },
    stop: () => void unsubscribe(removalChannel, hear),
  };
}
