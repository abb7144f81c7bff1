import * as z from 'zod';
import type { DeletedNote, Note } from '../../model/note.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { inBatches, jsonOf } from '../../../platform/server/store/stored.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript } from '../../../platform/server/store/script.ts';
import { noteWrite, writeNote, writeNotes, type NoteWritten, type Idempotency } from './write-note.ts';
import { StoredLiveNote, StoredNote } from './note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { RevisionContent, type EarlierRevision } from '../../model/revision.ts';

export type { Idempotency } from './write-note.ts';
export { listNotes, listNotesUnless, NoteCursor, readNotesPage } from './note-lists.ts';

/** `revision`: the new head revision, or null if nothing changed that others may read. */
export type Written = { ok: true; revision: number | null };
export type Gone = { ok: false; reason: 'deleted' | 'missing' };
export type Stale = { ok: false; reason: 'stale'; current: Note };
/** A call with the same idempotency key wrote `before`; `same`: whether that call had the same content. */
export type Repeated = { ok: false; reason: 'repeated'; before: Note; same: boolean };

/** Writes a new note with all its index entries in one step. Throws when the uuid is in use. */
export async function createNote(redis: Redis, note: Note): Promise<{ revision: number | null }> {
  const [outcome, revision] = await write(redis, note, 'none');
  if (outcome === 'written') return { revision };
  throw new Error(`Note ${note.uuid} cannot be created: ${outcome}.`);
}

/** The same for a call that may be repeated: its key writes one note only, for 30 days. */
export async function createNoteOnce(redis: Redis, note: Note, once: Idempotency): Promise<Written | Repeated> {
  const written = await writeNote(redis, { write: noteWrite(note, 'none', once) });
  if (written[0] === 'written') return { ok: true, revision: written[1] };
  if (written[0] === 'repeated') return repeatedCall(written);
  throw new Error(`Note ${note.uuid} cannot be created: ${written[0]}.`);
}

/** The outcome of a repeated call that the script refused. */
export function repeatedCall([, before, same]: ['repeated', Note, 0 | 1]): Repeated {
  return { ok: false, reason: 'repeated', before, same: same === 1 };
}

/**
 * Replaces the stored revision, whose `rev` must be one less than that of `next`. Of two edits of the same revision one
 * wins, and the other gets `stale` with the current note. Throws if the author differs.
 */
export function replaceNote(redis: Redis, next: Note): Promise<Written | Stale | Gone> {
  return writeOver(redis, next, String(next.rev - 1));
}

/** Replaces a note by its tombstone, whichever revision it has. */
export async function deleteNote(redis: Redis, tombstone: DeletedNote): Promise<Written | Gone> {
  const [outcome, detail] = await write(redis, tombstone, 'any');
  if (outcome === 'written') return { ok: true, revision: detail };
  return gone(outcome, tombstone.uuid);
}

/** The same, but only if the note still has the revision before the tombstone's. */
export function deleteUnchanged(redis: Redis, tombstone: DeletedNote): Promise<Written | Stale | Gone> {
  return writeOver(redis, tombstone, String(tombstone.rev - 1));
}

/** Replaces a tombstone by its note, as long as the bin keeps it; `stale` if the note is already back. */
export function restoreBinnedNote(redis: Redis, note: Note): Promise<Written | Stale | Gone> {
  return writeOver(redis, note, 'binned');
}

/** Replaces several notes as `replaceNote` does one, with up to a hundred in each script. */
export async function replaceNotes(
  redis: Redis,
  nexts: readonly (Note | DeletedNote)[],
): Promise<(Written | Stale | Gone)[]> {
  const outcomes: (Written | Stale | Gone)[] = [];
  for (const part of inScripts(nexts, ({ rev }) => String(rev - 1))) outcomes.push(...(await writePart(redis, part)));
  return outcomes;
}

/** Deletes several notes of any revision, as `deleteNote` does one, in one round trip. Notes already deleted stay so. */
export async function deleteNotes(redis: Redis, tombstones: readonly DeletedNote[]): Promise<void> {
  await Promise.all(inScripts(tombstones, () => 'any').map((part) => writePart(redis, part)));
}

