import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberships, uuidsOf } from '../../../src/library/server/collections.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { collectionPath, collectionApi } from '../../support/collections.ts';

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(() => api.stop());

const { call, write, make, titles, named, faults } = collectionApi(
  () => api,
  () => ann,
);

test('a collection is created, read, changed and deleted, and restored with its notes', async () => {
  const tea = await make('Tea', { description: 'Leaves.\r\nAnd water. ' });
  expect(tea).toMatchObject({
    name: 'Tea',
    slug: 'tea',
    description: 'Leaves.\nAnd water.',
    visibility: 'private',
    parent: null,
    search: null,
    notes: 0,
  });
  const [first, second] = [await write('Green'), await write('Black', ann, { visibility: 'private' })];
  expect((await call('PUT', collectionPath(tea, first))).status).toBe(201);
  expect((await call('PUT', collectionPath(tea, second))).status).toBe(201);
  expect((await call('PUT', collectionPath(tea, second))).status).toBe(200);
  expect(await titles(tea)).toEqual(['Black', 'Green']);
  const changed = await call('PATCH', collectionPath(tea), { name: 'Teas', description: '' });
  expect(changed).toMatchObject({ status: 200, body: { collection: { name: 'Teas', slug: 'teas', notes: 2 } } });
  expect((await call('DELETE', collectionPath(tea))).status).toBe(204);
  expect((await call('DELETE', collectionPath(tea))).status).toBe(404);
  expect((await call('GET', collectionPath(tea))).status).toBe(404);
  expect((await call('PUT', collectionPath(tea, first))).status).toBe(404);
  expect(await named()).not.toContain('Teas');
  expect((await memberships(api.store.redis, ann.user.id, [first])).size).toBe(0);
  expect(await faults()).toEqual([]);
  expect((await call('PUT', collectionPath(tea), undefined, ben)).status).toBe(404);
  expect((await call('PUT', collectionPath(tea))).body.collection).toMatchObject({
    name: 'Teas',
    slug: 'teas',
    notes: 2,
  });
  expect((await call('PUT', collectionPath(tea))).status).toBe(200);
  expect(await titles(tea)).toEqual(['Black', 'Green']);
  expect(await faults()).toEqual([]);
});

test('a collection counts only the notes that its owner may read', async () => {
  const list = await make('Counted');
  const [own, hers, open] = [await write('Mine'), await write('Hers', ben), await write('Open', ben)];
  for (const uuid of [own, hers, open]) await call('PUT', collectionPath(list, uuid));
  const count = async () => {
    const all = (await call('GET', '/api/collections')).body.collections;
    return all.find(({ id }) => id === list.id)?.notes;
  };
  expect(await count()).toBe(3);
  await call('PATCH', `/api/notes/${open}`, { rev: 1, visibility: 'unlisted' }, ben);
  await call('PATCH', `/api/notes/${hers}`, { rev: 1, visibility: 'private' }, ben);
  expect(await count()).toBe(2);
  await call('DELETE', `/api/notes/${own}`);
  expect(await count()).toBe(1);
  await call('POST', `/api/bin/${own}/restore`);
  await call('PATCH', `/api/notes/${hers}`, { rev: 2, visibility: 'public' }, ben);
  expect(await count()).toBe(3);
});

