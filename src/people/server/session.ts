import { randomBytes, hash } from 'node:crypto';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { RateOfCall } from '../../platform/server/http/route.ts';
import { limitOf, requireAllowed } from '../../platform/server/rates.ts';
import { rateResult } from '../../platform/server/store/rates.ts';
import { StoreUnreachable, type Redis } from '../../platform/server/store/redis.ts';
import type { OwnSession } from '../model/account.ts';
import type { ActivityKind, Activity } from '../model/activity.ts';
import { roleOf, isBanned } from '../model/permissions.ts';
import type { SessionUser, User } from '../model/user.ts';
import {
  clearedCookie,
  hasSessionCookie,
  openedCookie,
  sessionCookie,
  sessionCookieName,
  sessionSeconds,
} from './session-cookie.ts';
import { recordActivity } from './store/activity.ts';
import { readSession, readSessionCounting, type StoredSession } from './store/live-session.ts';
import { createSession, deleteSession, renewSession, listSessions } from './store/sessions.ts';

/** Earlier rows win: many browsers also claim to be the ones below them. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser's User-Agent in words, such as `Firefox on Linux`. */
export function deviceInWords(userAgent: string): string {
  const nameIn = (rows: [RegExp, string][]) => rows.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'An unknown device';
}

const renewAfterSeconds = 24 * 60 * 60;
/** The precision of the time of last use in a person's list of sessions. */
const noteAfterSeconds = 60 * 60;

/** A live session. Times are ISO 8601; `provenAt` is when the person last proved their identity. */
export interface LiveSession {
  sid: string;
  user: User;
  renewedAt: string;
  seenAt: string;
  provenAt: string | null;
}

/**
 * The session of a request, by its sealed cookie and the record in the store. Undefined without a cookie, for a broken,
 * altered, expired or revoked one, and while the person is banned. `rate` gives the limit that the call counts against; it
 * is called only if the cookie is ours. Throws StoreUnreachable, HttpError 429 after too many calls, and 401 if the page
 * belongs to another person.
 */
export async function readSessionUser(request: Request, rate?: RateOfCall): Promise<LiveSession | undefined> {
  const namedSession = await openedCookie(request);
  const session = namedSession && (await readNamedSession(namedSession.sid, rate));
  const person = request.headers.get('Commonplace-Person');
  if (!session || person === null || person === session.user.id) return session;
  throw new HttpError(
    401,
    'Someone Else Is Signed In',
    'Nothing was changed: someone else is signed in in this browser now. Sign in as yourself in a new tab and try again here, or reload this page.',
  );
}

/** The session that a cookie names, as in `readSessionUser`. */
export async function readNamedSession(sid: string, rate?: RateOfCall): Promise<LiveSession | undefined> {
  const counted = await rate?.();
  const session: (StoredSession & { waitMs?: number }) | undefined = counted
    ? await readSessionCounting(database(), sid, limitOf(counted))
    : await readSession(database(), sid);
  if (!session || isBanned(session.user, new Date())) return undefined;
  requireAllowed(rateResult(session.waitMs ?? 0));
  const { user, renewedAt, seenAt, provenAt } = session;
  return { sid, user, renewedAt, seenAt, provenAt };
}

/** The session of a call that needs one. Throws HttpError 401 without one. */
export async function requireSession(request: Request, rate?: RateOfCall): Promise<LiveSession> {
  const session = await readSessionUser(request, rate);
  if (session) return session;
  throw signedOutProblem();
}

export function signedOutProblem(): HttpError {
  return new HttpError(401, 'Unauthorized', 'Nothing was changed: you’re signed out. Sign in, then try again.');
}

/** The refusal of a call whose session ended while it was under way. */
export function sessionEndedProblem(): HttpError {
  return new HttpError(
    401,
    'Unauthorized',
    'Nothing was changed: you’ve been signed out in the meantime. Sign in again.',
  );
}

/**
 * Creates a session for the user and returns the Set-Cookie value for it. `as` is the kind of entry in their activity;
 * without it none is written.
 */
export async function signIn(request: Request, userId: string, as?: ActivityKind, now = new Date()): Promise<string> {
  const cookie = await signInIfUnchanged(request, { userId, as }, now);
  if (cookie === undefined) throw new Error('A session that asks for no proof is always written.');
  return cookie;
}

/**
 * The same for a person who proved the password with this hash, or has this passkey. Undefined if the password has changed or
 * the passkey was removed since, or if a second step is on that they were not asked for (`unasked`).
 */
export async function signInIfUnchanged(
  request: Request,
  {
    userId,
    as,
    ...proven
  }: { userId: string; passwordHash?: string; passkeyId?: string; unasked?: boolean; as?: ActivityKind | undefined },
  now = new Date(),
): Promise<string | undefined> {
  const sid = `s_${randomBytes(24).toString('base64url')}`;
  const device = request.headers.get('User-Agent')?.slice(0, 200) ?? '';
  const activity = as && activityOf(request, as, now);
  const session = { sid, userId, createdAt: now.toISOString(), device, ...proven, activity };
  return (await createSession(database(), session, sessionSeconds)) ? sessionCookie(session, now) : undefined;
}

