import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
let grace: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  grace = await api.signUp('grace');
});
afterAll(() => api.stop());

const write = (by: Person, note: object) => api.call('POST', '/api/notes', { cookie: by.cookie, body: note });
const read = (uuid: string, by?: Person) => api.call('GET', `/api/notes/${uuid}`, { cookie: by?.cookie });
const edit = (by: Person, uuid: string, patch: object) =>
  api.call('PATCH', `/api/notes/${uuid}`, { cookie: by.cookie, body: patch });
const remove = (by: Person, uuid: string) => api.call('DELETE', `/api/notes/${uuid}`, { cookie: by.cookie });
const list = (query: string, by?: Person) => api.call('GET', `/api/notes${query}`, { cookie: by?.cookie });
async function written(by: Person, note: object): Promise<string> {
  const answer = await write(by, note);
  return answer.body.note?.uuid ?? `status ${answer.status}`;
}

test('a note is written, read, edited, refused when stale, unpublished and deleted, then answers 410', async () => {
  const created = await write(ada, {
    title: 'Über das Lesen',
    body: '# Hi\n\n<script>alert(1)</script>',
    tags: ['Reading'],
  });
  const { note, path } = created.body;
  const uuid = note?.uuid ?? '';
  expect(created.status).toBe(201);
  expect(note).toMatchObject({ rev: 1, slug: 'uber-das-lesen', tags: ['reading'], authorId: ada.user.id });
  expect(path).toBe(`/note/detail/${uuid}/uber-das-lesen`);
  expect(created.headers.get('Location')).toBe(path);

  const opened = await read(uuid);
  expect(opened.body).toMatchObject({ note, author: { id: ada.user.id, handle: 'ada', name: 'ada' } });
  expect(opened.body.html).toMatch(/<h\d[^>]*>.*Hi/);
  expect(opened.body.html).not.toContain('<script');

  const edited = await edit(ada, uuid, { rev: 1, title: 'On reading' });
  expect(edited.status).toBe(200);
  expect(edited.body).toMatchObject({ note: { rev: 2, slug: 'on-reading' }, path: `/note/detail/${uuid}/on-reading` });

  const stale = await edit(ada, uuid, { rev: 1, title: 'Too late' });
  expect(stale.status).toBe(409);
  expect(stale.body.current).toEqual(edited.body.note);

  const unpublished = await edit(ada, uuid, { rev: 2, visibility: 'private' });
  expect(unpublished.body).toMatchObject({ note: { rev: 3 }, path: `/note/item?uuid=${uuid}` });
  expect((await read(uuid)).status).toBe(404);
  expect((await read(uuid, grace)).status).toBe(404);
  expect((await read(uuid, ada)).status).toBe(200);

  expect((await remove(ada, uuid)).status).toBe(204);
  for (const visitor of [undefined, ada, grace]) expect((await read(uuid, visitor)).status).toBe(410);
  expect((await edit(ada, uuid, { rev: 3 })).status).toBe(410);
  expect((await remove(ada, uuid)).status).toBe(410);
});

test('of two simultaneous edits of a revision, one wins and the other gets the current note', async () => {
  const uuid = await written(ada, { title: 'Race' });
  const answers = await Promise.all(['one', 'two'].map((body) => edit(ada, uuid, { rev: 1, body })));
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
  expect([won?.status, lost?.status]).toEqual([200, 409]);
  expect(lost?.body.current).toEqual(won?.body.note);
});

