import { hash, randomBytes } from 'node:crypto';
import { database } from '../../platform/server/database.ts';
import { usesAuthorizationHeader } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { RateOfCall, CallerCheck } from '../../platform/server/http/route.ts';
import { requireRate } from '../../platform/server/rates.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { maxApiTokens, allows, type TokenScope, type NewApiToken, type OwnApiToken } from '../model/account.ts';
import type { Activity } from '../model/activity.ts';
import { isBanned, mayAppoint, mayModerate, suspensionInWords, suspensionOf } from '../model/permissions.ts';
import type { User } from '../model/user.ts';
import { readSessionUser, requireSession, sessionEndedProblem, signedOutProblem, type LiveSession } from './session.ts';
import { addApiToken, acceptApiToken } from './store/api-tokens.ts';
import { paths } from '../../platform/model/paths.ts';
import { environment } from '../../platform/server/env.ts';
import { seal, unseal } from './seal.ts';

/** Every secret begins with `cp_`, so that people and scanners recognise one. */
const secretForm = /^Bearer +(cp_[\w-]{43}) *$/i;

const allowed: Record<TokenScope, string> = {
  read: 'reading',
  write: 'reading and writing',
  import: 'importing',
  export: 'exporting',
};

const hashOf = (secret: string) => hash('sha256', secret, 'base64url');

/**
 * The caller: the person of the session, or of the personal token in `Authorization: Bearer`. Undefined without either.
 * `rate` gives the limit that counts the call. Throws HttpError 401 for a token that is unknown or revoked, 403 for one
 * that does not allow this, 429 for too many calls.
 */
