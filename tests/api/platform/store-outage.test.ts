import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi, type Api } from '../../support/api.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';

/** Stands between the product and its store, as the network of a store elsewhere does. */
let between: Awaited<ReturnType<typeof startHttpServer>>;
let reaches = true;
let api: Api;
beforeAll(async () => {
  between = await startHttpServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (!reaches) return response.writeHead(502).end('The region cannot be reached.');
      const { url, token } = api.store;
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await fetch(url + (request.url ?? ''), { method: 'POST', headers, body: Buffer.concat(parts) });
      return response.writeHead(answer.status).end(await answer.text());
    })();
  });
  api = await startApi({ UPSTASH_REDIS_REST_URL: between.url });
});
afterAll(async () => {
  await api.stop();
  await between.stop();
});

test('an owner reads when a store elsewhere could not be reached, and what was said', async () => {
  const owner = await api.signUp('owner');
  const ann = await api.signUp('ann');
  await api.store.redis.set(
    `user:${owner.user.id}`,
    JSON.stringify({ ...(await stored(owner.user.id)), role: 'owner' }),
  );
  const ask = (cookie?: string) => api.call('GET', '/api/publish', { cookie });
  expect((await ask(owner.cookie)).body.outage).toBeUndefined();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  reaches = false;
  for (let turn = 0; turn < 3; turn += 1) expect((await ask(owner.cookie)).status).toBe(503);
  reaches = true;
  await expect.poll(async () => (await ask(owner.cookie)).status).toBe(200);
  warned.mockRestore();
  const { outage } = (await ask(owner.cookie)).body as { outage?: { since: string; until: string; words: string } };
  expect(outage?.words).toBe('Status 502: The region cannot be reached.');
  expect(Date.parse(outage?.until ?? '') - Date.parse(outage?.since ?? '')).toBeGreaterThan(400);
  expect((await ask(ann.cookie)).body.outage).toBeUndefined();
});

async function stored(id: string): Promise<object> {
  return JSON.parse((await api.store.redis.get<string>(`user:${id}`)) ?? '{}') as object;
}