describe('another person’s notes', () => {
  test.each(['draft', 'private'])('a %s note looks like one that never existed', async (visibility) => {
    const uuid = await written(ada, { title: 'Hidden', visibility });
    const never = '0197a3c0-7b4e-7c1a-8f00-000000000001';
    for (const call of [read, (id: string) => edit(grace, id, { rev: 1 }), (id: string) => remove(grace, id)]) {
      const [hidden, unknown] = [await call(uuid, grace), await call(never, grace)];
      expect([hidden.status, hidden.body]).toEqual([404, unknown.body]);
    }
    expect((await read(uuid, ada)).body.note?.title).toBe('Hidden');
  });

  test.each(['public', 'unlisted'])(
    'a %s note can be read by anyone and changed only by its author',
    async (visibility) => {
      const uuid = await written(ada, { title: 'Shown', visibility });
      expect((await read(uuid)).status).toBe(200);
      const before = await api.dump();
      expect((await edit(grace, uuid, { rev: 1, title: 'Mine' })).status).toBe(403);
      expect((await remove(grace, uuid)).status).toBe(403);
      expect(await api.dump()).toEqual(before);
    },
  );
});

describe('addresses', () => {
  test.each(['1', 'x', '0197a3c0-7b4e-7c1a-8f00-00000000000', '%00'])('the id %s answers 404', async (uuid) => {
    const answer = await read(uuid);
    expect(answer.status).toBe(404);
    expect(answer.body.detail).toBe(`Page Not Found: /api/notes/${uuid}`);
  });

  test('a UUID in capitals names the same note', async () => {
    const uuid = await written(ada, { title: 'Capitals' });
    expect((await read(uuid.toUpperCase())).body.note?.uuid).toBe(uuid);
  });

  test('HEAD answers like GET without a body', async () => {
    const uuid = await written(ada, { title: 'Head' });
    const answer = await api.call('HEAD', `/api/notes/${uuid}`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
  });
});

describe('any text is stored unchanged', () => {
  test.each([
    ['scripts', 'Чтение 読書 हिन्दी قراءة', 'עברית\n\n👩‍👩‍👧‍👦'],
    ['signs', 'a"b\\c<d>&e%f', '{"json": [1]}\n```\ncode\n```'],
    ['numbers', '12345678901234567890', '007'],
    // Titles keep only those of these characters that a script or an emoji needs.
    ['marks without a shape', 'می\u200cخواهم', 'a\u200db x\u2028y\tz'],
  ])('%s', async (_, title, body) => {
    const uuid = await written(ada, { title, body });
    expect((await read(uuid)).body.note).toMatchObject({ title, body });
    expect((await edit(ada, uuid, { rev: 1, tags: ['a'] })).body.note).toMatchObject({ rev: 2, title, body });
  });

  test('half a surrogate pair is stored as the replacement character, and the note stays editable', async () => {
    const created = await api.call('POST', '/api/notes', {
      cookie: ada.cookie,
      body: '{"title":"a\\ud800b","body":"\\udfff"}',
    });
    const uuid = created.body.note?.uuid ?? '';
    expect(created.body.note).toMatchObject({ title: 'a\ufffdb', body: '\ufffd' });
    expect((await edit(ada, uuid, { rev: 1, body: 'fixed' })).status).toBe(200);
  });

  test('accepts a body of exactly the limit with every character escaped', async () => {
    const created = await api.call('POST', '/api/notes', {
      cookie: ada.cookie,
      body: `{"title":"Full","body":"${'\\u0061'.repeat(200 * 1024)}"}`,
    });
    expect((await read(created.body.note?.uuid ?? '')).body.note?.body).toBe('a'.repeat(200 * 1024));
  });
});

describe('lists', () => {
  let linus: Person;
  const uuids: string[] = [];
  beforeAll(async () => {
    linus = await api.signUp('linus');
    for (let at = 0; at < 25; at += 1) uuids.unshift(await written(linus, { title: `List ${at}`, tags: ['listed'] }));
    for (const visibility of ['draft', 'private', 'unlisted']) {
      uuids.unshift(await written(linus, { title: visibility, tags: ['listed'], visibility }));
    }
  });
  const all = async (query: string, by?: Person) => {
    const found: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page = await list(next ? `${query}&cursor=${encodeURIComponent(next)}` : query, by);
      expect(page.status).toBe(200);
      found.push(...(page.body.notes ?? []).map(({ uuid }) => uuid));
      next = page.body.next ?? null;
    }
    return found;
  };

  test('the first page holds 20 public notes with their authors, newest first', async () => {
    const page = await list('?tag=listed');
    expect(page.body.notes?.map(({ uuid }) => uuid)).toEqual(uuids.slice(3, 23));
    expect(page.body.authors).toEqual([{ id: linus.user.id, handle: 'linus', name: 'linus', bio: '' }]);
  });

  test('pages follow one another to the end without other people’s drafts', async () => {
    for (const query of ['?tag=listed', '?author=Linus', `?author=${linus.user.id}`, '?author=linus&tag=listed']) {
      expect(await all(query), query).toEqual(uuids.slice(3));
      expect(await all(query, grace), query).toEqual(uuids.slice(3));
    }
  });

  test('my own list holds my notes in every state', async () => {
    for (const query of ['?author=linus', `?author=${linus.user.id}`]) expect(await all(query, linus)).toEqual(uuids);
  });

  test('an unknown author or tag is an empty list', async () => {
    for (const query of ['?author=nobody', `?author=u_${'0'.repeat(32)}`, '?tag=nothing']) {
      expect((await list(query)).body, query).toEqual({ notes: [], counts: [], authors: [], next: null });
    }
  });

  test.each(['?cursor=nonsense', '?cursor=', '?tag=!', '?page=2', `?author=${'x'.repeat(65)}`])(
    '%s is refused',
    async (query) => {
      const answer = await list(query);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveLength(1);
    },
  );
});

