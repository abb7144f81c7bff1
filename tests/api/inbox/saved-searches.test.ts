import { describe, expect, test } from 'vitest';
import { groupSummary } from '../../../src/inbox/model/inbox-groups.ts';
import type { InboxPage } from '../../../src/inbox/model/notification.ts';
import type { SavedSearch } from '../../../src/search/model/saved.ts';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { ann, api, ask, ben, write } from '../../support/ann-and-ben.ts';
import type { Person } from '../../support/api.ts';

const save = (query: string, by: Person | undefined = ben) =>
  ask<{ search: SavedSearch }>(by, 'POST', '/api/searches', { query });
const saved = async (by = ben) => (await ask<{ searches: SavedSearch[] }>(by, 'GET', '/api/searches')).body.searches;
const told = async (by = ben) =>
  (await ask<InboxPage>(by, 'GET', '/api/inbox?filter=searches')).body.groups.map(
    (group) => `${groupSummary(group)}: ${group.title}`,
  );
const faults = async () => (await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`);

describe('a saved search', () => {
  test('is listed once, and can be deleted', async () => {
    expect((await save('  slow   reading tag:web ')).body.search.query).toBe('slow reading tag:web');
    const again = await save('slow reading tag:web');
    expect(again.status).toBe(201);
    await save('@ann');
    expect((await saved()).map(({ query }) => query).sort()).toEqual(['@ann', 'slow reading tag:web']);
    expect(await saved(ann)).toEqual([]);
    expect(await faults()).toEqual([]);
    await ask(ann, 'DELETE', `/api/searches/${again.body.search.id}`);
    expect(await saved()).toHaveLength(2);
    for (const { id } of await saved()) expect((await ask(ben, 'DELETE', `/api/searches/${id}`)).status).toBe(204);
    expect(await saved()).toEqual([]);
    expect([...(await api.dump()).keys()].filter((name) => name.startsWith('searches:'))).toEqual([]);
  });

  test('notifies of matching new notes, grouped together, and of no others', async () => {
    await save('sundial');
    await write(ann, { title: 'Sundials of the south', body: 'Shadows.' });
    await write(ann, { title: 'Water clocks', body: 'Drops.' });
    expect(await told()).toEqual(['A new note matches “sundial”: Sundials of the south']);
    await write(ann, { title: 'How to read time', body: 'By a sundial.' });
    expect(await told()).toEqual(['2 new notes match “sundial”: How to read time']);
    expect(await told(ann)).toEqual([]);
  });

  test('never notifies of one’s own notes, or of private and muted ones', async () => {
    await save('sundial');
    await write(ben, { title: 'My sundial' });
    await write(ann, { title: 'A private sundial', visibility: 'private' });
    await write(ann, { title: 'An unlisted sundial', visibility: 'unlisted' });
    await ask(ben, 'PUT', '/api/mutes/tag/clocks');
    await write(ann, { title: 'A muted sundial', tags: ['clocks'] });
    expect(await told()).toEqual([]);
    const uuid = await write(ann, { title: 'A sundial for all' });
    expect(await told()).toEqual(['A new note matches “sundial”: A sundial for all']);
    await ask(ann, 'DELETE', `/api/notes/${uuid}`);
    expect(await told()).toEqual([]);
  });

  test('notifies once, when a draft becomes public', async () => {
    await save('tag:sundials');
    const uuid = await write(ann, { title: 'Later', tags: ['sundials'], visibility: 'draft' });
    expect(await told()).toEqual([]);
    await ask(ann, 'PATCH', `/api/notes/${uuid}`, { rev: 1, visibility: 'public' });
    await api.settled();
    await ask(ann, 'PATCH', `/api/notes/${uuid}`, { rev: 2, title: 'Later on' });
    await api.settled();
    expect(await told()).toEqual(['A new note matches “tag:sundials”: Later on']);
  });

  test('is a separate kind of notification that can be turned off', async () => {
    await save('sundial');
    await ask(ben, 'PATCH', '/api/inbox/settings', { search: 'off' });
    await write(ann, { title: 'A sundial' });
    expect(await told()).toEqual([]);
  });

  test('that fails does not stop other people’s notifications', async () => {
    const cyd = await api.signUp('cyd');
    await ask(ben, 'PUT', '/api/follows/person/ann');
    await api.store.redis.set('searches:by:w:sund', 'no set');
    await write(ann, { title: 'A sundial', body: 'For @cyd.' });
    const kindsOf = async (who: Person) =>
      (await ask<InboxPage>(who, 'GET', '/api/inbox')).body.groups.map(({ kind }) => kind);
    expect([await kindsOf(ben), await kindsOf(cyd)]).toEqual([['person'], ['mention']]);
  });

  test('gives way to a more specific reason for followers of the author', async () => {
    await save('sundial');
    await ask(ben, 'PUT', '/api/follows/person/ann');
    await write(ann, { title: 'A sundial' });
    expect(await told()).toEqual([]);
    const { groups } = (await ask<InboxPage>(ben, 'GET', '/api/inbox')).body;
    expect(groups.map(({ kind }) => kind)).toEqual(['person']);
  });

  test('is refused if it can never notify, is too long, or nobody is signed in', async () => {
    const vague = await save('date:2026');
    expect([vague.status, vague.detail]).toEqual([400, expect.stringContaining('Add a word')]);
    expect((await save('x'.repeat(1001))).status).toBe(400);
    expect((await save(' ')).status).toBe(400);
    const nobody = await ask(undefined, 'POST', '/api/searches', { query: 'sundial' });
    expect(nobody.status).toBe(401);
    expect(await saved()).toEqual([]);
  });

  test('is limited to twenty per person', async () => {
    for (let index = 0; index < 20; index += 1) expect((await save(`sundial ${index}`)).status).toBe(201);
    const over = await save('one more');
    expect([over.status, over.detail]).toEqual([409, expect.stringContaining('20')]);
    expect((await save('sundial 3')).status).toBe(201);
    expect(await saved()).toHaveLength(20);
  });

  test('is in the account download, and is deleted with the account', async () => {
    await save('sundial');
    const data = (await ask<{ searches: SavedSearch[] }>(ben, 'GET', '/api/account/data')).body;
    expect(data.searches).toMatchObject([{ query: 'sundial' }]);
    const current = 'a long enough passphrase';
    await ask(ben, 'POST', '/api/account/deletion', { current, writings: 'remove' });
    await api.settled();
    expect([...(await api.dump()).keys()].filter((name) => name.startsWith('searches:'))).toEqual([]);
  });

  test('missing from the index is found and repaired by the doctor', async () => {
    await save('sundial');
    await api.store.redis.del('searches:by:w:sund');
    await api.store.redis.sadd('searches:by:w:stra', 'stray');
    await api.store.redis.hset('searches:of:u_nobody', { x: '{}' });
    expect(await faults()).toHaveLength(3);
    expect((await repair(api.store.redis)).left).toEqual([]);
    await write(ann, { title: 'A sundial' });
    expect(await told()).toHaveLength(1);
  });
});
