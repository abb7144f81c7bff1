import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureFor, renewCopy } from '../../../src/capture/server/captures.ts';
import { readNote } from '../../../src/notes/server/notes.ts';
import { captureFrom } from '../../../src/capture/server/capture-page.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { articlePage, startSite, loopbackOnly } from '../../support/browser/pages.ts';

let api: Api;
let site: Awaited<ReturnType<typeof startSite>>;
let ann: Person;
let ben: Person;
const page = articlePage({ head: '<meta name="description" content="Why they are wide.">' });
beforeAll(async () => {
  [api, site] = await Promise.all([startApi(), startSite({ '/a': page, '/b': page, '/c': page, '/d': page })]);
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(async () => {
  await site.stop();
  await api.stop();
});

const options = { now: new Date(), siteUrl: 'https://commonplace.example', reach: loopbackOnly };
const capture = (person: Person, path: string) => captureFor(api.store.redis, person.user.id, site.url + path, options);
const write = async (person: Person, url: string, fields = {}) => {
  const body = { title: 'On margins', url, ...fields };
  return (await api.call('POST', '/api/notes', { body, cookie: person.cookie })).body.note?.uuid ?? '';
};
const copyOf = async (uuid: string, person?: Person) => {
  const { status, body } = await api.call('GET', `/api/notes/${uuid}/copy`, { cookie: person?.cookie });
  return {
    status,
    body: body as unknown as { copy: { html: string; at: string } | null; former: string | null; link: string },
  };
};

test('a note gets the copy that was captured for its page, and only its author can read it', async () => {
  expect(await capture(ann, '/a')).toMatchObject({
    page: { description: 'Why they are wide.' },
    copy: 'kept',
    failure: null,
  });
  const uuid = await write(ann, `${site.url}/a/?utm_source=x`);
  expect(await copyOf(uuid, ann)).toMatchObject({ status: 200, body: { link: `${site.url}/a/?utm_source=x` } });
  expect((await copyOf(uuid, ann)).body.copy?.html).toContain('room to answer');
  expect((await copyOf(uuid, ben)).status).toBe(404);
  expect((await copyOf(uuid)).status).toBe(401);
  const read = await api.call('GET', `/api/notes/${uuid}`);
  expect(JSON.stringify(read.body)).not.toContain('room to answer');
  expect((await copyOf(await write(ben, `${site.url}/a`), ben)).body.copy).toBeNull();
});

/** Reads the page of ann's note again. */
const renew = async (uuid: string, now = options.now) =>
  renewCopy(api.store.redis, await readNote(api.store.redis, uuid), ann.user.id, { ...options, now });

test('the copy that reading the page again replaced can be restored by its owner', async () => {
  await capture(ann, '/a');
  const uuid = await write(ann, `${site.url}/a`);
  const first = (await copyOf(uuid, ann)).body;
  expect(first.former).toBeNull();
  // Somebody who reads the page twice because it shows something else first wants the copy from before both.
  for (const minutes of [1, 2]) await renew(uuid, new Date(options.now.getTime() + minutes * 60_000));
  const renewed = (await copyOf(uuid, ann)).body;
  expect(renewed.copy?.at).not.toBe(first.copy?.at);
  expect(renewed.former).toBe(first.copy?.at);
  expect(await examine(api.store.redis)).toEqual([]);
  const restore = (person: Person, body?: object) =>
    api.call('PUT', `/api/notes/${uuid}/copy/former`, { cookie: person.cookie, ...(body && { body }) });
  expect((await restore(ben)).status).toBe(404);
  const back = { ...first, former: renewed.copy?.at };
  for (const _ of ['once', 'again'])
    expect(await restore(ann, { at: first.copy?.at })).toMatchObject({ status: 200, body: back });
  expect((await copyOf(uuid, ann)).body).toEqual(back);
  expect(await examine(api.store.redis)).toEqual([]);
  // Without a date, whichever was replaced comes back: here the undo.
  expect((await restore(ann)).body).toEqual(renewed);
  expect((await restore(ann)).body).toEqual(back);
  // Reading the page once more the same day does not cost the copy that was chosen.
  await renew(uuid, new Date(options.now.getTime() + 180_000));
  expect((await copyOf(uuid, ann)).body.former).toBe(first.copy?.at);
  const restored = await restore(ann, { at: renewed.copy?.at });
  expect(restored.body).toEqual((await copyOf(uuid, ann)).body);
});

test('a copy is deleted with its link or its note, and leaves nothing behind', async () => {
  await capture(ann, '/b');
  const uuid = await write(ann, `${site.url}/b`);
  await renew(uuid);
  const patch = (body: object) => api.call('PATCH', `/api/notes/${uuid}`, { body, cookie: ann.cookie });
  await patch({ rev: 1, title: 'Another title' });
  expect((await copyOf(uuid, ann)).body.copy).not.toBeNull();
  await patch({ rev: 2, url: 'https://example.org/' });
  expect((await copyOf(uuid, ann)).body.copy).toBeNull();
  await capture(ann, '/b');
  await patch({ rev: 3, url: `${site.url}/b` });
  expect((await copyOf(uuid, ann)).body.former).toBeNull();
  await renew(uuid);
  expect((await copyOf(uuid, ann)).body.copy).not.toBeNull();
  for (const place of ['notes', 'bin']) await api.call('DELETE', `/api/${place}/${uuid}`, { cookie: ann.cookie });
  expect([...(await api.dump()).keys()].filter((key) => /^(copy|captured):/.test(key) && key.includes(uuid))).toEqual(
    [],
  );
  expect(await examine(api.store.redis)).toEqual([]);
});

test('a link that was saved before is reported with who saved it and where it is discussed', async () => {
  const url = `${site.url}/c`;
  const uuid = await write(ann, url, { title: 'Saved first' });
  await api.call('POST', `/api/notes/${uuid}/comments`, { body: { body: 'Yes.' }, cookie: ben.cookie });
  await write(ann, url, { title: 'Kept to myself', visibility: 'private' });
  const { before } = await capture(ben, '/c#top');
  expect(before.own).toEqual([]);
  expect(before.everyones).toMatchObject([{ title: 'Saved first', author: { handle: 'ann' }, comments: 1 }]);
  expect(before.everyones[0]?.path).toMatch(new RegExp(`^/note/detail/${uuid}/saved-first#thread$`));
  expect((await capture(ann, '/c')).before.own.map(({ title }) => title)).toEqual(['Kept to myself', 'Saved first']);
});

test('an unreadable page is reported with the reason, and its link can still be saved', async () => {
  const body = { url: `${site.url}/d` };
  const answer = await api.call('POST', '/api/capture', { body, cookie: ann.cookie });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ page: null, failure: 'forbidden', copy: null });
  expect(site.calls).not.toContain('GET /d');
  expect(await write(ann, body.url)).not.toBe('');
  for (const url of ['file:///etc/passwd', 'nothing', '', `http://a.example/${'a'.repeat(2100)}`]) {
    expect((await api.call('POST', '/api/capture', { body: { url }, cookie: ann.cookie })).status, url).toBe(400);
  }
  expect((await api.call('POST', '/api/capture', { body })).status).toBe(401);
});

