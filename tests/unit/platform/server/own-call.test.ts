import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from '../../../../src/platform/server/env.ts';
import { startInBackground, taskOf } from '../../../../src/platform/server/own-call.ts';
import { answerWithinProcess, callOwnSite } from '../../../../src/platform/server/own-site.ts';
import { startHttpServer } from '../../../support/servers/http-server.ts';

const received: Request[] = [];
let site: Awaited<ReturnType<typeof startHttpServer>>;
beforeAll(async () => {
  site = await startHttpServer(({ url, headers }, response) => {
    const own = { 'X-Own-Call': String(headers['x-own-call']) };
    received.push(new Request(`http://site.example${url}`, { headers: own }));
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

test('a call that the site makes to itself is accepted for five minutes, and by its target only', async () => {
  const now = new Date('2026-11-23T03:00:00Z');
  expect(await startInBackground('backup', now)).toBe(202);
  expect(site.calls).toEqual(['POST /.netlify/functions/background?task=backup']);
  const [call = new Request('http://site.example')] = received;
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(await taskOf(call, after(4))).toBe('backup');
  const other = new Request('http://site.example?task=model-reading', { headers: call.headers });
  for (const refused of [
    await taskOf(other, now),
    await taskOf(call, after(6)),
    await taskOf(call, after(-2)),
    await taskOf(new Request('http://site.example?task=backup'), now),
  ]) {
    expect(refused).toBeUndefined();
  }
});

test('a call to the site times out within the process as over a network', async () => {
  const silent = await startHttpServer(() => undefined);
  await expect(callOwnSite(silent.url, { timeoutMs: 20 })).rejects.toThrow(/timeout/);
  await silent.stop();
  answerWithinProcess(silent.url, () => new Promise(() => undefined));
  await expect(callOwnSite(silent.url, { timeoutMs: 20 })).rejects.toThrow('No answer within 20 ms.');
  answerWithinProcess(silent.url, async () => new Response('here'));
  expect(await (await callOwnSite(silent.url, { timeoutMs: 20_000 })).text()).toBe('here');
});
