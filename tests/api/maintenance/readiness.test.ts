import { afterAll, beforeAll, expect, test } from 'vitest';
import health from '../../../functions/health.ts';
import { FunctionConfig } from '../../../netlify/local/functions/routes.ts';
import { functionHost } from '../../../netlify/local/functions/functions.ts';
import { startMetrics } from '../../../netlify/local/server/metrics.ts';
import { openServer } from '../../../netlify/local/server/server.ts';
import { answerWithinProcess } from '../../../src/platform/server/own-site.ts';
import { startApi, type Api } from '../../support/api.ts';
import { origin } from '../../support/servers/origin.ts';
import { sendRaw } from '../../support/servers/raw-http.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const context = { params: {}, ip: '203.0.113.7', requestId: 'request-9' };
const ask = async (path: string) => {
  const answer = await health(new Request(origin + path), context);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
};

test('a site with a working store and nothing to publish is ready', async () => {
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', reasons: [] } });
});

test('a store that does not know the published site, such as one that was emptied, is reported', async () => {
  answerWithinProcess(origin, async () => Response.json({ id: 'b0' }));
  const reason = 'The store does not know the published site: it was emptied, replaced or just restored.';
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { reasons: [reason] } });
  answerWithinProcess(origin, async () => new Response(null, { status: 404 }));
});

test('unpublished changes are reported as lag', async () => {
  const ada = await api.signUp('ada');
  await api.call('POST', '/api/notes', { cookie: ada.cookie, body: { title: 'Here', visibility: 'public' } });
  await api.settled();
  expect(await ask('/readyz')).toMatchObject({ body: { publishing: { changes: expect.any(Number) as number } } });
});

test('every error has its request id in the body and in a header', async () => {
  const { headers, body } = await api.call('GET', '/api/drafts');
  expect(headers.get('X-Request-Id')).toBe('request-1');
  expect(body).toMatchObject({ status: 401, requestId: 'request-1' });
});

test('metrics are served to this machine and to callers with the token, and contain no paths', async () => {
  const server = await openServer(0);
  const siteUrl = `http://localhost:${server.port}`;
  const config = FunctionConfig.parse({ path: '/u/:handle' });
  server.serve({
    siteUrl,
    functions: functionHost([{ name: 'person', handler: () => new Response('x'), config }], { siteUrl }),
    files: { serve: async () => undefined, notFound: async () => new Response('', { status: 404 }) },
    hookToken: 'unused',
    onBuildHook: () => undefined,
    metrics: startMetrics(api.store.redis),
    metricsToken: 'a token of the tests',
  });
  const asked = (headers: Record<string, string>, path = '/metrics') => sendRaw(server.port, { path, headers });
  await asked({}, '/u/somebody-with-a-name?secret=1');
  await asked({});
  const { status, text } = await asked({});
  expect(status).toBe(200);
  for (const name of [
    'http_request_duration_seconds_count{route="/u/:handle"',
    'store_up 1',
    'publishing_lag_changes',
    'builds_waiting ',
    'mails_due{batch="mail"} 0',
    'mails_due{batch="digest"} 0',
    'nodejs_eventloop_lag',
    'process_resident_memory_bytes',
    'store_round_trip_duration_seconds_count',
  ]) {
    expect.soft(text).toContain(name);
  }
  expect(text).not.toMatch(/somebody|secret/);
  const foreign = { Host: 'commonplace.local' };
  expect((await asked(foreign)).status).toBe(401);
  expect((await asked({ ...foreign, Authorization: 'Bearer guess' })).status).toBe(401);
  expect((await asked({ ...foreign, Authorization: 'Bearer a token of the tests' })).status).toBe(200);
  await server.stop(100);
});

test('without its store it is live but not ready, with the reason', async () => {
  await api.store.gateway.stop();
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: { status: 'live' } });
  const { status, headers, body } = await ask('/readyz');
  expect([status, body]).toEqual([503, { status: 'not ready', reasons: ['The store cannot be reached.'] }]);
  expect(headers.get('Cache-Control')).toContain('no-store');
});