describe('a repeated request with the same Idempotency-Key', () => {
  const once = (by: Person, key: string, note: object) =>
    api.call('POST', '/api/notes', { cookie: by.cookie, body: note, headers: { 'Idempotency-Key': key } });

  test('returns the note of the first request and writes no other', async () => {
    const note = { title: 'Sent twice, written once', body: 'The answer got lost.' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => once(ada, 'one-and-the-same', note)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.note?.uuid)).size).toBe(1);
    const first = answers.find(({ status }) => status === 201)?.body;
    expect((await once(ada, 'one-and-the-same', note)).body).toEqual(first);
    expect(await api.store.redis.ttl((await api.store.redis.keys('sent:*'))[0] ?? '')).toBeGreaterThan(23 * 60 * 60);
  });

  test('but another text is refused with the existing note, and nothing is lost', async () => {
    const { body } = await once(ada, 'with-another-text', { title: 'As it was first' });
    const second = await once(ada, 'with-another-text', { title: 'As it was then' });
    expect(second).toMatchObject({
      status: 409,
      body: { current: { uuid: body.note?.uuid, title: 'As it was first' } },
    });
    const { uuid = '', rev = 0 } = body.note ?? {};
    expect((await edit(ada, uuid, { rev, title: 'As it was then' })).status).toBe(200);
  });

  test('creates a new note for another person, with another key, or after the note was deleted', async () => {
    const note = { title: 'Not the same call' };
    const [own, theirs, other] = [
      await once(ada, 'mine-or-yours', note),
      await once(grace, 'mine-or-yours', note),
      await once(ada, 'mine-or-yours-2', note),
    ];
    expect([own, theirs, other].map(({ status }) => status)).toEqual([201, 201, 201]);
    await remove(ada, own.body.note?.uuid ?? '');
    const again = await once(ada, 'mine-or-yours', note);
    expect([again.status, again.body.note?.uuid === own.body.note?.uuid]).toEqual([201, false]);
  });

  test('with an invalid key is refused with an explanation', async () => {
    for (const key of ['short', 'with a space in it', 'x'.repeat(201)]) {
      expect(await once(ada, key, { title: 'Never written' })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('8 to 200') as string },
      });
    }
    // A device may be offline for weeks.
    const [sent = ''] = await api.store.redis.keys('sent:*');
    expect(await api.store.redis.ttl(sent)).toBeGreaterThan(29 * 24 * 60 * 60);
  });
});
