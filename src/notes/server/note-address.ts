import { validate as isUuid } from 'uuid';
import { invalidRoute } from '../../platform/model/page-problem.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { BannedLink, Refusal } from './open-note.ts';

/** The note that an address names. Throws HttpError 404 for what is no uuid. */
export function noteUuid(request: Request, { params }: CallContext): string {
  const uuid = params['uuid']?.toLowerCase();
  if (uuid && isUuid(uuid)) return uuid;
  throw new HttpError(404, 'Not Found', invalidRoute(new URL(request.url).pathname));
}

/** What a text with a link to a banned domain is answered. */
export function bannedLinkProblem({ domain, because }: BannedLink): HttpError {
  const message = `Links to ${domain} are not accepted here. The reason given: “${because}”`;
  return new HttpError(400, 'Bad Request', `Nothing was saved. ${message} Take the link out, then save again.`, {
    errors: [{ path: 'body', message }],
  });
}

/** What a refused call about a note answers. */
export function noteProblem(refusal: Refusal): HttpError {
  switch (refusal.reason) {
    case 'missing':
      return new HttpError(404, 'Not Found', 'There is no such note, or it is not yours to read.');
    case 'deleted':
      return new HttpError(410, 'Gone', 'This note was deleted.');
    case 'not-yours':
      return new HttpError(403, 'Forbidden', 'Nothing was changed: only its author can change a note.');
    case 'banned-link':
      return bannedLinkProblem(refusal);
    case 'repeated':
      return new HttpError(
        409,
        'Conflict',
        'Nothing was saved: an earlier call with this Idempotency-Key wrote another text, the note that comes along. Change that one, or send a new key.',
        { members: { current: refusal.before } },
      );
    case 'stale':
      return new HttpError(
        409,
        'Conflict',
        'Nothing was saved: the note was changed elsewhere since you opened it. Compare with the current one, then save again.',
        { members: { current: refusal.current } },
      );
  }
}