type Part = { next: Note | DeletedNote; write: string[] }[];

function inScripts(nexts: readonly (Note | DeletedNote)[], expected: (next: Note | DeletedNote) => string): Part[] {
  const parts: Part[] = [];
  let size = 0;
  for (const next of nexts) {
    const write = noteWrite(next, expected(next));
    const length = write.join('').length;
    const last = parts.at(-1);
    if (!last || last.length === scriptNotes || size + length > scriptCharacters) {
      parts.push([{ next, write }]);
      size = length;
    } else {
      last.push({ next, write });
      size += length;
    }
  }
  return parts;
}

async function writePart(redis: Redis, part: Part): Promise<(Written | Stale | Gone)[]> {
  const written = await writeNotes(redis, { writes: part.flatMap(({ write: each }) => each) });
  return part.flatMap(({ next }, at) => (written[at] ? [replaced(written[at], next)] : []));
}

/** How much one script writes at most, so that it blocks others only briefly and fits into a request. */
const scriptNotes = 100;
const scriptCharacters = 2_000_000;

async function writeOver(redis: Redis, next: Note | DeletedNote, expected: string): Promise<Written | Stale | Gone> {
  return replaced(await write(redis, next, expected), next);
}

function replaced([outcome, detail]: NoteWritten, { uuid }: Note | DeletedNote): Written | Stale | Gone {
  if (outcome === 'written') return { ok: true, revision: detail };
  if (outcome === 'stale') return { ok: false, reason: 'stale', current: StoredLiveNote.parse(detail) };
  return gone(outcome, uuid);
}

function gone(outcome: string, uuid: string): Gone {
  if (outcome === 'deleted' || outcome === 'missing') return { ok: false, reason: outcome };
  throw new Error(`Note ${uuid} cannot be written: ${outcome}.`);
}

function write(redis: Redis, next: Note | DeletedNote, expected: string) {
  return writeNote(redis, { write: noteWrite(next, expected) });
}

export async function readNote(redis: Redis, uuid: string): Promise<Note | DeletedNote | undefined> {
  const [note] = await readNotes(redis, [uuid]);
  return note;
}

/** The notes of these uuids, in their order; undefined for one that never existed. */
export function readNotes(redis: Redis, uuids: string[]): Promise<(Note | DeletedNote | undefined)[]> {
  return inBatches(redis, uuids.map(keys.note), StoredNote);
}

const readWithAuthor = readScript({
  keys: ['noteKey'],
  returns: z.tuple([StoredNote.nullable(), StoredUser.nullable()]),
  body: `
    local note = redis.call('GET', noteKey)
    if not note then return { false, false } end
    return { note, redis.call('GET', ${luaKey(keys.user, 'cjson.decode(note).authorId')}) }
    `,
});

/** A note and its author, in one round trip. Throws if the author is missing. */
export async function readNoteWithAuthor(
  redis: Redis,
  uuid: string,
): Promise<{ note: Note; author: Author } | { deleted: DeletedNote } | undefined> {
  const [note, user] = await readWithAuthor(redis, { noteKey: keys.note(uuid) });
  if (!note) return undefined;
  if ('deletedAt' in note) return { deleted: note };
  if (!user) throw new Error(`Note ${uuid} has the author ${note.authorId}, who does not exist.`);
  return { note, author: authorOf(user) };
}

const words = z.string().transform((text) => text.split(' ').filter(Boolean));

/** An entry of the list of revisions, as `keepRevision` writes it. */
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

/** A note and its earlier revisions, newest first, in one round trip. */
export async function readRevisions(
  redis: Redis,
  uuid: string,
): Promise<{ note: Note | DeletedNote | undefined; earlier: EarlierRevision[] }> {
  const [note, earlier] = await read(redis, { note: keys.note(uuid), revisions: keys.revisions(uuid) });
  return { note: note ?? undefined, earlier: earlier.map(({ was, ...rest }) => ({ ...rest, was: defined(was) })) };
}

/** Removes fields that are undefined, which would otherwise overwrite those of a later revision. */
function defined<T extends object>(partial: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof defined<T>
  >;
}
