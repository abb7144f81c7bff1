import * as z from 'zod';
import { StoredNote } from '../../../notes/server/store/note-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import { inParts } from '../../../platform/model/parts.ts';

/** A file as it was last written. `digest`: Git's digest of its bytes; `pictures`: those that a note's file shows beside it. */
const WrittenFile = z.object({ name: z.string(), digest: z.string(), pictures: z.array(z.string()).exactOptional() });
export type WrittenFile = z.infer<typeof WrittenFile>;

/**
 * `coming`: what a run was about to write when it recorded this. `theirs`: a picture that a file of the owner shows.
 * `refused`: one that the place does not take, and how many times it was tried.
 */
const KnownFile = WrittenFile.extend({
  coming: WrittenFile.exactOptional(),
  theirs: z.literal(true).exactOptional(),
  refused: z.coerce.number().exactOptional(),
});
export type KnownFile = z.infer<typeof KnownFile>;
const StoredFile = jsonOf(KnownFile);

/** All files as they were last written there, by the uuids of their notes and the keys of their pictures. */
export async function readWritten(redis: Redis, userId: string): Promise<Map<string, KnownFile>> {
  const files = new Map<string, KnownFile>();
  let cursor = '0';
  do {
    const [next, flat] = await redis.hscan(keys.exportWritten(userId), cursor, { count: 1000 });
    const found = z.array(z.string()).parse(flat);
    for (let at = 0; at < found.length; at += 2) files.set(found[at] ?? '', StoredFile.parse(found[at + 1]));
    cursor = next;
  } while (cursor !== '0');
  return files;
}

export async function keepWritten(redis: Redis, userId: string, files: ReadonlyMap<string, KnownFile>): Promise<void> {
  const fields = [...files].map(([key, file]) => [key, toStored(file)] as const);
  for (const some of inParts(fields, 500)) await redis.hset(keys.exportWritten(userId), Object.fromEntries(some));
}

export async function forgetWritten(redis: Redis, userId: string, names: readonly string[]): Promise<void> {
  for (const some of inParts(names, 500)) await redis.hdel(keys.exportWritten(userId), ...some);
}

const Notes = z.array(StoredNote.nullable());

/** Which of these notes are deleted or gone. */
export async function missingNotes(redis: Redis, uuids: readonly string[]): Promise<string[]> {
  if (uuids.length === 0) return [];
  const notes = Notes.parse(await redis.mget(...uuids.map(keys.note)));
  return uuids.filter((_, at) => !notes[at] || 'deletedAt' in notes[at]);
}
