import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import { log } from '../../../src/platform/server/log.ts';
import type { LoadedFunction } from './bundles.ts';
import { functionContext } from './context.ts';
import { bySpecificity, routesOf, type Route } from './routes.ts';
import type { RequestLine } from '../server/http.ts';
import { admission } from '../server/overload.ts';

interface FunctionMatch {
  name: string;
  /** The pattern of the path that it serves: as many as functions have, whatever is asked for. */
  route: string;
  /** A file at the same path is served instead, if there is one. */
  preferStatic: boolean;
  /** Calls the function. Never rejects: what it throws is logged and answered with a plain 500. */
  call(request: Request, ip: string): Promise<Response>;
}

export interface FunctionHost {
  match(request: RequestLine): FunctionMatch | undefined;
  /** Puts these in the place of the present ones, schedules included. */
  replace(functions: LoadedFunction[]): void;
  /** Ends the schedules and waits for work that answers left going, for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** `room` decides which calls there is room for, schedules aside. */
type Options = { siteUrl: string; room?: ReturnType<typeof admission> };

/** Serves functions in this process by what each exports as `config`, as the platform does. */
export function functionHost(functions: LoadedFunction[], { siteUrl, room = admission() }: Options): FunctionHost {
  const going = new Set<Promise<unknown>>();
  let routes: Route<LoadedFunction>[] = [];
  let schedules: Cron[] = [];

  const waitUntil = (work: Promise<unknown>) => {
    const failed = (error: unknown) => log('error', 'work after an answer failed', { error });
    const settled = work.catch(failed).finally(() => going.delete(settled));
    going.add(settled);
  };

  const call = async (target: LoadedFunction, request: Request, params: Record<string, string>, ip: string) => {
    const requestId = randomUUID();
    const { context, applyCookies } = functionContext({ request, params, ip, requestId, siteUrl, waitUntil });
    try {
      const answer = await target.handler(request, context);
      const response = answer instanceof Response ? answer : new Response(null, { status: 204 });
      // The headers of some responses, such as those of fetch, cannot be changed.
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

  /** A background function is answered for at once, and goes on by itself. */
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
      const { pathname } = new URL(request.url);
      for (const { target, path, preferStatic, params } of routes) {
        const found = params(pathname, request.method);
        if (!found) continue;
        const { name } = target;
        return { name, route: path, preferStatic, call: (asked, ip) => answered(target, asked, found, ip) };
      }
      return undefined;
    },
    async stop(graceMs = 3000) {
      replace([]);
      const over = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([Promise.allSettled(going), over]);
    },
  };
}
