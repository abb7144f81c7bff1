import { z } from 'zod';
import { StoredNote } from '../../../notes/server/store/note-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

const File = z.object({ name: z.string(), digest: z.string() });
type File = z.infer<typeof File>;
const StoredFile = jsonOf(File);
const Files = z.array(StoredFile.nullable().transform((file) => file ?? undefined));

const readFields = readScript({
  keys: ['written'],
  args: ['...uuids'],
  returns: Files,
  body: `return redis.call('HMGET', written, unpack(uuids))`,
});

/** The files of these notes as they were last written there. */
export async function readWritten(redis: Redis, userId: string, uuids: string[]): Promise<(File | undefined)[]> {
  return uuids.length === 0 ? [] : readFields(redis, { written: keys.exportWritten(userId), uuids: uuids });
}

export async function keepWritten(redis: Redis, userId: string, files: ReadonlyMap<string, File>): Promise<void> {
  const fields = [...files].map(([uuid, file]) => [uuid, toStored(file)] as const);
  for (let from = 0; from < fields.length; from += 500) {
    await redis.hset(keys.exportWritten(userId), Object.fromEntries(fields.slice(from, from + 500)));
  }
}

export async function forgetWritten(redis: Redis, userId: string, uuids: string[]): Promise<void> {
  if (uuids.length > 0) await redis.hdel(keys.exportWritten(userId), ...uuids);
}

const Notes = z.array(StoredNote.nullable());

/** The files there of notes that this person has no more, some at a time. */
export async function* goneWritten(redis: Redis, userId: string): AsyncGenerator<{ uuid: string; file: File }[]> {
  let cursor = '0';
  do {
    const [next, flat] = await redis.hscan(keys.exportWritten(userId), cursor, { count: 200 });
    const found = z.array(z.string()).parse(flat);
    const written = found.flatMap((uuid, at) =>
      at % 2 === 0 ? [{ uuid, file: StoredFile.parse(found[at + 1]) }] : [],
    );
    const names = written.map(({ uuid }) => keys.note(uuid));
    const notes = names.length === 0 ? [] : Notes.parse(await redis.mget(...names));
    const gone = written.filter((_, at) => !notes[at] || 'deletedAt' in notes[at]);
    if (gone.length > 0) yield gone;
    cursor = next;
  } while (cursor !== '0');
}