test('collections are nested one level deep in their own order, and nested ones are restored with their parent', async () => {
  const cleo = await api.signUp('cleo');
  const list = async () =>
    (await call('GET', '/api/collections', undefined, cleo)).body.collections.map(
      ({ name, order, parent }) => `${parent === null ? '' : '  '}${name} ${order}`,
    );
  const web = await make('Web', {}, cleo);
  const css = await make('CSS', { parent: web.id }, cleo);
  const js = await make('JS', { parent: web.id }, cleo);
  const food = await make('Food', { order: 0 }, cleo);
  expect(await list()).toEqual(['Food 0', 'Web 1', '  CSS 0', '  JS 1']);
  await call('PATCH', collectionPath(js), { order: 0 }, cleo);
  await call('PATCH', collectionPath(food), { order: 9 }, cleo);
  expect(await list()).toEqual(['Web 0', '  JS 0', '  CSS 1', 'Food 1']);
  for (const [one, parent] of [
    [food, css.id],
    [web, food.id],
    [food, food.id],
  ] as const) {
    const refused = await call('PATCH', collectionPath(one), { parent }, cleo);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'parent' }] } });
  }
  expect((await call('PATCH', collectionPath(food), { parent: (await make('Mine')).id }, cleo)).status).toBe(400);
  await call('DELETE', collectionPath(web), undefined, cleo);
  expect(await list()).toEqual(['JS 0', 'CSS 1', 'Food 2']);
  await call('PATCH', collectionPath(css), { parent: food.id }, cleo);
  await call('PUT', collectionPath(web), undefined, cleo);
  expect(await list()).toEqual(['Web 0', '  JS 0', 'Food 1', '  CSS 0']);
  await call('PATCH', collectionPath(css), { parent: null, order: 0 }, cleo);
  expect(await list()).toEqual(['CSS 0', 'Web 1', '  JS 0', 'Food 2']);
  expect(await faults()).toEqual([]);
});

test('notes can be moved to any position, any number of times', async () => {
  const list = await make('List');
  const uuids = await Promise.all(['A', 'B', 'C', 'D'].map((title) => write(title)));
  const [a = '', b = '', c = '', d = ''] = uuids;
  for (const uuid of [d, c, b, a]) await call('PUT', collectionPath(list, uuid));
  expect(await titles(list)).toEqual(['A', 'B', 'C', 'D']);
  await call('PUT', collectionPath(list, d), { after: a });
  expect(await titles(list)).toEqual(['A', 'D', 'B', 'C']);
  await call('PUT', collectionPath(list, a), { after: c });
  expect(await titles(list)).toEqual(['D', 'B', 'C', 'A']);
  await call('PUT', collectionPath(list, c), { after: null });
  expect(await titles(list)).toEqual(['C', 'D', 'B', 'A']);
  // Between the same two, far more often than a number can be halved.
  for (let turn = 0; turn < 60; turn += 1) {
    await call('PUT', collectionPath(list, turn % 2 === 0 ? a : b), { after: c });
  }
  expect(await titles(list)).toEqual(['C', 'B', 'A', 'D']);
  const refused = await call('PUT', collectionPath(list, a), { after: await write('Elsewhere') });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'after' }] } });
  expect((await call('PUT', collectionPath(list, a), { after: a })).status).toBe(400);
  expect((await call('DELETE', collectionPath(list, b))).status).toBe(200);
  expect((await call('DELETE', collectionPath(list, b))).status).toBe(200);
  expect(await titles(list)).toEqual(['C', 'A', 'D']);
});

test('other people’s notes are in a collection while they are readable, and nobody else sees a private collection', async () => {
  const list = await make('Of others', { visibility: 'private' });
  const theirs = await write('Theirs', ben, { visibility: 'unlisted' });
  const hidden = await write('Hidden', ben, { visibility: 'private' });
  expect((await call('PUT', collectionPath(list, theirs))).status).toBe(201);
  expect((await call('PUT', collectionPath(list, hidden))).status).toBe(404);
  await api.call('PATCH', `/api/notes/${theirs}`, { cookie: ben.cookie, body: { rev: 1, visibility: 'private' } });
  expect(await titles(list)).toEqual([]);
  await api.call('PATCH', `/api/notes/${theirs}`, { cookie: ben.cookie, body: { rev: 2, visibility: 'public' } });
  expect(await titles(list)).toEqual(['Theirs']);
  const shown = await make('Shown', { visibility: 'public' });
  for (const one of [list, shown]) {
    for (const [method, path, body] of [
      ['GET', collectionPath(one)],
      ['PATCH', collectionPath(one), { name: 'Taken' }],
      ['DELETE', collectionPath(one)],
      ['PUT', collectionPath(one, theirs)],
      ['DELETE', collectionPath(one, theirs)],
    ] as const) {
      expect((await call(method, path, body, ben)).status).toBe(404);
      expect((await api.call(method, path, body ? { body } : {})).status).toBe(401);
    }
  }
  expect(await named(ben)).toEqual([]);
});

