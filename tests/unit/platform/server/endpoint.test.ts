import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoint } from '../../../../src/platform/server/http/endpoint.ts';
import { HttpError } from '../../../../src/platform/server/http/problem.ts';
import { StoreUnreachable } from '../../../../src/platform/server/store/redis.ts';

const context = { params: {}, ip: '203.0.113.7', requestId: 'request-7' };
const sent = (method = 'GET') => new Request('https://x.example/api/things?secret=1', { method });

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

describe('endpoint', () => {
  test('an unexpected error is a plain 500 with the request id and without the cause', async () => {
    const answer = await endpoint({
      GET() {
        throw new Error('password of the database');
      },
    })(sent(), context);
    expect(answer.status).toBe(500);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    const text = await answer.text();
    expect(text).not.toContain('password of the database');
    expect(JSON.parse(text)).toMatchObject({ status: 500, title: 'Internal Server Error', requestId: 'request-7' });
  });

  test('and is logged as one JSON line with its cause, without the query', async () => {
    await endpoint({ GET: () => Promise.reject(new Error('the cause')) })(sent(), context);
    const lines = vi.mocked(console.error).mock.calls.flat() as string[];
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/\n|secret/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      requestId: 'request-7',
      method: 'GET',
      path: '/api/things',
      error: expect.stringContaining('the cause') as string,
    });
  });

  test.each([
    ['W/"a"', 304],
    ['"a"', 304],
    ['"z", W/"a"', 304],
    ['*', 304],
    ['W/"b"', 200],
    ['', 200],
  ])('a response with an ETag supports conditional requests: If-None-Match: %s', async (known, status) => {
    const ended = vi.fn();
    const GET = () =>
      new Response(new ReadableStream({ cancel: ended }, { highWaterMark: 0 }), {
        headers: { ETag: 'W/"a"', 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=0' },
      });
    const headers = { 'If-None-Match': known };
    for (const method of ['GET', 'HEAD']) {
      const answer = await endpoint({ GET })(new Request(sent(), { method, headers }), context);
      expect(answer.status).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({ etag: 'W/"a"', 'cache-control': 'public, max-age=0' });
      expect(answer.body === null).toBe(status === 304 || method === 'HEAD');
    }
    expect(ended).toHaveBeenCalledTimes(status === 304 ? 2 : 0);
  });

  test('a write ignores conditional headers', async () => {
    const POST = () => new Response('made', { headers: { ETag: '"a"' } });
    const headers = { 'If-None-Match': '"a"', Authorization: 'Bearer x' };
    const answer = await endpoint({ POST })(new Request(sent(), { method: 'POST', headers }), context);
    expect([answer.status, await answer.text()]).toEqual([200, 'made']);
  });

  test.for([
    ['POST', { mayBeWritten: true }, /^This may or may not have been saved. What you typed is still here/],
    ['POST', {}, /^Nothing was saved: this site can’t save at the moment\. What you typed is still here\. Try again/],
    ['GET', { mayBeWritten: true }, /^The store cannot be reached at the moment\. Try again/],
  ] as const)(
    'a %s whose store failed with %o reports whether it may have been saved',
    async ([method, known, words]) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const failing = () => Promise.reject(new StoreUnreachable('gone', known));
      const request = new Request('https://x.example/api/things', { method, headers: { Authorization: 'Bearer x' } });
      const answer = await endpoint({ GET: failing, POST: failing })(request, context);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ detail: expect.stringMatching(words) as string });
    },
  );

  test('an HttpError is returned as it is, and not logged', async () => {
    const answer = await endpoint({
      GET() {
        throw new HttpError(418, 'Teapot', 'Brew tea.', { headers: { 'X-Pot': '1' }, members: { status: 1, pot: 2 } });
      },
    })(sent(), context);
    expect([answer.status, answer.headers.get('X-Pot')]).toEqual([418, '1']);
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      status: 418,
      title: 'Teapot',
      detail: 'Brew tea.',
      pot: 2,
      requestId: 'request-7',
    });
    expect(console.error).not.toHaveBeenCalled();
  });

  test('responses are private by default', async () => {
    const of = async (headers: HeadersInit) =>
      (await endpoint({ GET: () => new Response('', { headers }) })(sent(), context)).headers.get('Cache-Control');
    expect(await of({})).toBe('private, no-store');
    expect(await of({ 'Cache-Control': 'public' })).toBe('public');
  });

  test('HEAD runs GET and sends only its headers', async () => {
    const answer = await endpoint({ GET: () => Response.json({ a: 1 }) })(sent('HEAD'), context);
    expect([answer.status, answer.headers.get('Content-Type'), await answer.text()]).toEqual([
      200,
      'application/json',
      '',
    ]);
  });

  test('without GET there is no HEAD', async () => {
    const answer = await endpoint({ POST: () => new Response() })(sent('HEAD'), context);
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});
