import type { ExportPlace } from '../../../model/scheduled-export.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { FileNames } from '../file-names.ts';
import { readOwnNotes } from '../own-notes.ts';
import type { Place } from './export-target.ts';
import { type RunResult, ExportRun } from './export-run.ts';
import { KnownFiles } from './known-files.ts';
import { gitTarget } from './git.ts';
import { webdavTarget } from './webdav.ts';

/**
 * Exports a person's notes to a place as Markdown files with their pictures: writes those that changed since the last time,
 * and removes those that are gone. Goes as far as `mayGoOn` allows, which it asks after a few files; unless it is `done`, the
 * next run continues at `cursor`. `hasFailed`: a picture failed before it was interrupted. Throws `ExportFailure`.
 */
export async function exportNotes(
  redis: Redis,
  userId: string,
  kind: ExportPlace['kind'],
  place: Place,
  { cursor, hasFailed, mayGoOn }: { cursor: string | null; hasFailed: boolean; mayGoOn: () => boolean },
): Promise<RunResult & { cursor: string | null; done: boolean }> {
  const target = await (kind === 'git' ? gitTarget : webdavTarget)(place);
  try {
    const [names, files] = await Promise.all([FileNames.of(redis, userId), KnownFiles.of(redis, userId)]);
    const bringing = new ExportRun(redis, { userId, target, names, files, mayGoOn });
    let at = cursor;
    const all = async () => {
      if (!(await bringing.settle())) return false;
      for (;;) {
        const page = await readOwnNotes(redis, userId, at);
        if (!(await bringing.take(page.notes.map(({ note }) => note)))) return false;
        if (page.next === null) break;
        at = page.next;
        if (!mayGoOn()) return false;
      }
      await bringing.save();
      return (await bringing.bringPictures(hasFailed)) && bringing.clear();
    };
    const done = await all();
    await bringing.save();
    return { ...bringing.result, cursor: done ? null : at, done };
  } finally {
    await target.close();
  }
}