test('a copy is renewed at its author’s request, and stays if the page cannot be read', async () => {
  const uuid = await write(ann, `${site.url}/d`);
  expect((await copyOf(uuid, ann)).body.copy).toBeNull();
  expect(await renewCopy(api.store.redis, await readNote(api.store.redis, uuid), ben.user.id, options)).toEqual({
    ok: false,
    reason: 'no-note',
  });
  expect(await renewCopy(api.store.redis, await readNote(api.store.redis, uuid), ann.user.id, options)).toMatchObject({
    ok: true,
  });
  const refused = await api.call('PUT', `/api/notes/${uuid}/copy`, { cookie: ann.cookie });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      detail: expect.stringMatching(/^The page’s site [^.]+\. Nothing was changed\.$|^[^.]+\. Nothing was changed\.$/),
    },
  });
  expect((await copyOf(uuid, ann)).body.copy?.html).toContain('room to answer');
});

test('a renewed copy counts as storage of its author, with the one that it replaced', async () => {
  const { redis } = api.store;
  const cyd = await api.signUp('cyd');
  const uuid = await write(cyd, `${site.url}/d`);
  await api.settled();
  const counted = async () => Number(await redis.hget(keys.storedBytes(cyd.user.id), 'bytes'));
  const before = await counted();
  const asUsual = captureFrom(loopbackOnly);
  for (const round of [1, 2, 3]) {
    expect((await api.call('PUT', `/api/notes/${uuid}/copy`, { cookie: cyd.cookie })).status).toBe(200);
    await api.settled();
    const [copy = '', former = ''] = await Promise.all(
      [keys.copy(uuid), keys.formerCopy(uuid)].map(async (key) => (await redis.get<string>(key)) ?? ''),
    );
    const length = copy.length + former.length;
    expect(former.length > 0).toBe(round > 1);
    expect(length).toBeGreaterThan(0);
    expect(Math.abs((await counted()) - before - length)).toBeLessThan(10);
  }
  asUsual();
});
