import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { migrate } from '../../../src/maintenance/schema/schema.ts';
import { migrations } from '../../../src/maintenance/schema/migrations.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { storedNotes } from '../../support/stored-notes.ts';

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

type Changed = { changed: number; refused: { uuid: string; reason: string }[]; undo: object[]; next: string | null };
const post = async (path: string, body: object, by = ada) => {
  const answer = await api.call('POST', path, { cookie: by.cookie, body });
  return { ...answer, body: answer.body as unknown as Changed & { errors?: unknown } };
};
const rename = (from: string, to: string | null, more: object = {}) => post('/api/tags/rename', { from, to, ...more });
async function noteOf(uuid: string) {
  const { body } = await api.call('GET', `/api/notes/${uuid}`, { cookie: ada.cookie });
  return body.note;
}
const tagsOn = async (uuid: string) => (await noteOf(uuid))?.tags;
async function typed(id: string, tags: string[], rev?: number) {
  const fields = { title: 'T', url: '', body: '', tags, tagText: '', visibility: 'private' };
  const body = { version: 0, fields, ...(rev && { rev }) };
  expect((await api.call('PUT', `/api/drafts/${id}`, { cookie: ada.cookie, body })).status).toBe(200);
}
async function draftOf(id: string) {
  const { body } = await api.call('GET', `/api/drafts/${id}`, { cookie: ada.cookie });
  return (body as unknown as { draft: { rev?: number; fields: { tags: string[] } } }).draft;
}

