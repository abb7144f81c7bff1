import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const { noteBy, said, thread } = discussionApi(() => api);

test('a long thread is paged without gaps, even while comments are added', async () => {
  const note = await noteBy(ada);
  const roots = [];
  for (let number = 0; number < 130; number += 1) {
    const parent = number % 3 === 2 ? roots.at(-1)?.id : undefined;
    const comment = await said(number % 2 ? ada : grace, note, `n${number}`, parent);
    if (!parent) roots.push(comment);
  }
  for (const sort of ['thread', 'newest', 'best']) {
    const first = (await thread(note, `?sort=${sort}`)).body;
    expect(first.comments).toHaveLength(100);
    const { createdAt } = await said(ada, note, `late ${sort}`);
    expect((await thread(note, '?after=0')).body.newest).toBe(createdAt);
    const rest = (await thread(note, `?sort=${sort}&cursor=${first.next}`)).body;
    const read = [...(first.comments ?? []), ...(rest.comments ?? [])].map(({ html }) => html);
    expect(new Set(read).size).toBe(read.length);
    expect(read.filter((html) => /<p>n\d+<\/p>/.test(html))).toHaveLength(130);
  }
});

test('a linked comment is loaded with its siblings and parents, and the rest follows without gaps', async () => {
  const note = await noteBy(ada);
  const all: { id: string; path: string }[] = [];
  for (let number = 0; number < 130; number += 1) all.push(await said(ada, note, `n${number}`));
  const root = all[120];
  const reply = await said(grace, note, 'r1', root?.id);
  const deep = await said(ada, note, 'r2', reply.id);
  for (let number = 0; number < 12; number += 1) await said(grace, note, `d${number}`, deep.id);
  const pointed = await said(grace, note, 'the one', deep.id);

  const { body } = await thread(note, `?around=${pointed.id}`);
  const comments = body.comments ?? [];
  const places = comments.map(({ html }) => html.replace(/<[^>]+>/g, ''));
  expect(places.slice(0, 4)).toEqual(['n120', 'r1', 'r2', 'd2']);
  expect(places).toContain('the one');
  expect(places.at(-1)).toBe('n129');
  expect(body).toMatchObject({ next: null, before: comments[3]?.path, count: 145 });

  const { body: first } = await thread(note, `?around=${all[3]?.id}`);
  expect(first).toMatchObject({ before: null, next: first.comments?.at(-1)?.path });
  expect(first.comments).toHaveLength(100);
  expect((await thread(note, `?around=${uuidv7()}`)).status).toBe(404);
  expect((await thread(uuid, `?around=${pointed.id}`)).status).toBe(404);
  expect((await thread(note, '?around=x')).status).toBe(400);
});

test('the time up to which a person has seen a thread is stored with their account, and never moves back', async () => {
  const note = await noteBy(ada);
  const { createdAt: first } = await said(ada, note, 'first');
  const { createdAt: second } = await said(ada, note, 'second');
  const visit = async (by: Person, seen: unknown, of = note) => {
    const { status, body } = await api.call('PUT', `/api/notes/${of}/visit`, { cookie: by.cookie, body: { seen } });
    return status === 200 ? (body as unknown as { before: string | null }).before : status;
  };
  expect(await visit(grace, first)).toBeNull();
  expect(await visit(grace, second)).toBe(first);
  expect(await visit(grace, first)).toBe(second);
  expect(await visit(grace, '2999-01-01T00:00:00.000Z')).toBe(second);
  expect(Date.parse(String(await visit(grace, second)))).toBeLessThanOrEqual(Date.now());
  expect(await visit(ada, second)).toBeNull();
  expect(await visit(grace, 'soon')).toBe(400);
  expect(await visit(grace, first, uuidv7())).toBe(404);
  expect(await visit({ ...grace, cookie: '' }, first)).toBe(401);
});
