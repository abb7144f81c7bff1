import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HighlightsPage } from '../../../src/library/server/highlights.ts';
import { readUser } from '../../../src/people/server/people.ts';
import { rates } from '../../../src/platform/model/limits.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { ownData } from '../../../src/transfer/server/account/own-data.ts';
import { startApi, type ApiResponse, type Api } from '../../support/api.ts';

let api: Api;
beforeAll(async () => (api = await startApi({ RATE_LIMIT_SCALE: '1' })));
afterAll(() => api.stop());

function expectTooMany({ status, body, headers }: ApiResponse) {
  expect(status).toBe(429);
  expect(body.detail).toMatch(/Try again in 60 minutes\.$/);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3500);
}

test('checking whether a download is allowed does not count, and after ten in an hour says when the next one is', async () => {
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

test('a picture whose address is a download is requested without the session', async () => {
  const { cookie } = await api.signUp('reads_along');
  const shown = (address: string) => api.call('GET', address, { cookie, headers: { 'Sec-Fetch-Dest': 'image' } });
  for (const address of ['/api/account/data', '/api/export?format=json'])
    expect((await shown(address)).status).toBe(401);
  const { body } = await api.call('GET', '/api/account/activity', { cookie, headers: { 'Sec-Fetch-Dest': 'empty' } });
  expect(JSON.stringify(body)).not.toContain('data-downloaded');
});

test('pages of highlights are limited in bytes, and an account download is streamed one item at a time', async () => {
  const person = await api.signUp('has_much');
  const { redis } = api.store;
  const uuids: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const body = { title: name, url: `https://example.org/${name}`, visibility: 'private' };
    uuids.push((await api.call('POST', '/api/notes', { cookie: person.cookie, body })).body.note?.uuid ?? '');
  }
  const long = { quote: 'q'.repeat(4000), prefix: '', suffix: '', start: 0, comment: 'c'.repeat(4000) };
  const at = new Date().toISOString();
  for (const uuid of uuids.slice(1)) {
    const many = Array.from({ length: 200 }, () => ({ ...long, id: uuidv7(), createdAt: at, updatedAt: at }));
    await redis.hset(keys.highlights(uuid), Object.fromEntries(many.map((one) => [one.id, JSON.stringify(one)])));
  }
  const pages: string[][] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const { body } = await api.call('GET', `/api/highlights?cursor=${cursor}`, { cookie: person.cookie });
    const page = HighlightsPage.parse(body);
    pages.push(page.copies.map(({ uuid, highlights }) => `${uuid} ${highlights.length}`));
    cursor = page.next;
  }
  expect(pages).toEqual([[`${uuids[2]} 200`], [`${uuids[1]} 200`]]);

  await api.call('DELETE', `/api/notes/${uuids[0]}`, { cookie: person.cookie });
  const user = await readUser(redis, person.user.id);
  if (!user) throw new Error('Nobody.');
  const session = { sid: 's_none', user, renewedAt: at, seenAt: at, provenAt: null };
  const parts = await Array.fromAsync(ownData(redis, session, new Date()));
  const data = JSON.parse(parts.join('')) as Record<'notes' | 'bin' | 'highlights', object[]>;
  expect([data.notes.length, data.bin.length, data.highlights.length]).toEqual([2, 1, 2]);
  expect(parts.filter((part) => part.length > 1_000_000)).toHaveLength(2);
});
