import type { Context } from '@netlify/functions';
import { environment } from '../env.ts';
import { runForClient } from '../bounded/current-client.ts';
import { log } from '../log.ts';
import { StoreUnreachable, failureInWords, withWrites, type Writes } from '../store/redis.ts';
import { HttpError, problem, isReadable } from './problem.ts';
import { securityHeaders } from './html.ts';
import { isIPv6 } from 'node:net';

/**
 * The client that rate limits count: an IPv4 address, also one that is mapped into IPv6, or the /64 network of an IPv6
 * address. One customer has at least a whole /64, and could otherwise call from any number of addresses.
 */
export function clientOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  // The shortest spelling there is: hexadecimal, without leading zeros, with one `::` at most.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest);
  if (mapped) return [mapped[1], mapped[2]].flatMap((pair) => bytesOf(parseInt(pair ?? '', 16))).join('.');
  const [before = [], after = []] = shortest.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const gap = shortest.includes('::') ? Array<string>(8 - before.length - after.length).fill('0') : [];
  return `${[...before, ...gap, ...after].slice(0, 4).join(':')}::/64`;
}

const bytesOf = (pair: number) => [pair >> 8, pair & 255];

/** What an endpoint uses of the platform's context. `waitUntil` keeps work going after the answer was sent. */
export type PlatformContext = Pick<Context, 'params' | 'ip' | 'requestId'> & Partial<Pick<Context, 'waitUntil'>>;
/** The context that a handler gets. In place of the IP address it has the client that limits count: see `clientOf`. */
export type CallContext = Omit<PlatformContext, 'ip'> & { client: string };

export type Handler = (request: Request, context: CallContext) => Response | Promise<Response>;
/** How an endpoint answers errors to callers that do not read JSON. Undefined leaves it to the problem document. */
export type ErrorAnswer = (
  error: HttpError,
  request: Request,
  requestId: string,
) => Promise<Response | undefined> | undefined;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Makes a platform function from a handler for each method. It answers OPTIONS, HEAD and 405 itself, refuses writes from
 * other origins, and turns every thrown error into a problem document. Answers are private and never stored by default.
 * `fromAnywhere` allows writes from other origins, where a call carries its own proof and no cookie counts. A token is
 * such a proof, except for the methods in `forAnyone`, which check no token.
 */
export function endpoint(
  handlers: Partial<Record<Method, Handler>>,
  errorAnswer?: ErrorAnswer,
  { fromAnywhere = false, forAnyone = [] }: { fromAnywhere?: boolean; forAnyone?: readonly Method[] } = {},
): (request: Request, context: PlatformContext) => Promise<Response> {
  return async (request, platform) => {
    const { params, requestId, ip } = platform;
    const waitUntil = platform.waitUntil && { waitUntil: (work: Promise<unknown>) => platform.waitUntil?.(work) };
    const context: CallContext = { params, requestId, client: clientOf(ip), ...waitUntil };
    const proven = fromAnywhere || (usesAuthorizationHeader(request) && !forAnyone.includes(request.method as Method));
    const answer = await answerOf(handlers, errorAnswer, proven, request, context);
    answer.headers.set('X-Request-Id', requestId);
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'private, no-store');
    for (const [name, value] of Object.entries(securityHeaders)) {
      // A page brings the stricter policy of its own scripts.
      if (!answer.headers.has(name)) answer.headers.set(name, value);
    }
    const etag = answer.status === 200 && isRead(request) ? answer.headers.get('ETag') : null;
    if (etag !== null && isKnown(request, etag)) return unchanged(answer);
    return request.method === 'HEAD' ? new Response(null, answer) : answer;
  };
}

/** Whether the client already has the answer with this ETag. */
export function isKnown({ headers }: Request, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return (headers.get('If-None-Match') ?? '')
    .split(',')
    .some((one) => one.trim() === '*' || plain(one) === plain(etag));
}

async function unchanged({ body, headers }: Response): Promise<Response> {
  await body?.cancel();
  headers.delete('Content-Type');
  return new Response(null, { status: 304, headers });
}

async function answerOf(
  handlers: Partial<Record<Method, Handler>>,
  errorAnswer: ErrorAnswer | undefined,
  proven: boolean,
  request: Request,
  context: CallContext,
): Promise<Response> {
  const writes: Writes = { written: false };
  try {
    const allow = allowed(handlers);
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
    const handler = handlers[(request.method === 'HEAD' ? 'GET' : request.method) as Method];
    if (!handler) {
      throw new HttpError(405, 'Method Not Allowed', `This address answers ${allow}.`, { headers: { Allow: allow } });
    }
    if (!isReadable(new URL(request.url).pathname)) {
      const detail = 'This address can’t be read: a percent sign in it stands alone. Write %25 for the sign itself.';
      throw new HttpError(400, 'Bad Request', detail);
    }
    if (!proven && !isRead(request)) requireOwnOrigin(request);
    return await runForClient(context.client, () => withWrites(writes, () => handler(request, context)));
  } catch (error) {
    const httpError = asHttpError(error, request, context, writes);
    return (await errorAnswerOf(errorAnswer, httpError, request, context)) ?? problem(httpError, context.requestId);
  }
}

