import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type ApiResponse, type Api, type ApiRequest, type Person } from '../../support/api.ts';

/** Every call of the API. `body` is valid; `large` exceeds the size limit of the call. */
const calls = [
  { method: 'GET', path: '/api/_auth/session' },
  { method: 'DELETE', path: '/api/_auth/session' },
  {
    method: 'POST',
    path: '/api/auth/signup',
    body: { email: 'new@example.org', handle: 'newcomer', password: 'a long enough passphrase' },
    wrongTypes: { email: 1, handle: [], password: null, name: {} },
    tooLong: {
      email: `${'a'.repeat(250)}@example.org`,
      handle: 'a'.repeat(25),
      password: Array.from({ length: 201 }, (_, at) => (at * at).toString(36).at(-1)).join(''),
      name: 'x'.repeat(81),
    },
    required: ['email', 'handle', 'password'],
    kilobytes: 17,
  },
  {
    method: 'POST',
    path: '/api/auth/signin',
    body: { email: 'ada@example.org', password: 'a long enough passphrase' },
    wrongTypes: { email: true, password: 12345678901 },
    tooLong: { email: `${'a'.repeat(250)}@example.org`, password: 'x'.repeat(801) },
    required: ['email', 'password'],
    kilobytes: 17,
  },
  { method: 'GET', path: '/api/notes' },
  {
    method: 'POST',
    path: '/api/notes',
    signedIn: true,
    body: { title: 'New' },
    wrongTypes: { title: 1, body: [], url: 2, tags: 'a', 'tags.0': [1], visibility: 'secret', icon: {} },
    tooLong: noteTooLong(),
    required: ['title'],
    kilobytes: 1300,
  },
  { method: 'GET', path: '/api/notes/:uuid' },
  {
    method: 'PATCH',
    path: '/api/notes/:uuid',
    signedIn: true,
    body: { rev: 1, title: 'Changed' },
    wrongTypes: { rev: '1', title: null, body: 1, url: [], tags: {}, visibility: 0, icon: 'book' },
    tooLong: noteTooLong(),
    required: ['rev'],
    kilobytes: 1300,
  },
  { method: 'DELETE', path: '/api/notes/:uuid', signedIn: true },
  { method: 'GET', path: '/api/publish' },
  { method: 'POST', path: '/api/publish', signedIn: true },
  { method: 'GET', path: '/api/openapi.json' },
] satisfies ApiCall[];

interface ApiCall {
  method: string;
  path: string;
  signedIn?: boolean;
  body?: Record<string, unknown>;
  wrongTypes?: Record<string, unknown>;
  tooLong?: Record<string, unknown>;
  required?: string[];
  kilobytes?: number;
}

function noteTooLong() {
  return {
    title: 'x'.repeat(201),
    body: 'x'.repeat(200 * 1024 + 1),
    url: `https://example.org/${'x'.repeat(2048)}`,
    tags: [...'abcdefghi'],
    'tags.0': ['a'.repeat(33)],
    icon: `lucide:${'x'.repeat(80)}`,
  };
}

const all: ApiCall[] = calls;
const writes = all.filter(({ method }) => method !== 'GET');
const withBody = all.filter(({ body }) => body) as (ApiCall &
  Required<Pick<ApiCall, 'body' | 'wrongTypes' | 'tooLong'>>)[];
const nameOf = ({ method, path }: ApiCall) => `${method} ${path}`;
const named = <T extends ApiCall>(some: T[]) => some.map((call) => [nameOf(call), call] as const);

let api: Api;
let ada: Person;
let uuid: string;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  const created = await api.call('POST', '/api/notes', { cookie: ada.cookie, body: { title: 'Here', body: 'Text' } });
  uuid = created.body.note?.uuid ?? '';
});
afterAll(() => api.stop());

/** Sends the valid call with `change`, and checks that it wrote nothing. */
async function refused(
  call: ApiCall,
  status: number,
  change: ApiRequest & { method?: string } = {},
): Promise<ApiResponse> {
  const before = await api.dump();
  const answer = await sent(call, change);
  expectProblem(answer, status);
  await api.settled();
  expect(await api.dump()).toEqual(before);
  return answer;
}

function sent(
  call: ApiCall,
  { method = call.method, ...change }: ApiRequest & { method?: string } = {},
): Promise<ApiResponse> {
  const cookie = 'cookie' in change ? change.cookie : ada.cookie;
  return api.call(method, call.path.replace(':uuid', uuid), { body: call.body, ...change, cookie });
}

