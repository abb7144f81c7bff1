import { shownFacts } from '../../../capture/server/copies.ts';
import { putPictures, readNote } from '../../../notes/server/notes.ts';
import { causeOf } from '../../../platform/model/cause.ts';
import { inParts } from '../../../platform/model/parts.ts';
import { log } from '../../../platform/server/log.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import type { NoteWrite } from './import-parts.ts';

const shownAtOnce = 50;

/**
 * Shows on notes that got a copy what their page says, as on pages captured here. Gives the last revision that rose. The
 * part is already written: a failure is only logged, and leaves notes that do not show this.
 */
export async function copiesShown(redis: Redis, notes: readonly NoteWrite[]): Promise<number | null> {
  const copied = notes.filter(({ copy }) => copy);
  let revision: number | null = null;
  try {
    for (const some of inParts(copied, shownAtOnce)) {
      const raised = await Promise.all(some.map((one) => copyShown(redis, one)));
      for (const one of raised) if (one !== null) revision = Math.max(one, revision ?? one);
    }
  } catch (error) {
    log('warn', 'notes that were imported do not tell of the pages of their copies', { error: causeOf(error) });
  }
  return revision;
}

async function copyShown(redis: Redis, { uuid, note, copy }: NoteWrite): Promise<number | null> {
  const before = copy && (note ?? (await readNote(redis, uuid)));
  if (!before || !('url' in before)) return null;
  return putPictures(redis, uuid, shownFacts(before.pictures, copy.facts, copy.minutes), before.url ?? undefined);
}
