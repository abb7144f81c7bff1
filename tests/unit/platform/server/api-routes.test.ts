import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { apiOf } from '../../../../src/platform/server/http/api.ts';
import { operationsOf, reply, route, type CallerCheck } from '../../../../src/platform/server/http/route.ts';

Object.assign(process.env, {
  SITE_URL: 'https://notes.example',
  UPSTASH_REDIS_REST_URL: 'https://store.example',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  SESSION_SECRET: 'a secret of the tests, long enough for all',
});
const anybody: CallerCheck<undefined> = { find: async () => undefined };
const common = { summary: '', who: anybody, gives: { 200: z.unknown() } };

const answer = apiOf({
  'GET /api/cups/{id}': route({ ...common, id: 'readCup', handle: ({ at }) => ({ cup: at['id'] }) }),
  'GET /api/cups/full': route({ ...common, id: 'listFull', handle: () => ({ full: true }) }),
  'GET /api/cups/{set}.json': route({ ...common, id: 'readSet', handle: ({ at }) => ({ set: at['set'] }) }),
  'PUT /api/cups/{id}': route({
    ...common,
    id: 'fillCup',
    body: z.strictObject({ tea: z.string() }).optional(),
    maxBytes: 100,
    gives: { 200: z.unknown(), 201: z.unknown(), 204: null },
    handle: ({ body }) => (body ? reply(201, body, { Location: '/cups' }) : reply(204, undefined)),
  }),
});

async function call(method: string, path: string, body?: string) {
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const request = new Request(`https://notes.example${path}`, { method, headers, ...(body !== undefined && { body }) });
  const response = await answer(request, { params: {}, ip: '203.0.113.7', requestId: 'request-1' });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? (JSON.parse(text) as unknown) : undefined };
}

describe('an API from a table of routes', () => {
  test.each([
    ['/api/cups/1', { cup: '1' }],
    ['/api/cups/full', { full: true }],
    ['/API/cups/FULL/', { full: true }],
    ['/api/cups/blue.json', { set: 'blue' }],
    ['/api/cups/a%2Fb', { cup: 'a%2Fb' }],
  ])('answers %s with the most specific route', async (path, body) => {
    expect(await call('GET', path)).toMatchObject({ status: 200, body });
  });

  test('reports an unknown address in a problem document', async () => {
    const { status, headers, body } = await call('GET', '/api/cups/1/handle');
    expect([status, headers.get('Content-Type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(body).toMatchObject({ detail: 'Page not found: /api/cups/1/handle', requestId: 'request-1' });
  });

  test('lists the methods of an address in table order', async () => {
    expect((await call('OPTIONS', '/api/cups/1')).headers.get('Allow')).toBe('GET, PUT, HEAD, OPTIONS');
    expect((await call('DELETE', '/api/cups/full')).headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    expect((await call('HEAD', '/api/cups/1')).body).toBeUndefined();
  });

  test('validates requests before calling the handler', async () => {
    expect((await call('PUT', '/api/cups/1', '{"milk":1}')).status).toBe(400);
    expect((await call('PUT', '/api/cups/1', JSON.stringify({ tea: 'x'.repeat(100) }))).status).toBe(413);
    expect(await call('PUT', '/api/cups/1', '{"tea":"green"}')).toMatchObject({ status: 201, body: { tea: 'green' } });
    expect((await call('PUT', '/api/cups/1', '{"tea":"green"}')).headers.get('Location')).toBe('/cups');
  });

  test('accepts a missing body if the schema does', async () => {
    expect(await call('PUT', '/api/cups/1')).toMatchObject({ status: 204, body: undefined });
  });
});

describe('the type of a handler', () => {
  const one = z.object({ tea: z.string() });
  const two = { ...common, id: 'brew', gives: { 201: one, 200: z.object({ milk: z.int() }) } } as const;

  test('allows only the statuses of its route, each with its own data', () => {
    route({ ...two, handle: () => reply(201, { tea: 'green' }) });
    // @ts-expect-error This route has no response with status 202.
    route({ ...two, handle: () => reply(202, { tea: 'green' }) });
    // @ts-expect-error The data of a 200 is not that of a 201.
    route({ ...two, handle: () => reply(200, { tea: 'green' }) });
  });

  test('requires a status if its route has several', () => {
    // @ts-expect-error Neither 200 nor 201 is specified.
    route({ ...two, handle: () => ({ tea: 'green' }) });
    expect(operationsOf({ 'GET /api/tea': route({ ...two, handle: () => reply(200, { milk: 1 }) }) })[0]?.id).toBe(
      'brew',
    );
  });
});
