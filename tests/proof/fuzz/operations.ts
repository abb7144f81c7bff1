import { apiDescription } from '../../../src/app/api-description.ts';
import { origin as siteOrigin } from '../../support/servers/origin.ts';
import type { CallRequest } from './calls.ts';
import type { Ready } from './recipe.ts';
import { hostileText, hostileValue, nearly, schemaValue, type Pick } from './values.ts';
import type { Member, World } from './world.ts';

export type Operation = {
  id: string;
  method: string;
  path: string;
  query: string[];
  body?: Record<string, unknown>;
  origin?: string;
  /** Its own documented statuses from 500 on, such as 501 for an unsupported format. */
  ownErrors: number[];
};
type Kind = 'good' | 'near' | 'hostile' | 'protocol';

/** Every call documents these statuses. */
const everyones = new Set([500, 503]);

/** Every operation of the API description, with its schemas. */
export function documentedOperations(searchUrl: string): Operation[] {
  type Described = {
    operationId: string;
    parameters: { name: string; in: string }[];
    requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
    responses: Record<string, unknown>;
  };
  const { paths } = apiDescription('Fuzzed', siteOrigin) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, parameters, requestBody, responses }]) => {
      const [content] = Object.values(requestBody?.content ?? {});
      const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      // These operations read the published files of the site that they are called on.
      const origin = /^(search|ask|suggestTags)$/.test(id) ? { origin: searchUrl } : {};
      const ownErrors = Object.keys(responses)
        .map(Number)
        .filter((status) => status >= 500 && !everyones.has(status));
      return {
        id,
        method: method.toUpperCase(),
        path,
        query,
        ownErrors,
        ...(content && { body: content.schema }),
        ...origin,
      };
    }),
  );
}

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

export function kindOf(pick: Pick): Kind {
  const at = pick.int(100);
  if (at < 50) return 'good';
  if (at < 72) return 'near';
  return at < 88 ? 'hostile' : 'protocol';
}

export function validRequest({ method, path, origin }: Operation, ready: Ready): CallRequest {
  return {
    method,
    path: ready.path ?? path,
    cookie: ready.who?.cookie,
    ...('body' in ready && { body: ready.body }),
    ...(ready.headers && { headers: ready.headers }),
    ...(origin && { origin }),
  };
}

const hostileHeaders: Record<string, string>[] = [
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Type': 'multipart/form-data' },
  { 'Content-Type': 'multipart/form-data; boundary=x' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'none', Origin: 'null' },
  { Authorization: 'Bearer ' },
  { Authorization: `Bearer cp_${'a'.repeat(43)}` },
  { Authorization: `Basic ${'x'.repeat(5000)}` },
  { Cookie: '__Host-session=broken' },
  { Cookie: `__Host-session=${'a'.repeat(8000)}; __proto__=1` },
  { 'If-None-Match': '"*"', Range: 'bytes=0-' },
  { 'Idempotency-Key': 'x' },
  { Host: 'evil.example', 'X-Forwarded-For': '127.0.0.1', Accept: '*/*;q=9' },
  { 'Content-Length': '1', 'Content-Encoding': 'gzip' },
];

/** The same request with a fault: slightly invalid, entirely invalid, or sent wrongly. */
export function spoiltRequest(
  operation: Operation,
  ready: Ready,
  kind: Kind,
  { stranger }: World,
  pick: Pick,
): CallRequest {
  const sent = validRequest(operation, ready);
  if (kind === 'near') {
    const inPath = sent.body === undefined || pick.chance(0.15);
    if (inPath && operation.id !== 'signOut') return { ...sent, path: nearPath(sent.path, operation, pick) };
    return { ...sent, body: sent.body instanceof FormData ? pick.value(hostileText) : nearly(sent.body, pick) };
  }
  const cookie = cookieFor(ready.who, stranger, operation, pick);
  if (kind === 'hostile') {
    const path = operation.path.replace(/\{\w+\}/g, () => segment(pick)) + hostileQuery(operation, pick);
    const body =
      (operation.body ?? pick.chance(0.2))
        ? { body: pick.chance(0.6) ? pick.value(hostileValue) : schemaValue(operation.body ?? {}, pick) }
        : {};
    return { method: operation.method, path, cookie, ...body, ...(operation.origin && { origin: operation.origin }) };
  }
  switch (pick.int(4)) {
    case 0:
      return {
        ...sent,
        cookie: stranger.cookie,
        method: pick.of(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'post']),
      };
    case 1:
      return { ...sent, headers: { ...sent.headers, ...pick.of(hostileHeaders) } };
    case 2:
      return {
        ...sent,
        body: pick.of([
          '',
          '{',
          '[1',
          'nul',
          '{"a":1}{',
          '\ufeff{}',
          '"\\ud800"',
          '{"__proto__":{"a":1}}',
          '['.repeat(50_000),
          `{"a":"${'x'.repeat(7_000_000)}"}`,
        ]),
      };
    default:
      return { ...sent, cookie, headers: { ...sent.headers, ...pick.of(hostileHeaders) } };
  }
}

/** Operations that end a session or account use one that nobody needs afterwards. */
function cookieFor(who: Member | undefined, stranger: Member, { id }: Operation, pick: Pick): string | undefined {
  if (/^(signOut|deleteAccount|changePassword|endOtherSessions)$/.test(id)) return stranger.cookie;
  return pick.of([undefined, stranger.cookie, who?.cookie, who?.cookie]);
}

function segment(pick: Pick): string {
  const raw = [
    '%',
    '%00',
    '%ff',
    '%25',
    '%2e%2e%2f',
    '%ED%A0%80',
    '..',
    '.',
    '~',
    '0',
    '01890a5d-ac96-774b-bcce-b302099a8057',
  ];
  return pick.chance(0.4)
    ? pick.of(raw)
    : encodeURIComponent(pick.value(hostileText).slice(0, 3000).toWellFormed()) || 'x';
}

function nearPath(path: string, operation: Operation, pick: Pick): string {
  const [address = '', search = ''] = path.split('?');
  const names = operation.query;
  if (search && pick.chance(0.6)) return `${address}${hostileQuery(operation, pick)}`;
  if (names.length > 0 && pick.chance(0.6))
    return `${address}?${new URLSearchParams({ [pick.of(names)]: pick.value(hostileText).toWellFormed() })}`;
  const parts = address.split('/');
  const places = operation.path.split('/').flatMap((part, at) => (part.includes('{') ? [at] : []));
  if (places.length === 0)
    return `${address}?${pick.of(['x=1', '__proto__=1', '%', '&&&', 'a[]=1', `q=${'a'.repeat(9000)}`])}`;
  parts[pick.of(places)] = segment(pick);
  return parts.join('/') + (search ? `?${search}` : '');
}

function hostileQuery({ query }: Operation, pick: Pick): string {
  const names = [...query, ...query, '__proto__', 'x', ''];
  const pairs = Array.from({ length: pick.int(4) }, () => [
    pick.of(names),
    pick.value(hostileText).slice(0, 9000).toWellFormed(),
  ]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
