import { isPublished, mayRead, isPublic } from '../model/note-access.ts';
import type { Note } from '../model/note.ts';
import type { Author } from '../../people/model/user.ts';
import { readNoteWithAuthor, type Repeated } from './store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { validate as isUuid } from 'uuid';
import { HttpError } from '../../platform/server/http/problem.ts';

/** A text links to a domain that moderators have banned. */
export type BannedLink = { ok: false; reason: 'banned-link'; domain: string; because: string };

/** Why a note is not given or not changed. To a visitor who may not read it, a note is missing. */
export type Refusal =
  | { ok: false; reason: 'missing' | 'deleted' | 'not-yours' }
  | { ok: false; reason: 'stale'; current: Note }
  | Repeated
  | BannedLink;

/** The note with its author, for a visitor who may read it. Who is asking is looked up only where that decides. */
export async function openNote(
  redis: Redis,
  uuid: string,
  visitorId: () => Promise<string | undefined>,
): Promise<{ ok: true; note: Note; author: Author } | Refusal> {
  const found = await readNoteWithAuthor(redis, uuid);
  if (!found) return { ok: false, reason: 'missing' };
  if ('deleted' in found) return { ok: false, reason: 'deleted' };
  if (isPublished(found.note) || mayRead(found.note, await visitorId())) return { ok: true, ...found };
  return { ok: false, reason: found.note.hidden?.kind === 'removed' ? 'deleted' : 'missing' };
}

/** A note that everyone may know of. Throws HttpError 404, also for one that is not public, or 410 for a deleted one. */
export async function publicNote(redis: Redis, uuid: string | undefined): Promise<{ note: Note; author: Author }> {
  const found = isUuid(uuid) ? await readNoteWithAuthor(redis, String(uuid).toLowerCase()) : undefined;
  if (found && ('deleted' in found || found.note.hidden?.kind === 'removed'))
    throw new HttpError(410, 'Gone', 'This note was deleted.');
  if (found && isPublic(found.note)) return found;
  throw new HttpError(404, 'Not Found', 'There’s no such note, or it isn’t public.');
}
