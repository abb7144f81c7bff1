import { expect, test } from 'vitest';
import { FunctionConfig } from '../../../netlify/local/functions/routes.ts';
import { functionHost, admission } from '../../../netlify/local/functions/functions.ts';

/** A host with room for two calls, which return when `finishCalls` is called. */
function busyHost() {
  let busy = true;
  const waiting: (() => void)[] = [];
  const slow = {
    name: 'slow',
    config: FunctionConfig.parse({ path: '/slow' }),
    handler: () => new Promise((resolve) => waiting.push(() => resolve(new Response('here')))),
  };
  const room = admission({ max: 2, isBusy: () => busy });
  const host = functionHost([slow], { siteUrl: 'http://localhost', room });
  const request = async () => {
    const request = new Request('http://localhost/slow');
    return host.match(request)?.call(request, '203.0.113.7');
  };
  return { request, finishCalls: () => waiting.splice(0).forEach((go) => go()), becomeIdle: () => void (busy = false) };
}

test('of more calls than a busy process can answer in time, the last are told at once when to retry', async () => {
  const { request, finishCalls } = busyHost();
  const [one, other, refused] = [request(), request(), await request()];
  expect([refused?.status, refused?.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(refused?.headers.get('Content-Type')).toContain('application/problem+json');
  finishCalls();
  expect([(await one)?.status, (await other)?.status]).toEqual([200, 200]);
  const next = request();
  finishCalls();
  expect((await next)?.status).toBe(200);
});

test('calls that only wait for I/O do not block others', async () => {
  const { request, finishCalls, becomeIdle } = busyHost();
  becomeIdle();
  const all = [request(), request(), request(), request()];
  finishCalls();
  expect((await Promise.all(all)).map((one) => one?.status)).toEqual([200, 200, 200, 200]);
});
