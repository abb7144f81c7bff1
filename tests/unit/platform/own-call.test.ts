import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from '../../../src/platform/server/env.ts';
import { refusalOf, startInBackground } from '../../../src/platform/server/own-call.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';

const received: Request[] = [];
let site: Awaited<ReturnType<typeof startHttpServer>>;
beforeAll(async () => {
  site = await startHttpServer(({ headers }, response) => {
    received.push(new Request('http://site.example', { headers: { 'X-Own-Call': String(headers['x-own-call']) } }));
    response.writeHead(202).end();
  });
  const store = { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1', UPSTASH_REDIS_REST_TOKEN: 'unused' };
  Object.assign(process.env, {
    ...store,
    SITE_URL: site.url,
    SESSION_SECRET: 'a secret of the tests, long enough for all',
  });
  environment();
});
afterAll(() => site.stop());

test('what the site starts in the background takes the call, for five minutes, and nothing else does', async () => {
  const now = new Date('2026-11-23T03:00:00Z');
  expect(await startInBackground('backup', now)).toBe(202);
  expect(site.calls).toEqual(['POST /.netlify/functions/backup']);
  const [call = new Request('http://site.example')] = received;
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(await refusalOf(call, 'backup', after(4))).toBeUndefined();
  for (const refused of [
    await refusalOf(call, 'model-reading', now),
    await refusalOf(call, 'backup', after(6)),
    await refusalOf(call, 'backup', after(-2)),
    await refusalOf(new Request('http://site.example'), 'backup', now),
  ]) {
    expect(refused?.status).toBe(404);
  }
});
