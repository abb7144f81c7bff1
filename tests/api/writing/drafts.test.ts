import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredDraft } from '../../../src/writing/model/draft.ts';
import { limits } from '../../../src/platform/model/limits.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { continueDeletions, deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(async () => {
  await api.settled();
  expect(await examine(api.store.redis)).toEqual([]);
  await api.stop();
});

const fields = (body: string, title = '') => ({
  title,
  url: 'htt',
  body,
  tags: ['web'],
  tagText: 'rea',
  visibility: 'public',
  icon: null,
});
const put = (id: string, version: number, body: object, by = ann, rev?: number) =>
  api.call('PUT', `/api/drafts/${id}`, { cookie: by.cookie, body: { version, fields: body, ...(rev && { rev }) } });
const get = async (id: string, by = ann) => {
  const { status, body } = await api.call('GET', `/api/drafts/${id}`, { cookie: by.cookie });
  return { status, draft: (body as unknown as { draft: StoredDraft | null }).draft };
};
const listed = async (by: Person) => {
  const { body } = await api.call('GET', '/api/drafts', { cookie: by.cookie });
  return (body as unknown as { drafts: { id: string; note: string | null; title: string }[] }).drafts;
};
const drop = (id: string, by = ann, version?: number) =>
  api.call('DELETE', `/api/drafts/${id}${version === undefined ? '' : `?version=${version}`}`, { cookie: by.cookie });

test('a draft is stored as typed, finished or not, and only its author can read it', async () => {
  const id = 'new-a-tab-of-ann';
  expect((await put(id, 0, fields('Half a sent', 'A title'))).body).toMatchObject({ version: 1 });
  expect((await put(id, 1, fields('Half a sentence'))).body).toMatchObject({ version: 2 });
  expect((await get(id)).draft).toMatchObject({ id, version: 2, fields: fields('Half a sentence') });
  expect(await get(id, ben)).toEqual({ status: 200, draft: null });
  expect(await listed(ben)).toEqual([]);
  expect((await drop(id, ben)).status).toBe(204);
  expect((await get(id)).draft).toMatchObject({ id });
  expect((await drop(id)).status).toBe(204);
  expect(await get(id)).toEqual({ status: 200, draft: null });
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect((await api.call(method, `/api/drafts/${id}`)).status, method).toBe(401);
  }
});

test('of two devices that continue the same version, one is saved and the other gets the saved text', async () => {
  const id = 'new-in-two-places';
  await put(id, 0, fields('Begun.'));
  const [one, other] = await Promise.all([put(id, 1, fields('Here.')), put(id, 1, fields('There.'))]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  const kept = one.status === 200 ? 'Here.' : 'There.';
  const refused = one.status === 200 ? other : one;
  expect((refused.body as { current?: unknown }).current).toMatchObject({ version: 2, fields: { body: kept } });
  expect((await put(id, 2, fields('Both.'))).status).toBe(200);
  await drop(id);
  expect((await put(id, 3, fields('Typed on where it was published.'))).status).toBe(200);
  await drop(id);
});

test('saving a note from an earlier version of its draft leaves what was typed elsewhere since', async () => {
  const id = 'new-on-two-devices';
  await put(id, 0, fields('Begun at the desk.'));
  await put(id, 1, fields('Gone on with on the way.'));
  expect((await drop(id, ann, 1)).status).toBe(204);
  expect((await get(id)).draft).toMatchObject({ version: 2, fields: { body: 'Gone on with on the way.' } });
  expect((await drop(id, ann, 2)).status).toBe(204);
  expect(await get(id)).toEqual({ status: 200, draft: null });
  expect((await drop(id, ann, 2)).status).toBe(204);
});

test('a draft whose version number is at its maximum is refused, and the others are still listed', async () => {
  await put('new-countable', 0, fields('Counted.'));
  const refused = await put('new-uncountable', Number.MAX_SAFE_INTEGER, fields('Beyond.'));
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'version']);
  expect((await api.call('GET', '/api/drafts', { cookie: ann.cookie })).status).toBe(200);
  await drop('new-countable');
});

test('a note has one draft, which is deleted for good with the note', async () => {
  const written = await api.call('POST', '/api/notes', { body: { title: 'A note' }, cookie: ann.cookie });
  const uuid = written.body.note?.uuid ?? '';
  await put(uuid, 0, fields('More of it.', 'A note'), ann, 1);
  expect((await get(uuid)).draft).toMatchObject({ rev: 1 });
  expect(await listed(ann)).toMatchObject([{ id: uuid, note: uuid, title: 'A note' }]);
  await api.call('PATCH', `/api/notes/${uuid}`, { body: { rev: 1, visibility: 'private' }, cookie: ann.cookie });
  expect((await get(uuid)).status).toBe(200);
  await api.call('DELETE', `/api/notes/${uuid}`, { cookie: ann.cookie });
  expect(await listed(ann)).toMatchObject([{ id: uuid }]);
  await api.call('DELETE', `/api/bin/${uuid}`, { cookie: ann.cookie });
  expect(await listed(ann)).toEqual([]);
});

test('drafts are limited in number and size, and a refusal explains the limit', async () => {
  const many = await api.signUp('many');
  for (let at = 0; at < limits.drafts.count; at += 1) await put(`new-number-${at}`, 0, fields(`${at}`), many);
  const refused = await put('new-one-too-many', 0, fields('One too many.'), many);
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('Finish or discard')]);
  expect((await put('new-number-0', 1, fields('Still kept.'), many)).status).toBe(200);
  const long = await put('new-number-0', 2, fields('a'.repeat(limits.drafts.bodyBytes + 1)), many);
  expect([long.status, long.body.errors?.[0]?.path]).toEqual([400, 'fields.body']);
});

test.each(['1', 'new-', 'new-A b', 'x'.repeat(60)])('“%s” is not a valid draft id', async (id) => {
  expect((await put(encodeURIComponent(id), 0, fields('a'))).status).toBe(400);
});

test('drafts are in the account download and are deleted with the account', async () => {
  const leaver = await api.signUp('leaver');
  await put('new-of-a-leaver', 0, fields('Never finished.'), leaver);
  const { body } = await api.call('GET', '/api/account/data', { cookie: leaver.cookie });
  expect(body).toMatchObject({ drafts: [{ id: 'new-of-a-leaver', fields: { body: 'Never finished.' } }] });
  const { id: userId } = leaver.user;
  expect((await deleteAccount(api.store.redis, userId, 'keep', new Date())).ok).toBe(true);
  await continueDeletions(api.store.redis, { userId, writings: 'keep' }, new Date(), () => true);
  expect(await api.store.redis.exists(keys.drafts(userId))).toBe(0);
});
