import {
  bySpecificity,
  FunctionConfig,
  plainPath,
  routesOf,
  type Route,
} from '../../../netlify/local/functions/routes.ts';
import type { ApiFunction } from '../../support/api.ts';
import { origin } from '../../support/servers/origin.ts';

/** The result of a call: `ms` by the clock, `cpuMs` of this process with all its threads. */
export type CallResult = { status: number; text: string; cookie: string | undefined; ms: number; cpuMs: number };
/** A request: `body` is sent as JSON unless it is text, bytes or a form. `origin` defaults to that of the site. */
export type CallRequest = {
  method: string;
  path: string;
  body?: unknown;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  origin?: string;
};

/** Calls the functions through the product's routes, as an in-process client. */
export function caller(functions: readonly ApiFunction[]) {
  const routes: Route<ApiFunction>[] = functions
    .flatMap((one) => routesOf('', FunctionConfig.parse(one.config), one))
    .sort(bySpecificity);
  let left: Promise<unknown>[] = [];
  let number = 0;

  return {
    /** Undefined if the platform would reject the request, or no function has this path. */
    async call(sent: CallRequest): Promise<CallResult | undefined> {
      const request = requestOf(sent);
      if (!request) return undefined;
      const { pathname } = new URL(request.url);
      for (const { target, params } of routes) {
        const found = params(plainPath(pathname), request.method);
        if (!found) continue;
        const [began, cpu] = [performance.now(), process.cpuUsage()];
        const context = {
          params: found,
          ip: `198.51.100.${(number += 1) % 250}`,
          requestId: 'request-1',
          waitUntil: (work: Promise<unknown>) => void left.push(work),
        };
        const answer = await target.default(request, context);
        const text = await answer.text();
        const { user, system } = process.cpuUsage(cpu);
        const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
        return { status: answer.status, text, cookie, ms: performance.now() - began, cpuMs: (user + system) / 1000 };
      }
      return undefined;
    },
    /** Waits for the background work of answered calls. */
    async settled(): Promise<void> {
      while (left.length > 0) {
        const works = left;
        left = [];
        await Promise.all(works);
      }
    },
  };
}
export type Caller = ReturnType<typeof caller>;

function requestOf({
  method,
  path,
  body,
  cookie,
  headers = {},
  origin: at = origin,
}: CallRequest): Request | undefined {
  const plain =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
  const sent = plain ? body : JSON.stringify(body);
  const reads = method === 'GET' || method === 'HEAD';
  try {
    return new Request(at + path, {
      method,
      headers: {
        ...(reads ? {} : { 'Sec-Fetch-Site': 'same-origin' }),
        ...(sent === undefined || sent instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...(cookie ? { Cookie: cookie } : {}),
        ...headers,
      },
      ...(sent === undefined || reads ? {} : { body: sent as BodyInit }),
    });
  } catch {
    return undefined;
  }
}
