import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { storedNotes } from '../../support/stored-notes.ts';
import {
  ada,
  api,
  noteOf,
  post,
  rename,
  someoneNew,
  startTagging,
  tagsOf,
  tagsOn,
  written,
} from '../../support/tagging.ts';

beforeAll(startTagging);
afterAll(() => api.stop());
beforeEach(someoneNew);

describe('renaming a tag', () => {
  test('changes a person’s notes in every state and nobody else’s, each as one revision, and publishes only public ones', async () => {
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

  test('to an existing tag merges the two, and undo restores the old tag only where it was', async () => {
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

  test('to nothing removes it, and undo keeps later changes', async () => {
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

  test('merges with edits of the revision before it, while any other concurrent change is a conflict', async () => {
    const uuid = await written(['web', 'tea', 'old']);
    await rename('web', 'site');
    const save = (body: object) => api.call('PATCH', `/api/notes/${uuid}`, { cookie: ada.cookie, body });
    const { status } = await save({ rev: 1, body: 'Typed meanwhile.', tags: ['web', 'tea', 'mine'], noModel: false });
    expect(status).toBe(200);
    expect(await noteOf(uuid)).toMatchObject({ rev: 3, body: 'Typed meanwhile.', tags: ['site', 'tea', 'mine'] });
    expect((await save({ rev: 2, title: 'Another' })).status).toBe(409);
    expect((await save({ rev: 1, title: 'Another' })).status).toBe(409);
    await rename('tea', null);
    expect((await save({ rev: 3, title: 'Another', noModel: true })).status).toBe(409);
    expect((await save({ rev: 3, title: 'Another' })).status).toBe(200);
    expect(await noteOf(uuid)).toMatchObject({ rev: 5, title: 'Another', tags: ['site', 'mine'] });
    expect((await save({ rev: 9, title: 'Later' })).status).toBe(409);
  });

  test('updates the searches of smart collections, which find the same notes as before', async () => {
    await written(['web']);
    const search = 'how tag:web/css -tag:"#Web" "tag:web" tag:webs site:web.example';
    const made = await api.call('POST', '/api/collections', { cookie: ada.cookie, body: { name: 'Web', search } });
    expect(made.status).toBe(201);
    const searchNow = async () => {
      const { body } = await api.call('GET', '/api/collections', { cookie: ada.cookie });
      return (body as unknown as { collections: { search: string }[] }).collections[0]?.search;
    };
    const { body } = await rename('web', 'site');
    expect(await searchNow()).toBe('how tag:site/css -tag:site "tag:web" tag:webs site:web.example');
    await post('/api/tags/restore', { undo: body.undo });
    expect(await searchNow()).toBe(search);
    await rename('web', null);
    expect(await searchNow()).toBe(search);
  });

  test('renames nested tags too, and refuses results that are too long', async () => {
    const long = `web/${'x'.repeat(28)}`;
    const [one, two, other] = [await written(['web/css', 'web']), await written([long]), await written(['web-css'])];
    const { body } = await rename('web', 'site');
    expect(body).toMatchObject({
      changed: 1,
      refused: [{ uuid: two, reason: expect.stringContaining('32') as string }],
    });
    expect([await tagsOn(one), await tagsOn(two), await tagsOn(other)]).toEqual([
      ['site/css', 'site'],
      [long],
      ['web-css'],
    ]);
    await post('/api/tags/restore', { undo: body.undo });
    expect(await tagsOn(one)).toEqual(['web/css', 'web']);
    await rename('web', null);
    expect([await tagsOn(one), await tagsOn(two), await tagsOn(other)]).toEqual([[], [], ['web-css']]);
  });

  test('keeps edits that another device saves at the same time', async () => {
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

  test('continues from a cursor when there are more notes than one call processes', async () => {
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
    ['a place below itself', { from: 'web', to: 'web/css' }],
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

  test('requires a token that may write', async () => {
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
