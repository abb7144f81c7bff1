import { isPublished, mayRead } from '../model/note-access.ts';
import type { Note } from '../model/note.ts';
import type { Author } from '../../people/model/user.ts';
import { readNoteWithAuthor, type Repeated } from './store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

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
