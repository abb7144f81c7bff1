import { z } from 'zod';
import { linesOf, Revision, RevisionLine, revisionsOf } from '../../notes/model/revision.ts';
import { ownNote } from './notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readRevisions } from '../../notes/server/store/revisions.ts';
import type { Refusal } from '../../notes/server/open-note.ts';

export const RevisionsAnswer = z.object({ revisions: z.array(RevisionLine) });

/** A revision, and the one before it; null for the oldest that is kept. */
export const RevisionAnswer = z.object({ revision: Revision, before: Revision.nullable() });
export type RevisionAnswer = z.infer<typeof RevisionAnswer>;

type Mine<T> = ({ ok: true } & T) | Refusal;

async function history(redis: Redis, uuid: string, readerId: string): Promise<Mine<{ revisions: Revision[] }>> {
  const { note, earlier } = await readRevisions(redis, uuid);
  const own = ownNote(note, readerId);
  if (own.ok) return { ok: true, revisions: revisionsOf(own.note, earlier) };
  // Whoever may read the note learns no more about its history than those who may not.
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