/** The endpoint's own answer to an error, which may need pages of the site. Undefined if those cannot be read either. */
async function errorAnswerOf(
  errorAnswer: ErrorAnswer | undefined,
  error: HttpError,
  request: Request,
  context: CallContext,
): Promise<Response | undefined> {
  try {
    return await errorAnswer?.(error, request, context.requestId);
  } catch (failure) {
    report('warn', failure, request, context);
    return undefined;
  }
}

function allowed(handlers: Partial<Record<Method, Handler>>): string {
  return [...Object.keys(handlers), ...(handlers.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function isRead(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/**
 * Whether a call is authenticated by its `Authorization` header alone: no other site can add that header, and cookies do
 * not count beside it. The schemes of proxies are excluded: browsers add those credentials themselves, even to calls from
 * other sites.
 */
export function usesAuthorizationHeader({ headers }: Request): boolean {
  const sent = headers.get('Authorization');
  return sent !== null && !/^(basic|digest|negotiate|ntlm)\b/i.test(sent);
}

function requireOwnOrigin(request: Request): void {
  if (isSameOrigin(request, environment().SITE_URL)) return;
  throw new HttpError(403, 'Forbidden', 'Nothing was changed: this call must come from a page of this site.');
}

function asHttpError(error: unknown, request: Request, context: CallContext, { written }: Writes): HttpError {
  if (error instanceof HttpError) return error;
  const unreachable = error instanceof StoreUnreachable;
  report(unreachable ? 'warn' : 'error', error, request, context);
  if (unreachable) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    const isUnclear = !isRead(request) && (error.mayBeWritten || written);
    const detail = unreachableDetail(request, error, isUnclear);
    // The form shows this where people typed: nothing else tells them that their text may have been saved.
    const errors = isUnclear && { errors: [{ path: '', message: detail }] };
    return new HttpError(503, 'Service Unavailable', detail, { headers, ...errors });
  }
  return new HttpError(
    500,
    'Internal Server Error',
    `Something went wrong on our side. If you report it, mention the request ${context.requestId}.`,
  );
}

/** `isUnclear`: a write of this call has happened already, or may have. */
function unreachableDetail(request: Request, error: StoreUnreachable, isUnclear: boolean): string {
  const { failure, retryAfterSeconds: seconds } = error;
  const when = `ry again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  if (isUnclear) {
    return 'This may or may not have been saved. What you typed is still here: check before you try again.';
  }
  if (isRead(request)) return `The store ${failureInWords(failure)}. T${when}`;
  const why = failure ? `the store ${failureInWords(failure)}` : 'this site can’t save at the moment';
  return `Nothing was saved: ${why}. What you typed is still here. T${when}`;
}

function report(level: 'warn' | 'error', error: unknown, request: Request, context: CallContext): void {
  const { pathname } = new URL(request.url);
  const what = error instanceof Error ? (level === 'error' ? error.stack : error.message) : String(error);
  log(level, 'a call failed', { requestId: context.requestId, method: request.method, path: pathname, error: what });
}

/** Runs work after the answer is sent, so that it neither delays the caller nor tells them anything. Failures are logged. */
export async function afterAnswer(context: CallContext, work: () => Promise<unknown>): Promise<void> {
  const done = work().catch((error: unknown) => {
    const what = error instanceof Error ? error.stack : String(error);
    log('error', 'work after an answer failed', { requestId: context.requestId, error: what });
  });
  if (context.waitUntil) context.waitUntil(done);
  else await done;
}

/**
 * Whether a call that changes something comes from the site's own pages, so that no other site can act with a
 * visitor's cookie. Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`; a call with neither is refused.
 */
export function isSameOrigin(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'same-origin') return true;
  if (site === 'same-site' || site === 'cross-site') return false;
  const origin = request.headers.get('Origin');
  // The address of the request counts too: deploy previews live at other addresses than SITE_URL.
  return origin !== null && (origin === new URL(siteUrl).origin || origin === new URL(request.url).origin);
}

/** The value of one cookie of a request, or undefined. */
export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of request.headers.get('Cookie')?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** A Set-Cookie value that scripts cannot read and other sites' forms do not send. `maxAge` is in seconds; 0 clears it. */
export function cookie(name: string, value: string, { maxAge, secure }: { maxAge: number; secure: boolean }): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