test('a note in the bin is hidden and later restored to its positions; a permanently deleted one is in no collection', async () => {
  const list = await make('Kept');
  const others = await make('Kept by Ben', {}, ben);
  const [one, two] = [await write('One'), await write('Two')];
  for (const uuid of [one, two]) await call('PUT', collectionPath(list, uuid));
  await call('PUT', collectionPath(others, two), undefined, ben);
  await api.call('DELETE', `/api/notes/${two}`, { cookie: ann.cookie });
  expect(await titles(list)).toEqual(['One']);
  expect((await call('PUT', collectionPath(await make('Late'), two))).status).toBe(410);
  expect(await faults()).toEqual([]);
  await api.call('POST', `/api/bin/${two}/restore`, { cookie: ann.cookie });
  expect(await titles(list)).toEqual(['Two', 'One']);
  await api.call('DELETE', `/api/notes/${two}`, { cookie: ann.cookie });
  const logged = await api.store.redis.zscore(keys.libraryChanges(ben.user.id), two);
  await api.call('DELETE', `/api/bin/${two}`, { cookie: ann.cookie });
  expect(await uuidsOf(api.store.redis, list.id)).toEqual([one]);
  expect(await uuidsOf(api.store.redis, others.id)).toEqual([]);
  expect(Number(await api.store.redis.zscore(keys.libraryChanges(ben.user.id), two))).toBeGreaterThan(Number(logged));
  expect(await faults()).toEqual([]);
});

test('addresses follow names, are unique per person, and that of an unlisted collection cannot be guessed', async () => {
  const dan = await api.signUp('dan');
  const first = await make('On Gardens', { visibility: 'public' }, dan);
  const second = await make('On gardens!', {}, dan);
  expect([first.slug, second.slug]).toEqual(['on-gardens', 'on-gardens-2']);
  const renamed = (await call('PATCH', collectionPath(first), { name: 'Beds' }, dan)).body.collection;
  expect(renamed.slug).toBe('beds');
  // The former address still redirects to it, so it is not reused.
  expect((await make('On gardens', {}, dan)).slug).toBe('on-gardens-3');
  const unlisted = (await call('PATCH', collectionPath(first), { visibility: 'unlisted' }, dan)).body.collection;
  expect(unlisted.slug).toMatch(/^beds-[0-9a-f]{16}$/);
  const again = (await call('PATCH', collectionPath(first), { name: 'Borders' }, dan)).body.collection;
  expect(again.slug).toBe(unlisted.slug.replace('beds', 'borders'));
  expect((await make('On gardens', {}, dan)).slug).toBe('on-gardens');
  expect(await faults()).toEqual([]);
});

test('a request repeated with its Idempotency-Key creates one collection, and a different one is refused with the first', async () => {
  const once = (by: Person, key: string, body: object) =>
    api.call('POST', '/api/collections', { cookie: by.cookie, body, headers: { 'Idempotency-Key': key } });
  const idOf = ({ body }: { body: object }) => (body as { collection?: { id: string } }).collection?.id;
  const answers = await Promise.all(Array.from({ length: 4 }, () => once(ann, 'made-only-once', { name: 'Once' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  const [first] = new Set(answers.map(idOf));
  expect(answers.map(idOf)).toEqual([first, first, first, first]);
  const other = await once(ann, 'made-only-once', { name: 'Another' });
  expect([other.status, other.body.current]).toMatchObject([409, { id: first, name: 'Once' }]);
  expect((await once(ben, 'made-only-once', { name: 'Once' })).status).toBe(201);
  expect((await once(ann, 'short', { name: 'Once' })).status).toBe(400);
  await api.call('DELETE', `/api/collections/${first}`, { cookie: ann.cookie });
  const again = await once(ann, 'made-only-once', { name: 'Once' });
  expect([again.status, idOf(again) === first]).toEqual([201, false]);
});
