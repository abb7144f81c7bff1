import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportLine } from '../../../src/transfer/model/import.ts';
import type { Storage } from '../../../src/people/model/account.ts';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { addStored } from '../../../src/people/server/storage.ts';
import { measureStored } from '../../../src/people/server/store/storage.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { sendFile } from '../../support/imports.ts';

const limit = 256 * 1024;
let api: Api;
beforeAll(async () => (api = await startApi({ STORAGE_QUOTA_MB: '0.25' })));
afterAll(() => api.stop());

const write = ({ cookie }: Person, kb: number, title = 'A note') =>
  api.call('POST', '/api/notes', { cookie, body: { title, body: 'x'.repeat(kb * 1024), visibility: 'private' } });
const storageOf = async ({ cookie }: Person) =>
  (await api.call('GET', '/api/account/storage', { cookie })).body as unknown as Storage;

describe('a person’s storage', () => {
  test('is shown, and includes notes, their versions, comments and drafts', async () => {
    const person = await api.signUp('keeps_much');
    const empty = await storageOf(person);
    expect(empty).toEqual({ used: 0, limit });
    const note = (await write(person, 40)).body.note;
    const { cookie } = person;
    await api.call('PATCH', `/api/notes/${note?.uuid}`, { cookie, body: { rev: 1, body: 'y'.repeat(30 * 1024) } });
    expect(await measureStored(api.store.redis, person.user.id)).toBeGreaterThan(70 * 1024);
    expect((await storageOf(person)).used).toBeGreaterThan(70 * 1024);
  });

  test('is limited: beyond the limit writes are refused with what to do', async () => {
    const person = await api.signUp('keeps_all');
    const { cookie } = person;
    const uuid = (await write(person, 150)).body.note?.uuid;
    expect((await write(person, 80)).status).toBe(201);
    const count = keys.storedBytes(person.user.id);
    const before = await api.dump();
    const refused = await write(person, 60);
    expect([refused.status, refused.body.detail]).toEqual([507, expect.stringMatching(/256 KB.*Delete notes/)]);
    const draft = { base: null, title: '', body: 'x'.repeat(60 * 1024), version: 1 };
    expect((await api.call('PUT', `/api/drafts/${crypto.randomUUID()}`, { cookie, body: draft })).status).not.toBe(200);
    const after = await api.dump();
    for (const dump of [before, after]) dump.delete(count);
    expect(after).toEqual(before);

    expect((await api.call('DELETE', `/api/notes/${uuid}`, { cookie })).status).toBe(204);
    expect((await write(person, 60)).status).toBe(507);
    expect((await api.call('DELETE', '/api/bin', { cookie })).status).toBe(200);
    expect((await write(person, 60)).status).toBe(201);
    expect((await storageOf(person)).used).toBeLessThan(limit);
    expect((await write(await api.signUp('has_room'), 150)).status).toBe(201);
  });

  test('also limits edits, and deleting a comment frees space at once', async () => {
    const person = await api.signUp('talks_much');
    const { cookie } = person;
    await write(person, 150);
    await write(person, 92);
    const open = await api.call('POST', '/api/notes', { cookie, body: { title: 'Open', visibility: 'public' } });
    const thread = `/api/notes/${open.body.note?.uuid}/comments`;
    const say = async (body: string) => {
      const { body: answer } = await api.call('POST', thread, { cookie, body: { body } });
      return `/api/comments/${(answer as unknown as { comment: { id: string } }).comment.id}`;
    };
    const [long, short] = [await say('x'.repeat(8000)), await say('Short')];
    const longer = { body: 'y'.repeat(9000) };
    expect((await api.call('PATCH', short, { cookie, body: longer })).status).toBe(507);
    expect((await api.call('GET', short, { cookie })).body).toMatchObject({ comment: { body: 'Short' } });
    expect((await api.call('DELETE', long, { cookie })).status).toBe(204);
    expect((await api.call('PATCH', short, { cookie, body: longer })).status).toBe(200);
  });

  test('is measured once per import, not for each part', async () => {
    const person = await api.signUp('brings_first');
    const links = Array.from({ length: 150 }, (_, at) => `<DT><A HREF="https://first.example/${at}">Page ${at}</A>`);
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${links.join('\n')}\n</DL>`;
    expect((await sendFile(api, person, file)).report.import.kept).toBe(links.length);
    const field = (name: string) => api.store.redis.hget(keys.storedBytes(person.user.id), name);
    expect([await field('measured'), Number(await field('bytes')) > 0]).toEqual(['0', true]);
  });

  test('limits imports, whose report says so while the rest continues', async () => {
    const person = await api.signUp('brings_much');
    const { cookie } = person;
    for (const kb of [150, 90]) await write(person, kb);
    const begin = { name: 'notes.json', size: 1, format: 'JSON', visibility: 'private', fingerprint: 'f'.repeat(64) };
    const begun = await api.call('POST', '/api/imports', { cookie, body: begin });
    const { id } = (begun.body as unknown as { import: { id: string } }).import;
    const entries = [{ place: 'entry 1', item: { title: 'Large', body: 'x'.repeat(50 * 1024), tags: [] } }];
    const taken = await api.call('POST', `/api/imports/${id}/entries`, {
      cookie,
      body: { from: 0, entries, last: true },
    });
    const [line] = (taken.body as unknown as { lines: ImportLine[] }).lines;
    expect(line).toMatchObject({ outcome: 'refused', says: expect.stringContaining('the most one person can have') });
  });

  test('counts only what a draft grows by', async () => {
    const person = await api.signUp('types_much');
    const { cookie } = person;
    await write(person, 20);
    const [id, icon] = [`new-${crypto.randomUUID()}`, null];
    const sizes = [1, 90, 30];
    for (const [version, kb] of sizes.entries()) {
      const body = 'x'.repeat(kb * 1024);
      const fields = { title: '', url: '', body, tags: [], tagText: '', visibility: 'private', icon };
      const kept = await api.call('PUT', `/api/drafts/${id}`, { cookie, body: { version, fields } });
      expect(kept.status, kept.body.detail).toBe(200);
      await api.settled();
      const counted = Number(await api.store.redis.hget(keys.storedBytes(person.user.id), 'bytes'));
      expect(Math.abs(counted - (await measureStored(api.store.redis, person.user.id)))).toBeLessThan(1024);
    }
  });

  test('is measured again after a day, even if something was deleted since', async () => {
    const { redis } = api.store;
    const person = await api.signUp('deletes_some');
    const count = keys.storedBytes(person.user.id);
    await write(person, 20);
    const uuid = (await write(person, 10)).body.note?.uuid;
    for (const place of ['notes', 'bin']) {
      expect((await api.call('DELETE', `/api/${place}/${uuid}`, { cookie: person.cookie })).status).toBe(204);
    }
    await api.settled();
    expect(Number(await redis.hget(count, 'bytes'))).toBeGreaterThan(30 * 1024);
    await addStored(person.user.id, 100, new Date(Date.now() + 23 * 3600_000));
    expect(Number(await redis.hget(count, 'bytes'))).toBeGreaterThan(30 * 1024);
    await addStored(person.user.id, 100, new Date(Date.now() + 25 * 3600_000));
    expect(Number(await redis.hget(count, 'bytes'))).toBe(await measureStored(redis, person.user.id));
    expect((await storageOf(person)).used).toBeLessThan(30 * 1024);
  });

  test('is corrected by the doctor if it is far off', async () => {
    const { redis } = api.store;
    const person = await api.signUp('miscounted');
    await write(person, 20);
    expect(await examine(redis)).toEqual([]);
    await redis.hset(keys.storedBytes(person.user.id), { bytes: 9_000_000 });
    expect((await examine(redis)).map(({ says }) => says).join()).toMatch(
      /counts 9000000 bytes where there are 2\d{4}/,
    );
    expect((await repair(redis)).left).toEqual([]);
    expect(await redis.hget(keys.storedBytes(person.user.id), 'bytes')).toMatch(/^2\d{4}$/);
  });

  test('is no longer counted once its owner has deleted the account', async () => {
    const person = await api.signUp('leaves_nothing');
    await write(person, 5);
    const body = { current: 'a long enough passphrase', writings: 'remove' };
    await api.call('POST', '/api/account/deletion', { cookie: person.cookie, body });
    await api.settled();
    expect(await api.store.redis.exists(keys.storedBytes(person.user.id))).toBe(0);
  });
});
