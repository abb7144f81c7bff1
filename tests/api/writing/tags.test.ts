import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { migrate } from '../../../src/maintenance/schema/schema.ts';
import { migrations } from '../../../src/maintenance/schema/migrations.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';

let api: Api;
let ada: Person;
let number = 0;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.stop());
beforeEach(async () => void (ada = await api.signUp(`ada${(number += 1)}`)));

async function written(tags: string[], fields: object = {}, by = ada): Promise<string> {
  const body = { title: `With ${tags.join()} ${(number += 1)}`, tags, visibility: 'private', ...fields };
  const answer = await api.call('POST', '/api/notes', { cookie: by.cookie, body });
  return answer.body.note?.uuid ?? `status ${answer.status}`;
}
async function tagsOf(by = ada): Promise<unknown> {
  const { status, body } = await api.call('GET', '/api/tags', { cookie: by.cookie });
  const { tags } = body as unknown as { tags: { tag: string; notes: number }[] };
  return status === 200 ? tags.map(({ tag, notes }) => `${tag} ${notes}`) : status;
}

describe('the tags of my notes', () => {
  test('are counted in every state, the most used first, and are nobody else’s', async () => {
    const other = await api.signUp('other');
    await written(['tea'], {}, other);
    for (const visibility of ['draft', 'private', 'unlisted', 'public']) await written(['tea', 'c++'], { visibility });
    await written(['tea-leaves', 'tea.x', '日本']);
    expect(await tagsOf()).toEqual(['c++ 4', 'tea 4', 'tea-leaves 1', 'tea.x 1', '日本 1']);
    expect(await tagsOf(other)).toEqual(['tea 1']);
    expect((await api.call('GET', '/api/tags')).status).toBe(401);
  });

  test('follow what is written, deleted and brought back', async () => {
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

  test('are listed for notes that were stored before, and by the doctor where they are missing or false', async () => {
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
