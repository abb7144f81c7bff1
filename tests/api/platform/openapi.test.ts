import { readdir } from 'node:fs/promises';
import type { Config } from '@netlify/functions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformContext } from '../../../src/platform/server/http/endpoint.ts';
import { startApi, type Api } from '../../support/api.ts';
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
interface ApiFunction {
  default: (request: Request, context: PlatformContext) => Promise<Response>;
  config: Config;
}

const folder = new URL('../../../functions/', import.meta.url);
let api: Api;
let described: Description;
beforeAll(async () => {
  api = await startApi();
  described = (await api.call('GET', '/api/openapi.json')).body as unknown as Description;
});
afterAll(() => api.stop());

describe('/api/openapi.json', () => {
  test('describes every method that the functions under /api answer, and none besides', async () => {
    const files = (await readdir(folder)).filter((name) => /\.tsx?$/.test(name));
    const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href) as Promise<ApiFunction>));
    const answered = await Promise.all(
      modules
        .flatMap(({ default: handler, config }) => [config.path ?? []].flat().map((path) => ({ handler, path })))
        .filter(({ path }) => path.startsWith('/api/'))
        .map(async ({ handler, path }) => {
          const request = new Request(`${origin}${path}`, { method: 'OPTIONS' });
          const { headers } = await handler(request, { params: {}, ip: '', requestId: '' });
          const methods = headers.get('Allow')?.split(', ') ?? [];
          const own = methods.filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
          return own.map((method) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
        }),
    );
    const listed = Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(answered.flat().sort());
  });

  test('names every operation once, and says what each may answer', () => {
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

  test('takes bodies and parameters from the schemas that check them', () => {
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

  test('is public and may be kept', async () => {
    const { headers } = await api.call('GET', '/api/openapi.json');
    expect(headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});
