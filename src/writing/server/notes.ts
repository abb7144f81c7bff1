import * as store from '../../notes/server/notes.ts';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { takePictured } from '../../pictures/server/holding.ts';
import { limits } from '../../platform/model/limits.ts';
import {
  changedNote,
  noteFrom,
  Note,
  Counts,
  type DeletedNote,
  type NewNote,
  type NotePatch,
} from '../../notes/model/note.ts';
import { mayRead } from '../../notes/model/note-access.ts';
import { NoteOrder } from '../../notes/model/ranking.ts';
import { mergedTags, Tag } from '../../platform/model/tag.ts';
import { Author, type User } from '../../people/model/user.ts';
import { userIdForm } from '../../people/server/accounts.ts';
import { forgetPoints } from '../../reading/server/aid/written-points.ts';
import { checkAndWrite, type By } from '../../moderation/server/moderation-check.ts';
import { recent } from '../../platform/server/recent.ts';
import { etagOf } from '../../platform/server/http/html.ts';
import { streamOfBytes } from '../../platform/server/http/text-stream.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { findUserByHandle } from '../../people/server/people.ts';
import type { Refusal } from '../../notes/server/note-http.ts';
import { linesOf, Revision, RevisionLine, revisionsOf } from '../../notes/model/revision.ts';
import { readRevisions } from '../../notes/server/notes.ts';

export const RevisionsAnswer = z.object({ revisions: z.array(RevisionLine) });

/** A revision, and the one before it; null for the oldest that is kept. */
export const RevisionAnswer = z.object({ revision: Revision, before: Revision.nullable() });
export type RevisionAnswer = z.infer<typeof RevisionAnswer>;

type Mine<T> = ({ ok: true } & T) | Refusal;

async function history(redis: Redis, uuid: string, readerId: string): Promise<Mine<{ revisions: Revision[] }>> {
  const { note, earlier } = await readRevisions(redis, uuid);
  const own = ownNote(note, readerId);
  if (own.ok) return { ok: true, revisions: revisionsOf(own.note, earlier) };
  // Those who may read the note learn no more about its history than those who may not.
  return own.reason === 'not-yours' ? { ok: false, reason: 'missing' } : own;
}

/** The history of one's own note, newest first, the present one included. Nobody else reads it. */
export async function listRevisions(
  redis: Redis,
  uuid: string,
  readerId: string,
): Promise<Mine<{ revisions: RevisionLine[] }>> {
  const found = await history(redis, uuid, readerId);
  return found.ok ? { ok: true, revisions: linesOf(found.revisions) } : found;
}

/** One revision of one's own note; undefined in the place of one that was never there, or is kept no longer. */
export async function openRevision(
  redis: Redis,
  uuid: string,
  rev: number,
  readerId: string,
): Promise<Mine<{ found: RevisionAnswer | undefined }>> {
  const all = await history(redis, uuid, readerId);
  if (!all.ok) return all;
  const at = all.revisions.findIndex((revision) => revision.rev === rev);
  const revision = all.revisions[at];
  return { ok: true, found: revision && { revision, before: all.revisions[at + 1] ?? null } };
}

/** A note that was written, and where its author reads it. */
export const WrittenNote = z.object({ note: Note, path: z.string() });

/** The largest body of a call that writes a note: every byte of the text may be escaped as `\uXXXX`. */
export const maxNoteBytes = limits.bodyBytes * 6 + 16 * 1024;

/** `revision` is the change log's, null when nothing public changed. */
export type Written = { ok: true; note: Note; revision: number | null };

/** Writes a new note, which comes back and may be held for a moderator's look; `repeated` where `by.once` wrote it before. */
export async function writeNote(redis: Redis, draft: NewNote, by: By): Promise<Written | Refusal> {
  const note = noteFrom(draft, { uuid: uuidv7(), authorId: by.author.id, now: by.now });
  return checkAndWrite(redis, note, undefined, { ...by, pictures: pagePictures(redis, note) });
}

/** Finds the pictures of a note's page where its author captured that. */
function pagePictures(redis: Redis, note: Note): By['pictures'] {
  const digest = note.url === null ? undefined : store.linkDigest(note.url);
  return digest === undefined ? undefined : () => takePictured(redis, note, digest);
}

/**
 * Applies a patch to the revision that it was made for. Any other revision is stale, unless nothing but tags were changed
 * since, as renaming a tag does under whoever types: then both changes are kept.
 */
export async function editNote(
  redis: Redis,
  found: Note | DeletedNote | undefined,
  patch: NotePatch,
  by: By,
): Promise<Written | Refusal> {
  const own = ownNote(found, by.author.id);
  if (!own.ok) return own;
  if (own.note.rev !== patch.rev) {
    const later = await pastOtherTags(redis, patch, own.note);
    return later ? editNote(redis, own.note, later, by) : { ok: false, reason: 'stale', current: own.note };
  }
  const changed = changedNote(own.note, patch, by.now);
  const pictures = changed.url === own.note.url ? undefined : pagePictures(redis, changed);
  const [written] = await Promise.all([
    checkAndWrite(redis, changed, own.note, { ...by, pictures }),
    patch.noModel ? forgetPoints(redis, own.note) : undefined,
  ]);
  return written;
}

