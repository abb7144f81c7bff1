import { hash } from 'node:crypto';
import { isPublished, mayRead, isPublic } from '../model/note-access.ts';
import type { Note } from '../model/note.ts';
import type { Author } from '../../people/model/user.ts';
import { readNoteWithAuthor, type Repeated, type Idempotency } from './store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { validate as isUuid } from 'uuid';
import { HttpError } from '../../platform/server/http/problem.ts';
import { uuidAt } from '../../platform/server/http/uuid-at.ts';

/** The refusal of a text that links to a domain banned by moderators. */
export type BannedLink = { ok: false; reason: 'banned-link'; domain: string; because: string };

/** Why a note cannot be read or changed. For a visitor who may not read it, a note is `missing`. */
export type Refusal =
  | { ok: false; reason: 'missing' | 'deleted' | 'not-yours' }
  | { ok: false; reason: 'stale'; current: Note }
  | Repeated
  | BannedLink;

/** The note with its author, for a visitor who may read it. The visitor is only looked up if the note is not for everyone. */
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

/** A public note with its author. Throws HttpError 410 for a deleted note and 404 for any other. */
export async function publicNote(redis: Redis, uuid: string | undefined): Promise<{ note: Note; author: Author }> {
  const found = isUuid(uuid) ? await readNoteWithAuthor(redis, String(uuid).toLowerCase()) : undefined;
  if (found && ('deleted' in found || found.note.hidden?.kind === 'removed'))
    throw new HttpError(410, 'Gone', 'This note was deleted.');
  if (found && isPublic(found.note)) return found;
  throw new HttpError(404, 'Not Found', 'There’s no such note, or it isn’t public.');
}

/** The header by which a repeated call is recognised, as in the API's description. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  description:
    'Your own name for this call, 8 to 200 signs. Within 30 days the same key with the same body gives what it wrote (200), with another body 409.',
  pattern: '^[\\x21-\\x7e]{8,200}$',
};

/** The digests by which this call is recognised when repeated; undefined without a key. Throws HttpError 400 for a bad key. */
export function idempotencyOf(request: Request, body: object): Idempotency | undefined {
  const key = request.headers.get(idempotencyKey.name);
  if (key === null) return undefined;
  if (!new RegExp(idempotencyKey.pattern).test(key)) {
    const message = 'Send an Idempotency-Key of 8 to 200 letters, digits and signs, without spaces.';
    throw new HttpError(400, 'Bad Request', message);
  }
  return { key: digest(key), bodyDigest: digest(JSON.stringify(body)) };
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The uuid of the note in an address. */
export const noteUuid = uuidAt('uuid');

/** The answer to a text with a link to a banned domain. */
export function bannedLinkProblem({ domain, because }: BannedLink): HttpError {
  const message = `Links to ${domain} aren’t accepted here. The reason given: “${because}”`;
  return new HttpError(400, 'Bad Request', `Nothing was saved. ${message} Remove the link, then save again.`, {
    errors: [{ path: 'body', message }],
  });
}

/** The answer to a refused call about a note. */
export function noteProblem(refusal: Refusal): HttpError {
  switch (refusal.reason) {
    case 'missing':
      return new HttpError(404, 'Not Found', 'This note doesn’t exist, or its author hasn’t shared it with you.');
    case 'deleted':
      return new HttpError(410, 'Gone', 'This note was deleted.');
    case 'not-yours':
      return new HttpError(403, 'Forbidden', 'Nothing was changed: only its author can edit a note.');
    case 'banned-link':
      return bannedLinkProblem(refusal);
    case 'repeated':
      return new HttpError(
        409,
        'Conflict',
        'Nothing was saved: an earlier call with this Idempotency-Key wrote another text, returned here. Change this note, or send a new key.',
        { members: { current: refusal.before } },
      );
    case 'stale':
      return new HttpError(
        409,
        'Conflict',
        'Nothing was saved: the note has changed elsewhere since you opened it. Compare it with the current one, then save again.',
        { members: { current: refusal.current } },
      );
  }
}
