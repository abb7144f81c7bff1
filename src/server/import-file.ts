import type { Import, ImportVisibility } from '../domain/import.ts';
import type { User } from '../domain/user.ts';
import { batchesOf } from '../formats/batches.ts';
import type { ImportFile } from '../formats/file.ts';
import { openFile } from '../formats/open.ts';
import { openImport, takePart } from './imports.ts';
import type { Redis } from './store/redis.ts';

export type FileImported = { ok: true; import: Import; revision: number | null } | { ok: false; why: string };

/** Takes a whole file in one go, as the page does it part by part. `revision` is the last that was raised, or null. */
export async function importFile(
  redis: Redis,
  author: User,
  file: ImportFile & { fingerprint: string },
  visibility: ImportVisibility,
  clock: () => Date,
): Promise<FileImported> {
  const opened = await openFile(file);
  if (!opened.ok) return opened;
  const { name, size, fingerprint } = file;
  const asked = { name: name.slice(0, 200), format: opened.format, size, fingerprint, visibility };
  const begun = await openImport(redis, author, asked, clock());
  let [latest, revision] = [begun.import, null as number | null];
  for await (const part of batchesOf(opened.items, latest.at)) {
    const written = await takePart(redis, author, latest.id, part, clock());
    if (!written.ok) return { ok: false, why: 'The same file is being brought in by another call. Wait for that one.' };
    latest = written.import;
    revision = written.revision ?? revision;
  }
  return { ok: true, import: latest, revision };
}
