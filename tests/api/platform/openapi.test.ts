import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionFor, loadFunctions, startApi, type Api } from '../../support/api.ts';
import { origin } from '../../support/servers/origin.ts';

interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  responses: Record<string, unknown>;
}
const context = { params: {}, ip: '', requestId: '' };

let api: Api;
let described: Description;
beforeAll(async () => {
  api = await startApi();
  described = (await api.call('GET', '/api/openapi.json')).body as unknown as Description;
});
afterAll(() => api.stop());

describe('/api/openapi.json', () => {
  test('supports conditional requests', async () => {
    const { status, headers } = await api.call('GET', '/api/openapi.json');
    const etag = headers.get('ETag') ?? '';
    expect([status, etag]).toEqual([200, expect.stringMatching(/^W\/"/)]);
    const again = await api.call('GET', '/api/openapi.json', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });

  test('describes every method of the functions under /api, and no others', async () => {
    const functions = await loadFunctions();
    for (const [path, operations] of Object.entries(described.paths)) {
      const url = origin + path.replace(/\{(\w+)\}/g, '$1');
      const { headers } = await functionFor(functions, url).handler(new Request(url, { method: 'OPTIONS' }), context);
      const own = headers
        .get('Allow')
        ?.split(', ')
        .filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
      expect(own, path).toEqual(Object.keys(operations).map((method) => method.toUpperCase()));
    }
    // Routes that a function lists itself are described as well, except one that answers only the site's own calls.
    const paths = functions
      .flatMap(({ config }) => [config.path ?? []].flat())
      .filter((path) => path.startsWith('/api/') && !path.endsWith('*') && path !== '/api/_copy');
    expect(Object.keys(described.paths)).toEqual(
      expect.arrayContaining(paths.map((path) => path.replace(/:(\w+)/g, '{$1}'))),
    );
  });

  test.each(['/api/none', '/api/', '/api'])('%s is answered like an unknown address under /api', async (path) => {
    const { status, headers, body } = await api.call('GET', path);
    expect([status, headers.get('Content-Type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(body).toMatchObject({ detail: `Page not found: ${path}` });
  });

  test('gives every operation a unique name, and lists its possible responses', () => {
    const operations = Object.values(described.paths).flatMap((methods) => Object.entries(methods));
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
    for (const [method, { responses, operationId }] of operations) {
      const statuses = Object.keys(responses);
      expect(
        statuses.some((status) => status.startsWith('2')),
        operationId,
      ).toBe(true);
      expect(statuses, operationId).toEqual(
        expect.arrayContaining(method === 'get' ? ['500', '503'] : ['403', '500', '503']),
      );
    }
  });

  test('takes bodies and parameters from the schemas that validate them', () => {
    const body = described.paths['/api/notes']?.['post']?.requestBody?.content['application/json']?.schema;
    expect(Object.keys(body?.properties ?? {})).toEqual([
      'title',
      'body',
      'url',
      'tags',
      'visibility',
      'icon',
      'noModel',
    ]);
    expect(body?.required).toEqual(['title']);
    const parameters = described.paths['/api/notes']?.['get']?.parameters;
    expect(parameters?.map(({ name }) => name)).toEqual(['author', 'tag', 'order', 'cursor']);
  });

  test('is public and cacheable', async () => {
    const { headers } = await api.call('GET', '/api/openapi.json');
    expect(headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});
