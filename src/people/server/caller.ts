import { createHash, randomBytes } from 'node:crypto';
import type { Activity } from '../model/activity.ts';
import { allows, type NewApiToken, type OwnApiToken, type TokenScope } from '../model/api-token.ts';
import { isBanned } from '../model/suspension-of.ts';
import type { User } from '../model/user.ts';
import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { readSessionUser, type LiveSession } from './session.ts';
import { addApiToken, acceptApiToken } from './store/api-tokens.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

/** Begins every secret, so that people and scanners know what they found. */
const secretForm = /^Bearer +(cp_[\w-]{43}) *$/i;

const allowed: Record<TokenScope, string> = {
  read: 'reading',
  write: 'reading and writing',
  import: 'importing',
  export: 'exporting',
};

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/**
 * Who calls: the person of the session, or of the personal token in `Authorization: Bearer`. Undefined for neither.
 * Throws HttpError 401 for a token that is unknown or revoked, 403 for one that does not allow this.
 */
export async function readCaller(request: Request, scope: TokenScope): Promise<User | undefined> {
  const authorization = request.headers.get('Authorization');
  if (authorization === null) return (await readSessionUser(request))?.user;
  const secret = secretForm.exec(authorization)?.[1];
  const now = new Date();
  const found = secret === undefined ? undefined : await acceptApiToken(database(), hashOf(secret), now);
  if (!found || found.user.deletedAt !== undefined || isBanned(found.user, now)) {
    throw new HttpError(401, 'Unauthorized', 'This token is unknown or was revoked. Make a new one on your own page.', {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  }
  if (!allows(found.scope, scope)) {
    const why = `this token allows ${allowed[found.scope]} only. Make one that allows ${allowed[scope]}.`;
    throw new HttpError(403, 'Forbidden', `Nothing was changed: ${why}`, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
  return found.user;
}

/** The same where somebody must be. Throws HttpError 401 without. */
export async function requireCaller(request: Request, scope: TokenScope): Promise<User> {
  const user = await readCaller(request, scope);
  if (user) return user;
  throw new HttpError(401, 'Unauthorized', 'Nothing was changed: sign in first, then send it again.');
}

/** Makes a token whose secret is given this once, and kept nowhere, for the person of a session. */
export async function makeApiToken(
  redis: Redis,
  { sid, user }: Pick<LiveSession, 'sid' | 'user'>,
  { name, scope }: NewApiToken,
  activity: Activity,
  now: Date,
): Promise<{ ok: true; token: OwnApiToken; secret: string } | { ok: false; reason: 'ended' | 'full' }> {
  const secret = `cp_${randomBytes(32).toString('base64url')}`;
  const token = { id: hashOf(secret), name, scope, createdAt: now.toISOString(), lastUsedAt: null };
  const outcome = await addApiToken(redis, { userId: user.id, sid }, token.id, token, activity);
  return outcome === 'added' ? { ok: true, token, secret } : { ok: false, reason: outcome };
}
