import { environment, isLoopback } from '../../platform/server/env.ts';
import { usesAuthorizationHeader, cookie, readCookie } from '../../platform/server/http/endpoint.ts';
import { seal, unseal } from './seal.ts';

/** How long an unused session lives. */
export const sessionSeconds = 30 * 24 * 60 * 60;

/**
 * The session cookie's name. `__Host-` binds it to this host, and needs Secure: browsers accept that from https and
 * from loopback addresses; any other http site gets the plain name.
 */
export function sessionCookieName(siteUrl: string): '__Host-session' | 'session' {
  return isTrustworthy(siteUrl) ? '__Host-session' : 'session';
}

function isTrustworthy(siteUrl: string): boolean {
  return new URL(siteUrl).protocol === 'https:' || isLoopback(siteUrl);
}

/** The cookie also names the person, so that their data can be read in the same round trip as the session. */
export async function sessionCookie({ sid, userId }: { sid: string; userId: string }, now: Date): Promise<string> {
  const { SITE_URL, SESSION_SECRET } = environment();
  const sealed = await seal(`${sid} ${userId}`, SESSION_SECRET, sessionSeconds, now);
  return cookie(sessionCookieName(SITE_URL), sealed, { maxAge: sessionSeconds, secure: isTrustworthy(SITE_URL) });
}

/** The Set-Cookie value that removes the session cookie from the browser. */
export function clearedCookie(): string {
  const { SITE_URL } = environment();
  return cookie(sessionCookieName(SITE_URL), '', { maxAge: 0, secure: isTrustworthy(SITE_URL) });
}

/** Whether the request has a session cookie, valid or not. */
export function hasSessionCookie(request: Request): boolean {
  return readCookie(request, sessionCookieName(environment().SITE_URL)) !== undefined;
}

type NamedSession = { sid: string; userId?: string };
const opened = new WeakMap<Request, Promise<NamedSession | undefined>>();

/** The session that a cookie names, ended or not, and its person, whom cookies of earlier versions do not name. */
export function openedCookie(request: Request): Promise<NamedSession | undefined> {
  const known = opened.get(request) ?? openCookie(request);
  opened.set(request, known);
  return known;
}

/**
 * Whether a script or a reader made the request, according to the browser. What a page fetches by itself counts as
 * anonymous: otherwise a picture in somebody's text could make calls in the name of its reader.
 */
export const isScriptOrNavigation = (request: Request) =>
  [null, 'empty', 'document'].includes(request.headers.get('Sec-Fetch-Dest'));

async function openCookie(request: Request): Promise<NamedSession | undefined> {
  // A call with a token uses only the token's rights, never a cookie as well.
  if (!isScriptOrNavigation(request) || usesAuthorizationHeader(request)) return undefined;
  const { SITE_URL, SESSION_SECRET } = environment();
  const sealed = readCookie(request, sessionCookieName(SITE_URL));
  const [sid, userId] = (sealed && (await unseal(sealed, SESSION_SECRET)))?.split(' ') ?? [];
  return sid ? { sid, ...(userId && { userId }) } : undefined;
}

/**
 * Reads something about the person whom a cookie names, in the same round trip as their session. The returned function
 * gives it for the session's person, and reads it then if the cookie named nobody or somebody else.
 */
export async function readWithSession<Value>(
  request: Request,
  ask: (userId: string) => Promise<Value>,
): Promise<(userId: string) => Promise<Value>> {
  const userIdInCookie = (await openedCookie(request))?.userId;
  if (userIdInCookie === undefined) return ask;
  const value = await ask(userIdInCookie);
  return async (userId) => (userId === userIdInCookie ? value : ask(userId));
}
