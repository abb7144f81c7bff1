import { validate as isUuid } from 'uuid';
import { invalidRoute } from '../../platform/model/page-problem.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { BannedLink, Refusal } from './open-note.ts';
import { createHash } from 'node:crypto';
import type { Once } from './store/notes.ts';

/** The header by which a call that is sent again is known, as the API's description tells it. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  description:
    'Your own name for this call, 8 to 200 signs. Within 24 hours the same key with the same body gives what it wrote (200), with another body 409.',
  pattern: '^[\\x21-\\x7e]{8,200}$',
};

/** What tells this call when it is sent again; undefined where it brings no key. Throws HttpError 400 for one that is none. */
export function onceOf(request: Request, body: object): Once | undefined {
  const key = request.headers.get(idempotencyKey.name);
  if (key === null) return undefined;
  if (!new RegExp(idempotencyKey.pattern).test(key)) {
    const message = 'Send an Idempotency-Key of 8 to 200 letters, digits and signs, without spaces.';
    throw new HttpError(400, 'Bad Request', message);
  }
  return { key: digest(key), said: digest(JSON.stringify(body)) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The note that an address names. Throws HttpError 404 for what is no uuid. */
export function noteUuid(request: Request, { params }: CallContext): string {
  const uuid = params['uuid']?.toLowerCase();
  if (uuid && isUuid(uuid)) return uuid;
  throw new HttpError(404, 'Not Found', invalidRoute(new URL(request.url).pathname));
}

/** What a text with a link to a banned domain is answered. */
export function bannedLinkProblem({ domain, because }: BannedLink): HttpError {
  const message = `Links to ${domain} aren’t accepted here. The reason given: “${because}”`;
  return new HttpError(400, 'Bad Request', `Nothing was saved. ${message} Remove the link, then save again.`, {
    errors: [{ path: 'body', message }],
  });
}

/** What a refused call about a note answers. */
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
