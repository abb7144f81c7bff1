import { z } from 'zod';
import type { DeletedNote, Note } from '../../model/note.ts';
import { RevisionContent, type EarlierRevision } from '../../model/revision.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import { StoredNote } from './note-parts.ts';

const words = z.string().transform((text) => text.split(' ').filter(Boolean));

/** An entry of the list that the script which writes notes keeps. */
const Earlier = jsonOf(
  z.object({
    rev: z.int().positive(),
    at: z.iso.datetime(),
    was: RevisionContent.omit({ tags: true }).extend({ tags: words }).partial(),
  }),
);

const read = readScript({
  keys: ['note', 'revisions'],
  returns: z.tuple([StoredNote.nullable(), z.array(Earlier)]),
  body: `return { redis.call('GET', note), redis.call('LRANGE', revisions, 0, -1) }`,
});

/** A note, and what its earlier revisions were, newest first; in one round trip. */
export async function readRevisions(
  redis: Redis,
  uuid: string,
): Promise<{ note: Note | DeletedNote | undefined; earlier: EarlierRevision[] }> {
  const [note, earlier] = await read(redis, { note: keys.note(uuid), revisions: keys.revisions(uuid) });
  return { note: note ?? undefined, earlier: earlier.map(({ was, ...of }) => ({ ...of, was: defined(was) })) };
}

/** Without the fields that are not there, which may not be there as undefined either. */
function defined<T extends object>(partial: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof defined<T>
  >;
}
