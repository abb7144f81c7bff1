import * as store from '../../notes/server/notes.ts';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import { adoptPagePictures } from '../../pictures/server/picture-holders.ts';
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
import { checkAndWrite, type WriteContext } from '../../moderation/server/moderation-check.ts';
import { recent } from '../../platform/server/recent.ts';
import { etagOf } from '../../platform/server/http/html.ts';
import { streamOfBytes } from '../../platform/server/http/text-stream.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { findUserByHandle } from '../../people/server/people.ts';
import type { Refusal } from '../../notes/server/note-http.ts';
import { linesOf, Revision, RevisionLine, revisionsOf } from '../../notes/model/revision.ts';
import { readRevisions } from '../../notes/server/notes.ts';

export const RevisionsAnswer = z.object({ revisions: z.array(RevisionLine) });

/** A revision, and the one before it; null for the oldest one that is stored. */
export const RevisionAnswer = z.object({ revision: Revision, before: Revision.nullable() });
export type RevisionAnswer = z.infer<typeof RevisionAnswer>;

type Mine<T> = ({ ok: true } & T) | Refusal;

async function history(redis: Redis, uuid: string, readerId: string): Promise<Mine<{ revisions: Revision[] }>> {
  const { note, earlier } = await readRevisions(redis, uuid);
  const own = ownNote(note, readerId);
  if (own.ok) return { ok: true, revisions: revisionsOf(own.note, earlier) };
  // A reader learns no more about the history than somebody who may not read the note.
  return own.reason === 'not-yours' ? { ok: false, reason: 'missing' } : own;
}

/** The history of the reader's own note, newest first, including the current revision. Refused for others. */
export async function listRevisions(
  redis: Redis,
  uuid: string,
  readerId: string,
): Promise<Mine<{ revisions: RevisionLine[] }>> {
  const found = await history(redis, uuid, readerId);
  return found.ok ? { ok: true, revisions: linesOf(found.revisions) } : found;
}

/** A revision of the reader's own note; undefined if it never existed, or is no longer stored. */
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

/** A note that was written, and its address for its author. */
export const WrittenNote = z.object({ note: Note, path: z.string() });

/** The largest body of a call that writes a note: every byte of the text may be escaped as `\uXXXX`. */
export const maxNoteBytes = limits.bodyBytes * 6 + 16 * 1024;

/** `revision` is that of the change log, null if nothing public changed. */
export type NoteWriteResult = { ok: true; note: Note; revision: number | null };

/** Writes a new note, which may be held for review; `repeated` if a call with the same `by.once` wrote it before. */
export async function writeNote(redis: Redis, draft: NewNote, by: WriteContext): Promise<NoteWriteResult | Refusal> {
  const note = noteFrom(draft, { uuid: uuidv7(), authorId: by.author.id, now: by.now });
  return checkAndWrite(redis, note, undefined, { ...by, pictures: pagePictures(redis, note) });
}

/** Finds the pictures of a note's page if its author captured the page. */
function pagePictures(redis: Redis, note: Note): WriteContext['pictures'] {
  const digest = note.url === null ? undefined : store.linkDigest(note.url);
  return digest === undefined ? undefined : () => adoptPagePictures(redis, note, digest);
}

/**
 * Applies a patch to the revision that it was made for. Another revision is stale, unless only tags have changed since, as
 * when a tag is renamed while somebody types: then both changes apply.
 */
export async function editNote(
  redis: Redis,
  found: Note | DeletedNote | undefined,
  patch: NotePatch,
  by: WriteContext,
): Promise<NoteWriteResult | Refusal> {
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

/** The same patch for the current revision, if only tags have changed since the one that it was made for. */
async function pastOtherTags(redis: Redis, patch: NotePatch, note: Note): Promise<NotePatch | undefined> {
  const { note: now, earlier } = await readRevisions(redis, note.uuid);
  if (now?.rev !== note.rev) return undefined;
  const since = revisionsOf(note, earlier).filter(({ rev }) => rev >= patch.rev);
  const base = since.at(-1);
  const isTagsAlone = linesOf(since).every(({ rev, changed }) => rev === patch.rev || changed.join() === 'tags');
  // Revisions do not include `noModel`.
  const isSameOfModels = patch.noModel === undefined || patch.noModel === (note.noModel ?? false);
  if (base?.rev !== patch.rev || !isTagsAlone || !isSameOfModels) return undefined;
  if (!patch.tags) return { ...patch, rev: note.rev };
  const tags = mergedTags(base.tags, note.tags, patch.tags);
  return tags.length > limits.tags.count ? undefined : { ...patch, tags, rev: note.rev };
}

/** Moves a note into its author's bin: its address answers 410, and its author can restore it. */
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

/** What replaces a note while it is in the bin. */
export function tombstoneOf({ uuid, rev, authorId }: Note, now: Date): DeletedNote {
  return { uuid, rev: rev + 1, authorId, deletedAt: now.toISOString(), binned: true };
}

/** The filters of a list of notes. `author` is a handle or a user id. */
export const NoteListQuery = z
  .strictObject({
    author: z.string().max(64, 'An author is named by handle or id.').toLowerCase().optional(),
    tag: Tag.optional(),
    /** The order of all the site's notes; by time if it is missing. */
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
 * The last answers for public lists, by query. The store reports each time whether a list has changed, so an answer is never
 * outdated; the cache avoids reading, checking and serialising 100 KB.
 */
const answered = recent<{ digest: string; json: Uint8Array; etag: string }>(8 * 1024 * 1024, ({ json }) => json.length);

/** A page of all public notes, newest first or in the requested order, as JSON with its ETag. */
export async function publicNotesPage(
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
  // Empty lists are not cached: their number is unlimited.
  if (listing?.notes.length) answered.set(asked, { digest, json, etag });
  return { json: streamOfBytes(json), etag };
}

/** A page of a person's notes, newest first: the public ones, or all if they are the visitor. */
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

/** A note, if this person may change it. */
export function ownNote(found: Note | DeletedNote | undefined, editorId: string): { ok: true; note: Note } | Refusal {
  if (!found) return { ok: false, reason: 'missing' };
  if ('deletedAt' in found) return { ok: false, reason: 'deleted' };
  if (found.authorId === editorId) return { ok: true, note: found };
  return { ok: false, reason: mayRead(found, editorId) ? 'not-yours' : 'missing' };
}