function expectProblem({ status, headers, body }: ApiResponse, expected: number) {
  expect(status).toBe(expected);
  expect(headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
  expect(headers.get('Cache-Control')).toBe('private, no-store');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Set-Cookie')).toBeNull();
  expect(body).toMatchObject({ type: 'about:blank', status: expected });
  expect(body.title).toMatch(/^[A-Z]/);
  expect(body.detail).toMatch(/^([A-Z].*\.|Page Not Found: \/.+)$/s);
}

describe('the valid call', () => {
  test.each(named(all.filter(({ method, path }) => method === 'GET' || path.endsWith('signin'))))(
    '%s succeeds, so the refusals below are caused by the change alone',
    async (_, call) => expect((await sent(call)).status).toBe(200),
  );
});

describe.each(named(withBody))('%s', (_, call) => {
  test.each(['{', '{"title": "x",}', 'title=x', '', '[1', '\u0000'])(
    'malformed JSON %j is 400 with its position',
    async (body) => {
      expect((await refused(call, 400, { body })).body.detail).toMatch(/^The body is not valid JSON: ./);
    },
  );

  test.each(['null', '[]', '"text"', '1', 'true'])('%s instead of an object is 400', async (body) => {
    expect((await refused(call, 400, { body })).body.errors).toEqual([
      { path: '', message: 'Send a JSON object here.' },
    ]);
  });

  test.each(Object.entries(call.wrongTypes))('a wrong type of %s is 400 and names the field', async (path, value) => {
    const { errors } = (await refused(call, 400, { body: { ...call.body, [path.split('.')[0] ?? '']: value } })).body;
    expect(errors?.map((error) => error.path)).toEqual([path]);
    expect(errors?.[0]?.message).toMatch(/^[A-Z].*\.$/);
  });

  test.each(Object.entries(call.tooLong))('too long a %s is 400 with the limit', async (path, value) => {
    const { errors } = (await refused(call, 400, { body: { ...call.body, [path.split('.')[0] ?? '']: value } })).body;
    expect(errors?.map((error) => error.path)).toEqual([path]);
    expect(errors?.[0]?.message).toMatch(/at most \d+|too long/);
  });

  test.each(call.required ?? [])('a missing %s is 400 and named', async (field) => {
    const { [field]: _left, ...body } = call.body;
    expect((await refused(call, 400, { body })).body.errors).toEqual([
      { path: field, message: 'This field is required.' },
    ]);
  });

  test('an unknown field is 400 and named', async () => {
    const { errors } = (await refused(call, 400, { body: { ...call.body, admin: true } })).body;
    expect(errors).toEqual([{ path: 'admin', message: 'This field is not known. Remove it.' }]);
  });

  test('a body over the limit is 413', async () => {
    await refused(call, 413, { body: { ...call.body, more: 'x'.repeat((call.kilobytes ?? 0) * 1024) } });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'the content type %s is 415',
    async (type) => {
      await refused(call, 415, { headers: { 'Content-Type': type } });
    },
  );
});

describe.each(named(writes))('%s', (_, call) => {
  test.each<[string, Record<string, string>]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['another subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.commonplace.dev' }],
    ['an old browser on another site', { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }],
    ['a sandboxed frame', { 'Sec-Fetch-Site': '', Origin: 'null' }],
    ['nowhere', { 'Sec-Fetch-Site': '' }],
  ])('from %s is 403', async (_from, headers) => {
    await refused(call, 403, { headers });
  });
});

test.each(named(writes.filter(({ signedIn }) => signedIn)))('%s without a session is 401', async (_, call) => {
  for (const cookie of [undefined, '__Host-session=broken']) await refused(call, 401, { cookie });
});

describe('a wrong method', () => {
  const paths = [...new Set(all.map(({ path }) => path))];
  test.each(paths)('at %s is 405 with the allowed ones', async (path) => {
    const methods = all.filter((call) => call.path === path).map(({ method }) => method);
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'].filter((name) => !methods.includes(name))) {
      const answer = await refused({ method, path }, 405);
      expect(answer.headers.get('Allow')?.split(', ').sort()).toEqual(allowed);
    }
    const options = await sent({ method: 'OPTIONS', path });
    expect([options.status, options.headers.get('Allow')?.split(', ').sort()]).toEqual([204, allowed]);
  });
});

describe('an id that is not a UUID', () => {
  test.each(['GET', 'PATCH', 'DELETE'])('is 404 for %s', async (method) => {
    await refused({ method, path: '/api/notes/not-a-uuid', ...(method === 'PATCH' ? { body: { rev: 1 } } : {}) }, 404);
  });
});
