import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { removeAvatar } from '../../../src/people/server/profile.ts';
import { sweepPictures } from '../../../src/pictures/server/pictures.ts';
import { defaultPassword, startApi, type Api, type Person } from '../../support/api.ts';
import { pictureFile } from '../../support/captured-pictures.ts';
import { decoded, pngOf } from '../../support/pictures.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const upload = async (person: Person, bytes: Uint8Array) => {
  const form = new FormData();
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], 'me.png'));
  const sent = new Response(form);
  const headers = { 'Content-Type': sent.headers.get('Content-Type') ?? '' };
  const body = new Uint8Array(await sent.arrayBuffer());
  return api.call('PUT', '/api/account/avatar', { body, headers, cookie: person.cookie });
};

test('a profile picture that is a thin line is processed as quickly as others', async () => {
  const eva = await api.signUp('eva');
  const began = performance.now();
  expect((await upload(eva, await pngOf(1, 30_000))).status).toBe(200);
  // Milliseconds, instead of half a minute for choosing the best crop.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a profile picture is cropped to a square, shown with one’s notes, and removed again', async () => {
  const ben = await api.signUp('ben');
  expect((await upload(ben, await pngOf(600, 300))).status).toBe(200);
  const { body } = await api.call('GET', '/api/_auth/session', { cookie: ben.cookie });
  expect(body.user?.avatar).toMatch(/^[0-9a-f]{32}$/);
  expect(await (await decoded(await pictureFile(body.user?.avatar, 128))).metadata()).toMatchObject({
    width: 128,
    height: 128,
  });
  const { note } = (await api.call('POST', '/api/notes', { body: { title: 'A text' }, cookie: ben.cookie })).body;
  expect((await api.call('GET', `/api/notes/${note?.uuid}`)).body.author?.avatar).toBe(body.user?.avatar);
  expect((await api.call('DELETE', '/api/account/avatar', { cookie: ben.cookie })).status).toBe(204);
  expect((await api.call('GET', '/api/_auth/session', { cookie: ben.cookie })).body.user).not.toHaveProperty('avatar');
  expect((await upload(ben, Buffer.from('no picture'))).body).toMatchObject({
    status: 422,
    errors: [{ path: 'file', message: expect.stringContaining('can’t be shown as a picture') }],
  });
  expect((await upload({ ...ben, cookie: '' }, Buffer.from('x'))).status).toBe(401);
});

test('of two simultaneous uploads one stays, and removing one does not remove another', async () => {
  const dan = await api.signUp('dan');
  const avatar = async () =>
    (await api.call('GET', '/api/_auth/session', { cookie: dan.cookie })).body.user?.avatar ?? '';
  await upload(dan, await pngOf(200, 200, '#063'));
  const first = await avatar();
  const sent = await Promise.all(['#600', '#006'].map(async (colour) => upload(dan, await pngOf(200, 200, colour))));
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  const now = await avatar();
  expect(now).toMatch(/^[0-9a-f]{32}$/);
  expect(now).not.toBe(first);
  // As when a moderator removes the first, which is processed after the next is there.
  expect(await removeAvatar(api.store.redis, dan.user.id, first)).toMatchObject({ ok: true });
  expect(await avatar()).toBe(now);
  await removeAvatar(api.store.redis, dan.user.id, now);
  expect(await avatar()).toBe('');
});

test('a profile picture is in the account download, and is deleted with the account', async () => {
  const cy = await api.signUp('cyd');
  await upload(cy, await pngOf(300, 300, '#36c'));
  const { avatar } = (await api.call('GET', '/api/_auth/session', { cookie: cy.cookie })).body.user ?? {};
  const { body } = await api.call('GET', '/api/account/data', { cookie: cy.cookie });
  expect(body).toMatchObject({ account: { picture: expect.stringMatching(/^data:image\/webp;base64,UklGR/) } });
  const leaving = { current: defaultPassword, writings: 'keep' };
  expect((await api.call('POST', '/api/account/deletion', { body: leaving, cookie: cy.cookie })).status).toBe(200);
  await api.settled();
  // Caches are purged.
  expect((await sweepPictures(api.store.redis, new Date(), () => true)).removed).toContain(avatar);
  expect((await pictureFile(avatar, 128)).status).toBe(404);
  expect(await examine(api.store.redis)).toEqual([]);
});
