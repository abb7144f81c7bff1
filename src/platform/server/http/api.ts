import { noRoute } from '../../model/page-problem.ts';
import { endpoint, type Handler, type Method, type PlatformContext } from './endpoint.ts';
import { HttpError, readablePath } from './problem.ts';
import { answerBy, entriesOf, type Routes } from './route.ts';

type Answer = (request: Request, platform: PlatformContext) => Promise<Response>;

/** A function of the platform, from tables of routes. Answers other addresses with 404. */
export function apiOf(...tables: Routes[]): Answer {
  const byPath: Record<string, Partial<Record<Method, Handler>>> = {};
  const forAnyone: Record<string, Method[]> = {};
  for (const [method, path, one] of tables.flatMap(entriesOf)) {
    const methods = (byPath[path] ??= {});
    if (methods[method]) throw new Error(`Two routes answer ${method} ${path}.`);
    methods[method] = (request, context) => answerBy(one, request, context);
    if (!one.who.signedIn) (forAnyone[path] ??= []).push(method);
  }
  const answers = Object.entries(byPath).map(([path, each]) => {
    return [path, endpoint(each, undefined, { forAnyone: forAnyone[path] ?? [] })] as const;
  });
  return answerByPath(Object.fromEntries(answers));
}

/**
 * A function of the platform, from handlers by path. In a path, `{name}` matches one part and `*` everything that follows.
 * The most specific path wins; an address that matches none is answered with 404.
 */
export function answerByPath(answers: Readonly<Record<string, Answer>>): Answer {
  const forms = Object.keys(answers).map((path) => path.replace(/\{\w+\}/g, '{}').toLowerCase());
  const twice = forms.find((form, index) => forms.indexOf(form) < index);
  if (twice !== undefined) throw new Error(`${twice} is spelled in two ways.`);
  const places = Object.entries(answers)
    .map(([path, answer]) => ({ pattern: patternOf(path), order: orderOf(path), answer }))
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

/** Matches addresses like the platform: case-insensitively, with or without a trailing slash. */
function patternOf(path: string): RegExp {
  const escaped = path
    .replace(/[.]/g, '\\$&')
    .replace('*', '.*')
    .replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)');
  return new RegExp(`^${escaped}/?$`, 'i');
}

/** A sort key that puts more specific paths first, part by part. */
function orderOf(path: string): string {
  return path.replace(/[^/]+/g, (part) =>
    part === '*' ? '3' : part.startsWith('{') ? (part.endsWith('}') ? '2' : '1') : '0',
  );
}

const missing: Handler = (request) => {
  throw new HttpError(404, 'Not Found', noRoute(readablePath(request)));
};
const nowhere: Answer = endpoint({ GET: missing, POST: missing, PUT: missing, PATCH: missing, DELETE: missing });