export async function readCaller(request: Request, scope: TokenScope, rate?: RateOfCall): Promise<User | undefined> {
  if (!usesAuthorizationHeader(request)) return (await readSessionUser(request, rate))?.user;
  const secret = secretForm.exec(request.headers.get('Authorization') ?? '')?.[1];
  const now = new Date();
  const found = secret === undefined ? undefined : await acceptApiToken(database(), hashOf(secret), now);
  if (!found || found.user.deletedAt !== undefined || isBanned(found.user, now)) {
    throw new HttpError(
      401,
      'Unauthorized',
      'This token doesn’t exist or was revoked. Create a new one in your settings.',
      {
        headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
      },
    );
  }
  if (!allows(found.scope, scope)) {
    const why = `this token allows ${allowed[found.scope]} only. Create one that allows ${allowed[scope]}.`;
    throw new HttpError(403, 'Forbidden', `Nothing was changed: ${why}`, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
  // Counting reads the input, so it comes after the token is known to be valid.
  await countBy(found.user.id, rate);
  return found.user;
}

/** The same for calls that need a person. Throws HttpError 401 if there is none. */
async function requireCaller(request: Request, scope: TokenScope, rate: RateOfCall): Promise<User> {
  const user = await readCaller(request, scope, rate);
  if (user) return user;
  throw signedOutProblem();
}

/** Makes a token for the person of a session. Its secret is returned here, and stored nowhere. */
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

/** Who may make a call of the API: the values of `who` in tables of routes. */

/** Anyone; limits count the client. */
export const anyone: CallerCheck<undefined> = {
  async find(_, { client }, __, rate) {
    await countBy(client, rate);
  },
};

/** Anyone, with the session of a visitor who is signed in. */
export const visitor: CallerCheck<LiveSession | undefined> = {
  async find(request, { client }, _, rate) {
    const [live] = await Promise.all([readSessionUser(request), countBy(client, rate)]);
    return live;
  },
};

async function countBy(key: string, rate?: RateOfCall): Promise<undefined> {
  const counted = await rate?.();
  if (counted) await requireRate(counted, key);
}

/** People who are signed in and, if `action` is given, not suspended from it. */
export function session(action?: RestrictedAction): CallerCheck<LiveSession> {
  return {
    signedIn: true,
    ...(action && { problems: [403] }),
    async find(request, _, now, rate) {
      const live = await requireSession(request, rate);
      if (action) requireNotSuspended(live.user, action, now);
      return live;
    },
  };
}

/** The same, or a program of theirs with a personal token of this scope. */
export function token(scope: TokenScope, action?: RestrictedAction): CallerCheck<User> {
  return {
    signedIn: true,
    scope,
    ...(action && { problems: [403] }),
    async find(request, _, now, rate) {
      const user = await requireCaller(request, scope, rate);
      if (action) requireNotSuspended(user, action, now);
      return user;
    },
  };
}

/** Moderators and owners. */
export function moderator(action?: RestrictedAction): CallerCheck<LiveSession> {
  return only(requireModerator, action);
}

/** Owners. */
export const owner: CallerCheck<LiveSession> = only(requireOwner);

function only(required: (user: User) => void, action?: RestrictedAction): CallerCheck<LiveSession> {
  return {
    signedIn: true,
    problems: [403],
    async find(request, _, now, rate) {
      const live = await requireSession(request, rate);
      required(live.user);
      if (action) requireNotSuspended(live.user, action, now);
      return live;
    },
  };
}

/** Why a personal token was not made or revoked. */
export function tokenProblem(reason: 'ended' | 'full' | 'missing'): HttpError {
  switch (reason) {
    case 'ended':
      return sessionEndedProblem();
    case 'missing':
      return new HttpError(404, 'Not Found', 'You have no such token. It may already have been revoked.');
    case 'full':
      return new HttpError(
        409,
        'Conflict',
        `You have ${maxApiTokens} tokens, the most anyone can have. Revoke one first.`,
      );
  }
}

/** What a suspended person may not do, in the words of the refusal. */
const actionWords = {
  note: 'write notes',
  comment: 'comment',
  vote: 'vote',
  follow: 'follow',
  report: 'report',
  profile: 'change your profile',
  publish: 'ask for a rebuild',
  moderate: 'moderate',
} as const;
type RestrictedAction = keyof typeof actionWords;

/**
 * Every endpoint that writes something others may see calls this once it knows the caller. Throws HttpError 403 for a
 * person who is silenced or banned now; the message says what happened, why, until when and where to appeal. Reading, saving for
 * later and deleting one's own things are never refused.
 */
export function requireNotSuspended(user: User, action: RestrictedAction, now: Date): void {
  const suspension = suspensionOf(user, now);
  if (!suspension) return;
  const detail = `You can’t ${actionWords[action]} at the moment. ${suspensionInWords(suspension)} ${appealSentence(suspension.action)}`;
  throw new HttpError(403, 'Forbidden', detail, { members: { standing: suspension } });
}

const appealSeconds = 60 * 60;
const appealMark = 'a_';

/**
 * Called once a person has proven their identity. Throws HttpError 403 for somebody who is banned now. Its member `appeal`
 * is the path where they may appeal within the hour, with a token in place of a session.
 */
export async function requireNotBanned(user: User, now: Date): Promise<void> {
  const suspension = suspensionOf(user, now);
  if (suspension?.kind !== 'banned') return;
  const detail = `You can’t sign in. ${suspensionInWords(suspension)} ${appealSentence(suspension.action)}`;
  const token = await seal(appealMark + user.id, environment().SESSION_SECRET, appealSeconds, now);
  const appeal = `${paths.appeal(suspension.action)}#${token}`;
  throw new HttpError(403, 'Forbidden', detail, { members: { standing: suspension, appeal } });
}

/** The person whose appeal a token allows, or undefined for a broken, altered or expired token. */
export async function appellantOf(token: string): Promise<string | undefined> {
  const opened = await unseal(token, environment().SESSION_SECRET);
  return opened?.startsWith(appealMark) ? opened.slice(appealMark.length) : undefined;
}

/** Throws HttpError 403 unless this person moderates here. */
function requireModerator(user: User): void {
  if (mayModerate(user)) return;
  throw new HttpError(403, 'Forbidden', 'Only moderators of this site can do this.');
}

/** Throws HttpError 403 unless this person owns the installation. */
function requireOwner(user: User): void {
  if (mayAppoint(user)) return;
  throw new HttpError(403, 'Forbidden', 'Only an owner of this site can do this.');
}

/** Where to appeal against an entry of the moderation log. */
function appealSentence(action: string): string {
  return `If you think this is a mistake, you can appeal once at ${environment().SITE_URL}${paths.appeal(action)}`;
}
