import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { migrate } from '../../../src/maintenance/schema/schema.ts';
import { migrations } from '../../../src/maintenance/schema/migrations.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { ada, api, someoneNew, startTagging, tagsOf, written } from '../../support/tagging.ts';

beforeAll(startTagging);
afterAll(() => api.stop());
beforeEach(someoneNew);

describe('a person’s tags', () => {
  test('are counted over notes in every state, most used first, and visible to nobody else', async () => {
    const other = await api.signUp('other');
    await written(['tea'], {}, other);
    for (const visibility of ['draft', 'private', 'unlisted', 'public']) await written(['tea', 'c++'], { visibility });
    await written(['tea-leaves', 'tea.x', '日本']);
    expect(await tagsOf()).toEqual(['c++ 4', 'tea 4', 'tea-leaves 1', 'tea.x 1', '日本 1']);
    expect(await tagsOf(other)).toEqual(['tea 1']);
    expect((await api.call('GET', '/api/tags')).status).toBe(401);
  });

  test('are updated when notes are written, deleted and restored', async () => {
    const uuid = await written(['tea', 'milk']);
    const call = (method: string, path: string, body?: object) =>
      api.call(method, path, { cookie: ada.cookie, ...(body && { body }) });
    await call('PATCH', `/api/notes/${uuid}`, { rev: 1, tags: ['milk', 'sugar'] });
    expect(await tagsOf()).toEqual(['milk 1', 'sugar 1']);
    await call('DELETE', `/api/notes/${uuid}`);
    expect(await tagsOf()).toEqual([]);
    await call('POST', `/api/bin/${uuid}/restore`);
    expect(await tagsOf()).toEqual(['milk 1', 'sugar 1']);
  });

  test('are listed for notes stored by earlier versions, and repaired by the doctor where missing or wrong', async () => {
    await written(['tea', 'milk']);
    const { redis } = api.store;
    const index = keys.authorTags(ada.user.id);
    const right = await redis.zrange(index, 0, -1);
    await redis.del(index);
    expect(await checkIntegrity(redis)).toEqual([`${index} is missing.`]);
    await redis.set('meta:schema', '4');
    expect(await migrate(redis, () => true, migrations)).toBe('done');
    expect(await redis.zrange(index, 0, -1)).toEqual(right);

    await redis.zrem(index, right[0] as string);
    await redis.zadd(index, { score: 0, member: 'false:note' });
    expect((await examine(redis)).map(({ key }) => key)).toContain(index);
    await repair(redis);
    expect(await redis.zrange(index, 0, -1)).toEqual(right);
    expect(await checkIntegrity(redis)).toEqual([]);
  });
});

describe('a nested tag', () => {
  const listed = async (query: string) =>
    (await api.call('GET', `/api/notes?${query}`, { cookie: ada.cookie })).body.notes?.map(({ title }) => title);

  test('is found under its parents: in public lists, in a person’s own and by followers', async () => {
    const follower = await api.signUp('follower');
    await api.call('PUT', '/api/follows/tag/art', { cookie: follower.cookie });
    await api.call('PUT', '/api/follows/tag/art%2Fink', { cookie: follower.cookie });
    const uuid = await written(['art/ink/blue'], { title: 'Blue', visibility: 'public' });
    await written(['arts'], { title: 'Arts', visibility: 'public' });
    await written(['art'], { title: 'Art', visibility: 'public' });
    await written(['art/oil'], { title: 'Oil', visibility: 'private' });
    expect(await listed('tag=art')).toEqual(['Art', 'Blue']);
    expect(await listed('tag=art/ink')).toEqual(['Blue']);
    expect(await listed(`tag=art&author=${ada.user.handle}`)).toEqual(['Oil', 'Art', 'Blue']);
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
    expect(await examine(api.store.redis)).toEqual([]);
    await api.settled();
    const inbox = await api.call('GET', '/api/inbox', { cookie: follower.cookie });
    expect(JSON.stringify(inbox.body)).toContain(uuid);

    await api.call('PATCH', `/api/notes/${uuid}`, { cookie: ada.cookie, body: { rev: 1, tags: ['art/oil'] } });
    expect([await listed('tag=art'), await listed('tag=art/ink')]).toEqual([['Art', 'Blue'], []]);
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });
});
