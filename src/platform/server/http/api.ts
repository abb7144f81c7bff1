import { noRoute } from '../../model/page-problem.ts';
import { endpoint, type Handler, type Method, type PlatformContext } from './endpoint.ts';
import { readablePath } from './path.ts';
import { HttpError } from './problem.ts';
import { answerBy, entriesOf, type Routes } from './route.ts';

/** One function of the platform from tables of routes. An address that none of them has is answered with 404. */
export function apiOf(...tables: Routes[]): (request: Request, platform: PlatformContext) => Promise<Response> {
  const byPath = new Map<string, Partial<Record<Method, Handler>>>();
  for (const [method, path, one] of tables.flatMap(entriesOf)) {
    const handlers = byPath.get(path) ?? {};
    handlers[method] = (request, context) => answerBy(one, request, context);
    byPath.set(path, handlers);
  }
  const places = [...byPath]
    .map(([path, handlers]) => ({ pattern: patternOf(path), order: orderOf(path), answer: endpoint(handlers) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1));

  return (request, { ip, requestId, ...platform }) => {
    const { pathname } = new URL(request.url);
    const waitUntil = platform.waitUntil && { waitUntil: (work: Promise<unknown>) => platform.waitUntil?.(work) };
    for (const { pattern, answer } of places) {
      const found = pattern.exec(pathname);
      if (found) return answer(request, { params: { ...found.groups }, ip, requestId, ...waitUntil });
    }
    return nowhere(request, { params: {}, ip, requestId, ...waitUntil });
  };
}

/** As the platform matches addresses: in any case, with or without a slash at the end. */
function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)');
  return new RegExp(`^${escaped}/?$`, 'i');
}

/** Sorts what spells out more before what leaves it open, part by part. */
function orderOf(path: string): string {
  return path.replace(/[^/]+/g, (part) => (part.startsWith('{') ? (part.endsWith('}') ? '2' : '1') : '0'));
}

const missing: Handler = (request) => {
  throw new HttpError(404, 'Not Found', noRoute(readablePath(request)));
};
const nowhere = endpoint({ GET: missing, POST: missing, PUT: missing, PATCH: missing, DELETE: missing });