/** The same patch for the note as it is now, where only its tags were changed since the revision that it was made for. */
async function pastOtherTags(redis: Redis, patch: NotePatch, note: Note): Promise<NotePatch | undefined> {
  const { note: now, earlier } = await readRevisions(redis, note.uuid);
  if (now?.rev !== note.rev) return undefined;
  const since = revisionsOf(note, earlier).filter(({ rev }) => rev >= patch.rev);
  const base = since.at(-1);
  const isTagsAlone = linesOf(since).every(({ rev, changed }) => rev === patch.rev || changed.join() === 'tags');
  // No history has what is said of models.
  const isSameOfModels = patch.noModel === undefined || patch.noModel === (note.noModel ?? false);
  if (base?.rev !== patch.rev || !isTagsAlone || !isSameOfModels) return undefined;
  if (!patch.tags) return { ...patch, rev: note.rev };
  const tags = mergedTags(base.tags, note.tags, patch.tags);
  return tags.length > limits.tags.count ? undefined : { ...patch, tags, rev: note.rev };
}

/** Moves a note into its author's bin: its address answers 410, and its author can bring it back. */
export async function removeNote(
  redis: Redis,
  found: Note | DeletedNote | undefined,
  editorId: string,
  now: Date,
): Promise<{ ok: true; revision: number | null } | Refusal> {
  const own = ownNote(found, editorId);
  if (!own.ok) return own;
  return store.deleteNote(redis, tombstoneOf(own.note, now));
}

/** What stays of a note in its place while it is in the bin. */
export function tombstoneOf({ uuid, rev, authorId }: Note, now: Date): DeletedNote {
  return { uuid, rev: rev + 1, authorId, deletedAt: now.toISOString(), binned: true };
}

/** What a reader may narrow a list of notes to. `author` is a handle or a user id. */
export const NoteListQuery = z
  .strictObject({
    author: z.string().max(64, 'An author is named by handle or id.').optional(),
    tag: Tag.optional(),
    /** Of the whole site's notes; by time where it is left out. */
    order: NoteOrder.optional(),
    cursor: store.NoteCursor.optional(),
  })
  .refine(({ author, tag, order }) => order === undefined || (author === undefined && tag === undefined), {
    path: ['order'],
    error: 'An order is of the whole site’s notes. Leave it out, or author and tag.',
  });
export type NoteListQuery = z.infer<typeof NoteListQuery>;
type List = Omit<NoteListQuery, 'author'>;

export type NoteListing = Awaited<ReturnType<typeof store.listNotes>>;
export const NoteList = z.object({
  notes: z.array(Note),
  counts: z.array(Counts),
  authors: z.array(Author),
  next: z.string().nullable(),
});

/**
 * What everyone's lists were answered last, by what was asked. The store says each time whether a list is still the same, so
 * nobody reads an old one; what it then spares is reading, checking and writing 100 KB.
 */
const answered = recent<{ digest: string; json: Uint8Array; etag: string }>(4 * 1024 * 1024, ({ json }) => json.length);

/** A page of everyone's public notes, newest first or in the order that is asked for, as JSON with its ETag. */
export async function everyonesNotes(
  redis: Redis,
  query: List,
): Promise<{ json: ReadableStream<Uint8Array>; etag: string }> {
  const asked = JSON.stringify([query.tag, query.order, query.cursor]);
  const before = answered.get(asked);
  const page = { ...query, limit: limits.pageSize, includePrivate: false };
  const { digest, listing } = await store.listNotesUnless(redis, page, before?.digest ?? 'nothing');
  if (before && !listing) return { json: streamOfBytes(before.json), etag: before.etag };
  const json = new TextEncoder().encode(JSON.stringify(listing));
  const etag = etagOf(json);
  // Empty ones are as many as anybody thinks of.
  if (listing?.notes.length) answered.set(asked, { digest, json, etag });
  return { json: streamOfBytes(json), etag };
}

/** A page of a person's notes, newest first: the public ones, and for themselves all of them. */
export async function notesBy(
  redis: Redis,
  author: string,
  query: List,
  visitor: User | undefined,
): Promise<NoteListing> {
  const page = { ...query, limit: limits.pageSize };
  if (visitor && (author === visitor.id || author === visitor.handle)) {
    return store.listNotes(redis, { ...page, author: visitor.id, includePrivate: true });
  }
  const id = userIdForm.test(author) ? author : (await findUserByHandle(redis, author))?.id;
  return id
    ? store.listNotes(redis, { ...page, author: id, includePrivate: false })
    : { notes: [], counts: [], authors: [], next: null };
}

/** A note for the one who may change it. */
export function ownNote(found: Note | DeletedNote | undefined, editorId: string): { ok: true; note: Note } | Refusal {
  if (!found) return { ok: false, reason: 'missing' };
  if ('deletedAt' in found) return { ok: false, reason: 'deleted' };
  if (found.authorId === editorId) return { ok: true, note: found };
  return { ok: false, reason: mayRead(found, editorId) ? 'not-yours' : 'missing' };
}