/**
 * Extends a session that was last renewed more than a day ago: returns its new Set-Cookie value, or undefined if it is
 * fresh. Records once an hour that it is used. Does nothing while the store accepts no writes.
 */
export async function renewedCookie(session: LiveSession, now = new Date()): Promise<string | undefined> {
  const isOlder = (at: string, seconds: number) => now.getTime() - Date.parse(at) >= seconds * 1000;
  const isDue = isOlder(session.renewedAt, renewAfterSeconds);
  if (!isDue && !isOlder(session.seenAt, noteAfterSeconds)) return undefined;
  try {
    await renewSession(database(), session.sid, isDue ? sessionSeconds : 0, now);
  } catch (error) {
    if (error instanceof StoreUnreachable) return undefined;
    throw error;
  }
  return isDue ? sessionCookie({ sid: session.sid, userId: session.user.id }, now) : undefined;
}

/** Revokes the session of the request, if it has one, and returns the Set-Cookie value that clears the cookie. */
export async function signOut(request: Request): Promise<string> {
  const namedSession = await openedCookie(request);
  if (namedSession) await deleteSession(database(), namedSession.sid);
  return clearedCookie();
}

/** What the signed-in person's browser gets about them. */
export function sessionUserOf(user: User): SessionUser {
  const role = roleOf(user);
  const { id, handle, name, email = '', avatar } = user;
  const verified = user.emailVerifiedAt === undefined ? {} : { emailVerified: true as const };
  const shown = avatar === undefined ? {} : { avatar };
  return { id, handle, name, email, ...verified, ...(role === 'member' ? {} : { role }), ...shown };
}

/** The answer that signs a person in. */
export function signedIn(user: User, cookie: string, status = 200): Response {
  return Response.json({ user: sessionUserOf(user) }, { status, headers: { 'Set-Cookie': cookie } });
}

/**
 * Headers for an answer that is the same for everyone who is not signed in. The CDN keeps that answer under `tag`, which a
 * write purges: while nothing changes, reading without an account calls no function.
 */
export function sharedUnlessSignedIn(request: Request, tag: string): Record<string, string> {
  const vary = { 'Netlify-Vary': `query,cookie=${sessionCookieName(environment().SITE_URL)}` };
  return hasSessionCookie(request)
    ? { ...vary, 'Netlify-CDN-Cache-Control': 'private, no-store' }
    : {
        ...vary,
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Netlify-CDN-Cache-Control': 'public, durable, s-maxage=60, stale-while-revalidate=60',
        'Netlify-Cache-Tag': tag,
      };
}

/** The entry of activity for a call that changes an account. */
export function activityOf(request: Request, kind: ActivityKind, now: Date, detail?: string): Activity {
  const device = deviceInWords(request.headers.get('User-Agent') ?? '');
  return { kind, at: now.toISOString(), device, ...(detail === undefined ? {} : { detail }) };
}

/** Records a call that changes an account, if the script that does it records nothing. */
export function recordCall(request: Request, userId: string, kind: ActivityKind, now: Date, detail?: string) {
  return recordActivity(database(), userId, activityOf(request, kind, now, detail));
}

/** A person's sessions: this one first, then by last use. */
export async function ownSessions(
  redis: Redis,
  { sid: own, user }: Pick<LiveSession, 'user'> & { sid?: string },
): Promise<OwnSession[]> {
  const sessions = (await listSessions(redis, user.id)).map(({ sid, createdAt, seenAt, device }) => ({
    id: shownId(sid),
    device: deviceInWords(device),
    createdAt,
    lastUsedAt: seenAt,
    current: sid === own,
  }));
  const rank = ({ current, lastUsedAt }: OwnSession) => (current ? '~' : lastUsedAt);
  return sessions.sort((one, other) => (rank(one) < rank(other) ? 1 : -1));
}

/** The stored ids of a person's sessions with these shown ids. */
export async function storedSessionIds(redis: Redis, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await listSessions(redis, userId)).map(({ sid }) => sid).filter((sid) => ids.includes(shownId(sid)));
}

/** Ends a session of this person, and records it. False if they have none with this id. */
export async function endSession(
  redis: Redis,
  userId: string,
  id: string,
  activityFor: (device: string) => Activity,
): Promise<boolean> {
  const found = (await listSessions(redis, userId)).find(({ sid }) => shownId(sid) === id);
  if (found) {
    const activity = activityFor(deviceInWords(found.device));
    await Promise.all([deleteSession(redis, found.sid), recordActivity(redis, userId, activity)]);
  }
  return found !== undefined;
}

/** A stored id opens its session, together with the site's secret; a shown id opens nothing. */
function shownId(sid: string): string {
  return hash('sha256', sid, 'base64url').slice(0, 22);
}
