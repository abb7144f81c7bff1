import { afterAll, beforeAll, expect, test } from 'vitest';
import { rates } from '../../../src/platform/model/limits.ts';
import { startApi, type Answer, type Api } from '../../support/api.ts';

let api: Api;
beforeAll(async () => (api = await startApi({ RATE_LIMIT_SCALE: '1' })));
afterAll(() => api.stop());

function expectTooMany({ status, body, headers }: Answer) {
  expect(status).toBe(429);
  expect(body.detail).toMatch(/Try again in 60 minutes\.$/);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3500);
}

test('whether one may download is asked without counting, and after ten in an hour it says when', async () => {
  const { cookie } = await api.signUp('takes_along');
  const ask = () => [
    api.call('GET', '/api/account/downloads', { cookie }),
    api.call('POST', '/api/exports', { cookie, body: { format: 'json' } }),
  ];
  const download = () => api.call('GET', '/api/export?format=highlights-csv', { cookie });
  for (let at = 0; at < rates.download.calls; at += 1) {
    for (const asked of ask()) expect((await asked).status).toBe(200);
    expect((await download()).status).not.toBe(429);
  }
  for (const asked of ask()) expectTooMany(await asked);
  expectTooMany(await download());
});

test('a picture in a text that has the address of a download asks for it as nobody', async () => {
  const { cookie } = await api.signUp('reads_along');
  const shown = (address: string) => api.call('GET', address, { cookie, headers: { 'Sec-Fetch-Dest': 'image' } });
  for (const address of ['/api/account/data', '/api/export?format=json'])
    expect((await shown(address)).status).toBe(401);
  const { body } = await api.call('GET', '/api/account/activity', { cookie, headers: { 'Sec-Fetch-Dest': 'empty' } });
  expect(JSON.stringify(body)).not.toContain('data-downloaded');
});
