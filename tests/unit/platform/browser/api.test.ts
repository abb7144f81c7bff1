import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { send, unanswered } from '../../../../src/platform/browser/api.ts';
import { startHttpServer } from '../../../support/servers/http-server.ts';

const servers: { stop(): Promise<void> }[] = [];

async function serving(listener: RequestListener): Promise<string> {
  const server = await startHttpServer(listener);
  servers.push(server);
  return server.url;
}

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

describe('a successful response', () => {
  test('returns its data, and the request was JSON', async () => {
    const got: { request?: IncomingMessage; body?: string } = {};
    const base = await serving((request, response) => {
      got.request = request;
      void text(request).then((body) => {
        got.body = body;
        response.writeHead(201).end('{"path":"/a"}');
      });
    });
    expect(await send('POST', '/api/notes', { title: 'A' }, base)).toEqual({ ok: true, data: { path: '/a' } });
    expect([got.request?.method, got.request?.url, got.body]).toEqual(['POST', '/api/notes', '{"title":"A"}']);
    expect(got.request?.headers['content-type']).toBe('application/json');
  });

  test('without content has no data', async () => {
    const base = await serving((_, response) => response.writeHead(204).end());
    expect(await send('DELETE', '/api/notes/1', undefined, base)).toEqual({ ok: true, data: undefined });
  });

  test('that is not JSON is a failure', async () => {
    const base = await serving((_, response) => response.writeHead(200).end('<!doctype html>'));
    expect(await send('GET', '/', undefined, base)).toMatchObject({ ok: false, status: 200 });
  });
});

describe('an error response', () => {
  test('returns the problem document with its field errors and the current state', async () => {
    const problem = {
      title: 'Conflict',
      detail: 'Changed since.',
      errors: [{ path: 'rev', message: 'Old.' }],
      current: { rev: 4 },
    };
    const base = await serving((_, response) =>
      response.writeHead(409).end(JSON.stringify({ type: 'about:blank', status: 409, ...problem })),
    );
    expect(await send('PATCH', '/api/notes/1', {}, base)).toMatchObject({ ok: false, status: 409, problem });
  });

  test.each([
    ['37', 37],
    ['Sun, 01 Jun 2025 12:01:00 GMT', 60],
    ['soon', undefined],
  ])('with Retry-After: %s says when to retry', async (header, seconds) => {
    // Only Date is faked: the request itself runs normally.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-06-01T12:00:00Z') });
    const base = await serving((_, response) =>
      response.writeHead(429, { 'Retry-After': header }).end('{"title":"Too Many Requests"}'),
    );
    const answer = await send('POST', '/', {}, base);
    expect(answer.ok ? undefined : answer.retryAfter).toBe(seconds);
  });

  test('without a problem document still has a message', async () => {
    const base = await serving((_, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'));
    const answer = await send('POST', '/', {}, base);
    expect(answer).toMatchObject({ ok: false, status: 502, problem: { title: 'Something went wrong' } });
  });
});

test('a network failure has status 0 and says whether typed data was being sent', async () => {
  const base = await serving((_, response) => response.destroy());
  expect(await send('POST', '/', { title: 'A' }, base)).toMatchObject({ ok: false, status: 0, typed: true });
  expect(await send('GET', '/', undefined, base)).toEqual(unanswered);
});
