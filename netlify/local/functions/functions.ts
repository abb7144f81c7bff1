import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import { log } from '../../../src/platform/server/log.ts';
import type { LoadedFunction } from './bundles.ts';
import { bySpecificity, plainPath, routesOf, type Route } from './routes.ts';
import type { RequestLine } from '../server/http.ts';
import { performance } from 'node:perf_hooks';
import { HttpError, problem } from '../../../src/platform/server/http/problem.ts';
import type { Context } from '@netlify/functions';

type Cookies = Context['cookies'];
type Cookie = Cookies['set'] extends { (cookie: infer One): void; (name: string, value: string): void } ? One : never;

interface Call {
  request: Request;
  params: Record<string, string>;
  ip: string;
  requestId: string;
  siteUrl: string;
  waitUntil: Context['waitUntil'];
}

/** Determining it takes half a millisecond, and it does not change. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/**
 * The context that the platform passes to a function. `applyCookies` adds the cookies that the function set to its answer.
 */
function functionContext(call: Call): { context: Context; applyCookies: (headers: Headers) => void } {
  const changes: string[] = [];
  const context: Context = {
    account: { id: 'local' },
    cookies: cookiesOf(call.request, changes),
    deploy: { context: 'dev', id: 'local', published: true },
    geo: { timezone: timeZone },
    ip: call.ip,
    json: (input) => Response.json(input),
    log: console.log,
    next: () => Promise.reject(new Error('`context.next` is not implemented for serverless functions')),
    params: call.params,
    requestId: call.requestId,
    rewrite: (url) => fetch(new URL(url, call.request.url)),
    server: { region: 'local' },
    site: { id: 'local', name: 'local', url: call.siteUrl },
    url: new URL(call.request.url),
    waitUntil: call.waitUntil,
  };
  return {
    context,
    applyCookies(headers) {
      for (const change of changes) headers.append('Set-Cookie', change);
    },
  };
}

function cookiesOf(request: Request, changes: string[]): Cookies {
  const sent = new Map(
    (request.headers.get('Cookie') ?? '').split(';').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), value.join('=')];
    }),
  );
  function set(cookie: Cookie | string, value?: string): void {
    changes.push(serialized(typeof cookie === 'string' ? { name: cookie, value: value ?? '' } : cookie));
  }
  return {
    // The platform's type promises a text, but it returns undefined for a cookie that was not sent. So does this.
    get: (name) => sent.get(name) as string,
    set,
    delete(cookie) {
      const { name, ...scope } = typeof cookie === 'string' ? { name: cookie } : cookie;
      changes.push(serialized({ path: '/', ...scope, name, value: '', expires: 0 }));
    },
  };
}

function serialized(cookie: Cookie): string {
  const { name, value, expires, maxAge, domain, path, secure, httpOnly, sameSite, unparsed = [] } = cookie;
  const parts = [
    `${name}=${value}`,
    secure && 'Secure',
    httpOnly && 'HttpOnly',
    maxAge !== undefined && `Max-Age=${maxAge}`,
    domain && `Domain=${domain}`,
    sameSite && `SameSite=${sameSite}`,
    path && `Path=${path}`,
    expires !== undefined && `Expires=${new Date(expires).toUTCString()}`,
    ...unparsed,
  ];
  return parts.filter(Boolean).join('; ');
}

/**
 * How many calls may be running while the event loop never rests. At a few milliseconds each, the last one waits a tenth of
 * a second.
 */
const maxRunning = 32;
const retrySeconds = 2;

/**
 * Admits calls while they can be answered in time. Calls beyond that are refused immediately, which costs hardly anything,
 * so that admitted ones are answered, and all are again once the load has gone. Calls that only wait, for another site or
 * for a model, leave the event loop idle and do not cause refusals. `isBusy` is a parameter for tests.
 */
export function admission({ max = maxRunning, isBusy = eventLoopIsBusy() } = {}) {
  let underWay = 0;
  return {
    /** Answers a call with `work`, or refuses it. */
    async admit(work: () => Promise<Response>): Promise<Response> {
      if (underWay >= max && isBusy()) return refusal();
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
      }
    },
  };
}

function refusal(): Response {
  const detail = `More is asked than can be answered at the moment. Nothing was changed: try again in ${retrySeconds} seconds.`;
  const headers = { 'Retry-After': String(retrySeconds), 'Cache-Control': 'private, no-store' };
  return problem(new HttpError(503, 'Service Unavailable', detail, { headers }));
}

