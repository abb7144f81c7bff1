import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/platform/server/http/route.ts';
import { operations } from '../../../src/app/api-description.ts';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { startApi, type ApiResponse, type Api, type ApiRequest, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
let uuid: string;
let before: Map<string, unknown>;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  // An owner, so that moderation calls are refused for their input.
  await putRole(api.store.redis, ada.user.id, 'owner');
  const created = await api.call('POST', '/api/notes', { cookie: ada.cookie, body: { title: 'Here', body: 'Text' } });
  uuid = created.body.note?.uuid ?? '';
  await api.settled();
  before = await api.dump();
});
afterAll(() => api.stop());

/** An id in a valid format, but of nothing that exists. */
const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const named = (some: Operation[]) => some.map((each) => [`${each.method.toUpperCase()} ${each.path}`, each] as const);
const writes = operations.filter(({ method }) => method !== 'get');
const withJson = operations.filter(({ body, bodyType }) => body && bodyType === undefined);

/** Sends the call to an existing note, where the path asks for one. */
function sent(
  { method, path }: Operation,
  call: ApiRequest,
  by: string | undefined = ada.cookie,
): Promise<ApiResponse> {
  const address = path.replace('{uuid}', uuid).replace(/\{\w+\}/g, unknownId);
  return api.call(method.toUpperCase(), address, { ...call, cookie: by });
}

/** A problem document that says what to change, after which the store is unchanged. */
async function refused({ status, headers, body }: ApiResponse, allowed: readonly number[]): Promise<void> {
  expect(allowed, body.detail).toContain(status);
  expect(headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
  expect(body).toMatchObject({ type: 'about:blank', status });
  expect(body.detail).toMatch(/^([A-Z].*\.|Page Not Found: \/.+)$/s);
  await api.settled();
  expect(await api.dump()).toEqual(before);
}

/** Missing items may be reported before invalid input. */
const orMissing = ({ path }: Operation, status: number) =>
  /\{\w+\}/.test(path.replace('{uuid}', '')) ? [status, 404, 410] : [status];

describe.each(named(withJson))('%s', (_, operation) => {
  test('refuses malformed JSON, wrong types, unknown fields, too much data and anything but JSON', async () => {
    for (const body of ['{', '', '[1', 'null', '[]', '"text"', '1', { unknown_field: true }]) {
      await refused(await sent(operation, { body }), orMissing(operation, 400));
    }
    await refused(await sent(operation, { body: { more: 'x'.repeat(7_000_000) } }), orMissing(operation, 413));
    const headers = { 'Content-Type': 'text/plain' };
    await refused(await sent(operation, { body: {}, headers }), orMissing(operation, 415));
  });
});

describe.each(named(writes))('%s', (_, operation) => {
  test('refuses another origin', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    await refused(await sent(operation, { headers, body: {} }), [403]);
  });
});

test.each(named(operations.filter(({ signedIn }) => signedIn)))('%s requires a session', async (_, operation) => {
  const body = operation.method === 'get' ? {} : { body: {} };
  for (const cookie of ['', '__Host-session=broken']) await refused(await sent(operation, body, cookie), [401]);
});

test.each([...new Set(operations.map(({ path }) => path))])(
  '%s answers a wrong method with the allowed ones',
  async (path) => {
    const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    for (const method of (['post', 'put', 'patch', 'delete', 'get'] as const).filter(
      (name) => !methods.includes(name),
    )) {
      const answer = await sent({ method, path, id: '', summary: '', answers: {} }, {});
      await refused(answer, [405]);
      expect(answer.headers.get('Allow')).toContain('OPTIONS');
    }
  },
);