describe('renaming a tag', () => {
  test('reaches one’s notes in every state and nobody else’s, as a revision that publishes once', async () => {
    const other = await api.signUp('other2');
    const theirs = await written(['web'], {}, other);
    const uuids: string[] = [];
    for (const visibility of ['draft', 'private', 'unlisted', 'public'])
      uuids.push(await written(['tea', 'web', 'milk'], { visibility }));
    const plain = await written(['webs']);
    const head = Number(await api.store.redis.get(keys.head));
    const { status, body } = await rename('Web', 'site');
    expect({ status, body }).toMatchObject({ status: 200, body: { changed: 4, refused: [], next: null } });
    for (const uuid of uuids) expect(await noteOf(uuid)).toMatchObject({ rev: 2, tags: ['tea', 'site', 'milk'] });
    expect([
      await tagsOn(plain),
      (await api.call('GET', `/api/notes/${theirs}`, { cookie: other.cookie })).body.note?.tags,
    ]).toEqual([['webs'], ['web']]);
    expect(Number(await api.store.redis.get(keys.head))).toBe(head + 2);
    expect(await tagsOf()).toEqual(['milk 4', 'site 4', 'tea 4', 'webs 1']);

    const undone = await post('/api/tags/restore', { undo: body.undo });
    expect(undone.body).toMatchObject({ changed: 4, refused: [] });
    for (const uuid of uuids) expect(await noteOf(uuid)).toMatchObject({ rev: 3, tags: ['tea', 'web', 'milk'] });
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });

  test('into one that is there makes one of both, and its undo leaves that to those that had it', async () => {
    const [both, first, second] = [
      await written(['a', 'web', 'site']),
      await written(['web', 'b']),
      await written(['site']),
    ];
    const { body } = await rename('web', 'site');
    expect([await tagsOn(both), await tagsOn(first), await tagsOn(second)]).toEqual([
      ['a', 'site'],
      ['site', 'b'],
      ['site'],
    ]);
    expect(body.changed).toBe(2);
    await post('/api/tags/restore', { undo: body.undo });
    expect([await tagsOn(both), await tagsOn(first), await tagsOn(second)]).toEqual([
      ['a', 'web', 'site'],
      ['web', 'b'],
      ['site'],
    ]);
  });

  test('to nothing takes it off, and undo keeps what was done since', async () => {
    const uuid = await written(['tea', 'web', 'milk']);
    const { body } = await rename('web', null);
    expect(await tagsOn(uuid)).toEqual(['tea', 'milk']);
    await api.call('PATCH', `/api/notes/${uuid}`, {
      cookie: ada.cookie,
      body: { rev: 2, title: 'New', tags: ['milk', 'x'] },
    });
    await post('/api/tags/restore', { undo: body.undo });
    expect(await noteOf(uuid)).toMatchObject({ title: 'New', tags: ['milk', 'web', 'x'] });
  });

  test('reaches what is typed and not saved, which goes on from the new revision', async () => {
    const [note, other] = [await written(['web']), await written(['tea'])];
    await typed(note, ['web', 'typed'], 1);
    await typed(other, ['tea', 'web'], 1);
    await typed('new-draft-0001', ['web']);
    const { body } = await rename('web', 'site');
    expect(body.changed).toBe(1);
    expect(await draftOf(note)).toMatchObject({ rev: 2, fields: { tags: ['site', 'typed'] } });
    expect(await draftOf(other)).toMatchObject({ rev: 1, fields: { tags: ['tea', 'site'] } });
    expect((await draftOf('new-draft-0001')).fields.tags).toEqual(['site']);
    await post('/api/tags/restore', { undo: body.undo });
    expect(await draftOf(note)).toMatchObject({ rev: 3, fields: { tags: ['web', 'typed'] } });
    expect((await draftOf(other)).fields.tags).toEqual(['tea', 'web']);
    expect(await tagsOn(other)).toEqual(['tea']);
    expect((await draftOf('new-draft-0001')).fields.tags).toEqual(['web']);
  });

  test('while another device writes the same notes, loses neither', async () => {
    const uuids = await Promise.all(Array.from({ length: 12 }, () => written(['web', 'tea'])));
    const write = async (uuid: string, text: string): Promise<void> => {
      const rev = (await noteOf(uuid))?.rev;
      const { status } = await api.call('PATCH', `/api/notes/${uuid}`, {
        cookie: ada.cookie,
        body: { rev, body: text },
      });
      if (status === 409) await write(uuid, text);
    };
    const [{ body }] = await Promise.all([
      rename('web', 'site'),
      ...uuids.map((uuid, at) => write(uuid, `Text ${at}`)),
    ]);
    expect(body).toMatchObject({ changed: 12, refused: [] });
    for (const [at, uuid] of uuids.entries())
      expect(await noteOf(uuid)).toMatchObject({ tags: ['site', 'tea'], body: `Text ${at}` });
  });

  test('of more notes than one call looks at goes on where it ended', async () => {
    const { write } = storedNotes(api.store.redis);
    const count = 4100;
    for (let at = 0; at < count; at += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, each) =>
          write({ title: `${at} ${each}`, tags: ['web'], visibility: 'private' }, ada.user.id),
        ),
      );
    const undo: object[][] = [];
    let cursor: string | null = null;
    do {
      const { body } = await rename('web', 'site', cursor === null ? {} : { cursor });
      undo.push(body.undo);
      cursor = body.next;
    } while (cursor !== null);
    expect(await tagsOf()).toEqual([`site ${count}`]);
    expect(undo).toHaveLength(3);
    for (const each of undo) expect((await post('/api/tags/restore', { undo: each })).status).toBe(200);
    expect(await tagsOf()).toEqual([`web ${count}`]);
  });

  test.each([
    ['its own name', { from: 'web', to: '#Web' }],
    ['no tag', { from: 'web', to: '!' }],
    ['too long a tag', { from: 'web', to: 'x'.repeat(33) }],
    ['a cursor of another tag', { from: 'web', to: 'x', cursor: `tea:${'0'.repeat(36)}` }],
  ])('to %s is refused in a sentence', async (_, body) => {
    const answer = await post('/api/tags/rename', body);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringMatching(/\.$/) as string }] },
    });
  });

  test('is for tokens that write', async () => {
    const tokenFor = async (scope: string) => {
      const { body } = await api.call('POST', '/api/tokens', { cookie: ada.cookie, body: { name: scope, scope } });
      return { Authorization: `Bearer ${(body as unknown as { secret: string }).secret}` };
    };
    await written(['web']);
    const send = async (scope: string) =>
      (
        await api.call('POST', '/api/tags/rename', {
          body: { from: 'web', to: 'site' },
          headers: await tokenFor(scope),
        })
      ).status;
    expect([await send('read'), await send('write')]).toEqual([403, 200]);
    expect(await tagsOf()).toEqual(['site 1']);
  });
});