const windowMs = 200;
const busyShare = 0.9;

/** Whether the event loop worked nearly all of the last window. */
function eventLoopIsBusy(): () => boolean {
  let began = performance.eventLoopUtilization();
  let at = performance.now();
  let busy = false;
  return () => {
    const now = performance.now();
    if (now - at >= windowMs) {
      busy = performance.eventLoopUtilization(began).utilization >= busyShare;
      began = performance.eventLoopUtilization();
      at = now;
    }
    return busy;
  };
}

export interface FunctionMatch {
  name: string;
  /** The pattern of its path: there are only as many as functions define, whatever paths are requested. */
  route: string;
  /** Whether a file at the same path is served instead. */
  preferStatic: boolean;
  /** Calls the function. Never rejects: what it throws is logged and answered with a plain 500. */
  call(request: Request, ip: string): Promise<Response>;
}

export interface FunctionHost {
  match(request: RequestLine): FunctionMatch | undefined;
  /** Replaces the functions, including their schedules. */
  replace(functions: LoadedFunction[]): void;
  /** Stops the schedules and waits for work that continues after answers, for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** `room` decides which calls are admitted; schedules always are. */
type Options = { siteUrl: string; room?: ReturnType<typeof admission> };

/** Serves functions in this process according to their exported `config`, as the platform does. */
export function functionHost(functions: LoadedFunction[], { siteUrl, room = admission() }: Options): FunctionHost {
  const pending = new Set<Promise<unknown>>();
  let routes: Route<LoadedFunction>[] = [];
  let schedules: Cron[] = [];

  const waitUntil = (work: Promise<unknown>) => {
    const failed = (error: unknown) => log('error', 'work after an answer failed', { error });
    const settled = work.catch(failed).finally(() => pending.delete(settled));
    pending.add(settled);
  };

  const call = async (target: LoadedFunction, request: Request, params: Record<string, string>, ip: string) => {
    const requestId = randomUUID();
    const { context, applyCookies } = functionContext({ request, params, ip, requestId, siteUrl, waitUntil });
    try {
      const answer = await target.handler(request, context);
      const response = answer instanceof Response ? answer : new Response(null, { status: 204 });
      // The headers of some responses, such as those of fetch, are immutable.
      const headers = new Headers(response.headers);
      headers.set('X-Nf-Request-Id', requestId);
      applyCookies(headers);
      return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    } catch (error) {
      log('error', 'a function failed', { function: target.name, requestId, error });
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Nf-Request-Id': requestId };
      return new Response('Internal Server Error\n', { status: 500, headers });
    }
  };

  /** A background function is answered for immediately, and runs on. */
  const answered = async (target: LoadedFunction, request: Request, params: Record<string, string>, ip: string) => {
    if (!target.config.background) return room.admit(() => call(target, request, params, ip));
    waitUntil(call(target, request, params, ip));
    return new Response(null, { status: 202 });
  };

  const scheduled = (target: LoadedFunction, schedule: string) => {
    const run = (next: Date) => {
      const body = JSON.stringify({ next_run: next.toISOString() });
      const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Netlify Clockwork' };
      const url = `${siteUrl}/.netlify/functions/${target.name}`;
      return call(target, new Request(url, { method: 'POST', headers, body }), {}, '127.0.0.1');
    };
    const tick = (cron: Cron) => waitUntil(run(cron.nextRun() ?? new Date()));
    return new Cron(schedule, { timezone: 'UTC', unref: true }, tick);
  };

  const replace = (next: LoadedFunction[]) => {
    for (const cron of schedules) cron.stop();
    routes = next.flatMap((one) => routesOf(one.name, one.config, one)).sort(bySpecificity);
    schedules = next.flatMap((one) => (one.config.schedule ? [scheduled(one, one.config.schedule)] : []));
  };
  replace(functions);

  return {
    replace,
    match(request) {
      const requestedPath = plainPath(new URL(request.url).pathname);
      for (const { target, path, preferStatic, params } of routes) {
        const found = params(requestedPath, request.method);
        if (!found) continue;
        const { name } = target;
        return { name, route: path, preferStatic, call: (sent, ip) => answered(target, sent, found, ip) };
      }
      return undefined;
    },
    async stop(graceMs = 3000) {
      replace([]);
      const over = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([Promise.allSettled(pending), over]);
    },
  };
}
