import { createHash } from 'node:crypto';
import type { Once } from './store/notes.ts';
import { HttpError } from '../../platform/server/http/problem.ts';

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
