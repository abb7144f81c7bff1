import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { discussionApi } from '../../support/browser/discussion-api.ts';

let api: Api;
let ada: Person;
let grace: Person;
let uuid: string;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  grace = await api.signUp('grace');
  uuid = await noteBy(ada);
});
afterAll(() => api.stop());

const { noteBy, say, said, thread, edit, remove, inOrder } = discussionApi(() => api);

test('comments form a tree in reading order, in whatever order they were written', async () => {
  const note = await noteBy(ada);
  const first = await said(grace, note, 'first');
  const second = await said(ada, note, 'second');
  const answer = await said(ada, note, 'to the first', first.id);
  await said(grace, note, 'to the second', second.id);
  await said(grace, note, 'to the answer', answer.id);
  expect(await inOrder(note)).toEqual(['0 first', '1 to the first', '2 to the answer', '0 second', '1 to the second']);
  expect(await inOrder(note, '?sort=newest')).toEqual([
    '2 to the answer',
    '1 to the second',
    '1 to the first',
    '0 second',
    '0 first',
  ]);
  const { body } = await thread(note);
  expect(body).toMatchObject({ count: 5, next: null, gone: [], voted: [] });
  expect(body.comments?.[1]).toMatchObject({ parent: first.id, author: { handle: 'ada' }, editedAt: null, votes: 0 });
  expect(body.comments?.[0]?.author).not.toHaveProperty('bio');
});

test('replies below the deepest level are placed next to their parent', async () => {
  const note = await noteBy(ada);
  let parent: string | undefined;
  for (let level = 0; level < 15; level += 1) parent = (await said(grace, note, `level ${level}`, parent)).id;
  const { comments = [] } = (await thread(note)).body;
  expect(comments.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11, 11]);
  expect(comments.map(({ html }) => html)).toEqual(comments.map((_, level) => `<p>level ${level}</p>`));
  expect(comments.at(-1)?.parent).toBe(comments.at(-2)?.id);
});

describe('a comment is refused without writing anything', () => {
  async function refused(call: () => ReturnType<typeof say>, status: number, detail: RegExp, path?: string) {
    await api.settled();
    const before = await api.dump();
    const answer = await call();
    await api.settled();
    expect(answer.status).toBe(status);
    expect(answer.body.errors?.map(({ message }) => message).join() ?? answer.body.detail).toMatch(detail);
    if (path !== undefined) expect(answer.body.errors?.map((error) => error.path)).toEqual([path]);
    expect(await api.dump()).toEqual(before);
  }

  test('for a parent that is on another note, unknown, malformed or deleted', async () => {
    const other = await said(ada, await noteBy(ada), 'elsewhere');
    const leaf = await said(ada, uuid, 'to be deleted');
    await said(grace, uuid, 'answers it', leaf.id);
    await remove(ada, leaf.id);
    await refused(() => say(grace, uuid, 'x', other.id), 400, /isn’t in this thread/, 'parent');
    await refused(() => say(grace, uuid, 'x', uuidv7()), 400, /isn’t in this thread/, 'parent');
    await refused(() => say(grace, uuid, 'x', uuid), 400, /isn’t in this thread/, 'parent');
    await refused(() => say(grace, uuid, 'x', 'me'), 400, /id of the comment/, 'parent');
    await refused(() => say(grace, uuid, 'x', leaf.id), 409, /deleted or hidden/);
  });

  test('for a note that is missing, unreadable or unpublished', async () => {
    const draft = await noteBy(ada, { visibility: 'draft' });
    const gone = await noteBy(ada);
    await api.call('DELETE', `/api/notes/${gone}`, { cookie: ada.cookie });
    await refused(() => say(grace, uuidv7(), 'x'), 404, /doesn’t exist/);
    await refused(() => say(grace, draft, 'x'), 404, /doesn’t exist/);
    await refused(() => say(ada, draft, 'x'), 409, /Publish the note first/);
    await refused(() => say(grace, gone, 'x'), 410, /deleted/);
    expect((await thread(draft)).status).toBe(404);
    expect((await thread(draft, '', grace)).status).toBe(404);
    expect((await thread(draft, '', ada)).status).toBe(200);
    expect((await thread(gone)).status).toBe(410);
  });

  test('for a text that is empty, too long, or mentions too many people', async () => {
    const mentions = (count: number) => Array.from({ length: count }, (_, index) => `@reader_${index}`).join(' ');
    await refused(() => say(grace, uuid, ' \n\t '), 400, /Write something/, 'body');
    await refused(() => say(grace, uuid, 'x'.repeat(10_001)), 400, /at most 10,000 characters/, 'body');
    await refused(() => say(grace, uuid, mentions(21)), 400, /at most 20 people/, 'body');
    await refused(() => say(grace, uuid, 7), 400, /Send text/, 'body');
    await refused(() => say(grace, uuid, 'x'.repeat(200_000)), 413, /at most/);
    expect((await say(grace, uuid, mentions(20))).status).toBe(201);
    expect((await say(grace, uuid, `${mentions(20)} and @reader_3 again`)).status).toBe(201);
  });

  test('for visitors, and for changes to other people’s comments', async () => {
    const comment = await said(ada, uuid, 'mine');
    const anyone = { cookie: '', user: grace.user };
    await refused(() => say(anyone, uuid, 'x'), 401, /Sign in/);
    await refused(() => edit(grace, comment.id, { body: 'yours' }), 403, /only its author/);
    await refused(() => remove(grace, comment.id), 403, /only its author/);
    await refused(() => edit(grace, uuidv7(), { body: 'x' }), 404, /no such comment/);
    await refused(() => remove(grace, 'no-id'), 404, /no-id/);
  });
});

