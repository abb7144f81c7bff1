import type { Import, ImportPart, ImportVisibility } from '../../model/import.ts';
import type { User } from '../../../people/model/user.ts';
import { bounded, OverBudget } from '../../../app/tasks/bounded.ts';
import { environment } from '../../../platform/server/env.ts';
import type { PlannedPart } from './planned-entry.ts';
import { ownCollections } from './import-collections.ts';
import { openImport, takePart, type PartBefore } from './imports.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

export type FileImported = { ok: true; import: Import; revision: number | null } | { ok: false; why: string };

/** How long the reading of one file may take, without the writing of what it holds. In milliseconds. */
const readMs = 20_000;

type Uploaded = { name: string; bytes: Uint8Array<ArrayBuffer>; fingerprint: string };

/**
 * Takes a whole file in one go, as the page does it part by part. `revision` is the last that was raised, or null. A file
 * that costs too much to read comes in up to there, and its report says so. Throws HttpError 503.
 */
export async function importFile(
  redis: Redis,
  author: User,
  { name, bytes, fingerprint }: Uploaded,
  visibility: ImportVisibility,
  clock: () => Date,
): Promise<FileImported> {
  const size = bytes.length;
  const by = { authorId: author.id, siteUrl: environment().SITE_URL, now: clock() };
  const reading = bounded('read-file', { bytes, name, visibility, by }, { ms: readMs, transfer: [bytes.buffer] });
  let [latest, revision] = [undefined as Import | undefined, null as number | null];
  let writing: PartBefore | undefined;
  const collections = ownCollections(redis, author.id);
  const take = (open: Import, part: ImportPart | PlannedPart) => {
    writing = {
      bytes: 'bytes' in part ? part.bytes : 0,
      taken: takePart(redis, author, open, part, clock(), { before: writing, collections }),
    };
    // Its failure is told where it is awaited.
    writing.taken.catch(() => undefined);
  };
  const isWritten = async (part = writing) => {
    const written = await part?.taken;
    if (written?.ok === false) return false;
    latest = written?.import ?? latest;
    revision = written?.revision ?? revision;
    return true;
  };
  const nothing = 'This file is empty.';
  const elsewhere = 'The same file is already being imported. Wait for that to finish.';
  try {
    const { value: opened } = await reading.next();
    if (!opened || !('ok' in opened)) return { ok: false, why: nothing };
    if (!opened.ok) return opened;
    const asked = { name: cutTo(name, 200), format: opened.format, size, fingerprint, visibility };
    latest = (await openImport(redis, author, asked, clock())).import;
    // While one part is written, the next is planned, and the thread reads the one behind it.
    let next = reading.next(latest.at);
    for (let part = await next; !part.done; part = await next) {
      next = reading.next();
      next.catch(() => undefined);
      const before = writing;
      if ('part' in part.value) take(latest, JSON.parse(part.value.part) as PlannedPart);
      if (!(await isWritten(before))) return { ok: false, why: elsewhere };
    }
    if (!(await isWritten())) return { ok: false, why: elsewhere };
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    if (!(await isWritten())) return { ok: false, why: elsewhere };
    if (!latest) return { ok: false, why: `This file couldn’t be read. ${error.message}` };
    const why = `The rest of the file couldn’t be read. ${error.message} Split it, or import it in your settings.`;
    const rest = { from: latest.at, entries: [{ place: `after ${latest.at} entries`, why }], last: true };
    take(latest, rest);
    if (!(await isWritten())) return { ok: false, why: elsewhere };
  } finally {
    await reading.return();
  }
  return { ok: true, import: latest, revision };
}
