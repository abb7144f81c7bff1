import { validate as isUuid } from 'uuid';
import { isPublic } from '../model/note-access.ts';
import type { Note } from '../model/note.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { readNoteWithAuthor } from './store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Author } from '../../people/model/user.ts';

/** A note that everyone may know of. Throws HttpError 404, also for one that is not public, or 410 for a deleted one. */
export async function publicNote(redis: Redis, uuid: string | undefined): Promise<{ note: Note; author: Author }> {
  const found = isUuid(uuid) ? await readNoteWithAuthor(redis, String(uuid).toLowerCase()) : undefined;
  if (found && ('deleted' in found || found.note.hidden?.kind === 'removed'))
    throw new HttpError(410, 'Gone', 'This note was deleted.');
  if (found && isPublic(found.note)) return found;
  throw new HttpError(404, 'Not Found', 'There is no such note, or it is not public.');
}