test('a word of 10,000 characters is stored whole', async () => {
  const word = 'w'.repeat(10_000);
  expect((await said(ada, uuid, word)).html).toBe(`<p>${word}</p>`);
});

test('text cannot become markup, and ids in comments never clash with those of the page', async () => {
  const body = '# Title\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1)) said.[^1]\n\n[^1]: Who.';
  const { id, html } = await said(ada, uuid, body);
  expect(html).toContain('&lt;img');
  expect(html).not.toMatch(/<img|javascript:|<h[123]/);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, each]) => each);
  expect(ids.length).toBeGreaterThan(2);
  for (const each of ids) expect(each).toMatch(new RegExp(`^c-${id}-`));
  for (const [, target] of html.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('existing people are linked where they are mentioned, except in code', async () => {
  const { html } = await said(grace, uuid, 'Ask @Ada, not @nobody_here, `@ada` or ada@ada.example');
  expect(html).toContain('<a href="/u/ada">@Ada</a>, not @nobody_here, <code>@ada</code>');
  expect(html.match(/\/u\/ada/g)).toHaveLength(1);
});

test('a reader who names a revision gets exactly the changes since', async () => {
  const note = await noteBy(ada);
  const old = await said(ada, note, 'old');
  await said(ada, note, 'untouched');
  const { revision } = (await thread(note)).body;
  expect((await thread(note, `?after=${revision}`)).body).toMatchObject({ comments: [], gone: [], revision });
  await edit(ada, old.id, { body: 'changed' });
  await said(grace, note, 'new', old.id);
  const { body } = await thread(note, `?after=${revision}`);
  expect(body.comments?.map(({ html }) => html)).toEqual(['<p>changed</p>', '<p>new</p>']);
  expect(body.revision).toBeGreaterThan(revision ?? 0);
});

test('every change to a thread is logged as a change of its note', async () => {
  const note = await noteBy(ada);
  const last = async () => (await api.store.redis.zrange('changes', -1, -1))[0];
  const elsewhere = () => noteBy(grace);
  const { id } = await said(grace, note, 'x');
  expect(await last()).toBe(`note:${note}`);
  await elsewhere();
  await edit(grace, id, { body: 'y' });
  expect(await last()).toBe(`note:${note}`);
  await elsewhere();
  await remove(grace, id);
  expect(await last()).toBe(`note:${note}`);
});

test('a response without a session may be cached by the CDN until the note changes; one with a session may not', async () => {
  const open = await thread(uuid);
  expect(open.headers.get('Netlify-CDN-Cache-Control')).toContain('public');
  expect(open.headers.get('Netlify-Cache-Tag')).toMatch(new RegExp(`^note-${uuid}(,person-|$)`));
  expect(open.headers.get('Netlify-Vary')).toContain('cookie=');
  expect((await thread(uuid, '', ada)).headers.get('Netlify-CDN-Cache-Control')).toBe('private, no-store');
});

describe('a comment sent again with the same Idempotency-Key', () => {
  const once = (by: Person, note: string, key: string, said: object) =>
    api.call('POST', `/api/notes/${note}/comments`, {
      cookie: by.cookie,
      body: said,
      headers: { 'Idempotency-Key': key },
    });

  test('is created once, and everyone is notified once', async () => {
    const note = await noteBy(ada);
    const heard = () => api.store.redis.zcard(keys.inbox(ada.user.id));
    await api.settled();
    const before = await heard();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => once(grace, note, 'one-and-the-same', { body: 'Sent by a nervous network' })),
    );
    await api.settled();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.comment?.id)).size).toBe(1);
    expect(await inOrder(note)).toEqual(['0 Sent by a nervous network']);
    expect(await heard()).toBe(before + 1);
  });

  test('is refused with the existing comment if its text or place differs', async () => {
    const [note, other] = [await noteBy(ada), await noteBy(ada)];
    await once(grace, note, 'with-another-text', { body: 'As it was first' });
    for (const [at, text] of [
      [note, 'As it was then'],
      [other, 'As it was first'],
    ] as const) {
      const answer = await once(grace, at, 'with-another-text', { body: text });
      expect(answer).toMatchObject({ status: 409, body: { current: { body: 'As it was first' } } });
    }
    expect(await inOrder(note)).toEqual(['0 As it was first']);
    expect(await inOrder(other)).toEqual([]);
  });

  test('is created anew for another person, with another key, and after it was deleted', async () => {
    const note = await noteBy(ada);
    const [own, theirs, another] = [
      await once(grace, note, 'mine-or-yours', { body: 'Same' }),
      await once(ada, note, 'mine-or-yours', { body: 'Same' }),
      await once(grace, note, 'mine-or-yours-2', { body: 'Same' }),
    ];
    expect([own, theirs, another].map(({ status }) => status)).toEqual([201, 201, 201]);
    await remove(grace, own.body.comment?.id ?? '');
    expect((await once(grace, note, 'mine-or-yours', { body: 'Same' })).status).toBe(201);
    expect((await once(grace, note, 'short', { body: 'Same' })).status).toBe(400);
  });
});
