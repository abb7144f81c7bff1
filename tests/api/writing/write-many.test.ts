import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entry } from '../../../src/moderation/model/entry.ts';
import type { Note } from '../../../src/notes/model/note.ts';
import { readNote, replaceNote } from '../../../src/notes/server/notes.ts';
import { readUser } from '../../../src/people/server/people.ts';
import type { User } from '../../../src/people/model/user.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { changeMany, type ChangeOfMany } from '../../../src/writing/server/write-many.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { storedNotes } from '../../support/stored-notes.ts';

let api: Api;
let ada: Person;
let grace: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  grace = await api.signUp('grace');
});
afterAll(() => api.stop());

async function written(by: Person, fields: object): Promise<Note> {
  const { status, body } = await api.call('POST', '/api/notes', { cookie: by.cookie, body: { title: 'A', ...fields } });
  if (!body.note) throw new Error(`status ${status}: ${body.detail}`);
  return body.note;
}
async function userOf(person: Person): Promise<User> {
  const user = await readUser(api.store.redis, person.user.id);
  if (!user) throw new Error('nobody');
  return user;
}
const changing = async (by: Person, uuids: string[], change: ChangeOfMany) =>
  changeMany(api.store.redis, { author: await userOf(by), now: new Date(), rateScale: 1000 }, uuids, change);
const noteNow = async (uuid: string) => (await readNote(api.store.redis, uuid)) as Note;
const tagged: ChangeOfMany = (note) => (note.tags.includes('kept') ? undefined : { tags: [...note.tags, 'kept'] });

const textless = ({ body: _, ...note }: Note) => note;

test('notes in every state are changed in one call, one revision each, and unaffected notes get none', async () => {
  const notes: Note[] = [];
  for (const visibility of ['draft', 'private', 'unlisted', 'public']) {
    for (let at = 0; at < 30; at += 1) notes.push(await written(ada, { title: `${visibility} ${at}`, visibility }));
  }
  const done = await written(ada, { tags: ['kept'] });
  const uuids = [...notes.map(({ uuid }) => uuid), done.uuid, notes[0]?.uuid ?? ''];

  const changed = await changing(ada, uuids, tagged);
  expect(changed.refused).toEqual([]);
  // Their texts are not kept in memory: one call may change thousands.
  expect(changed.done.map(({ before }) => before)).toEqual(notes.map(textless));
  expect(changed.revision).toBe(Number(await api.store.redis.get('head')));
  for (const { uuid } of notes) expect(await noteNow(uuid)).toMatchObject({ rev: 2, tags: ['kept'] });
  expect(await noteNow(done.uuid)).toEqual(done);
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
});

test('missing, deleted and other people’s notes are refused with a reason, and the rest is changed', async () => {
  const [mine, gone] = [await written(ada, {}), await written(ada, {})];
  const [theirs, secret] = [await written(grace, {}), await written(grace, { visibility: 'private' })];
  await api.call('DELETE', `/api/notes/${gone.uuid}`, { cookie: ada.cookie });
  const never = '0197a3c0-7b4e-7c1a-8f00-000000000001';
  const changed = await changing(ada, [theirs.uuid, never, gone.uuid, secret.uuid, mine.uuid], tagged);
  const missing = 'This note doesn’t exist, or its author hasn’t shared it with you.';
  expect(changed.refused).toEqual([
    { uuid: theirs.uuid, reason: 'Nothing was changed: only its author can edit a note.' },
    { uuid: never, reason: missing },
    { uuid: gone.uuid, reason: 'This note was deleted.' },
    { uuid: secret.uuid, reason: missing },
  ]);
  expect(changed.done.map(({ after }) => after)).toEqual([textless(await noteNow(mine.uuid))]);
});

test('concurrent edits from another device are both kept', async () => {
  const interrupted = async (uuid: string) => {
    let elsewhere: Promise<{ ok: boolean }> | undefined;
    const changed = await changing(ada, [uuid], (note) => {
      elsewhere ??= replaceNote(api.store.redis, { ...note, rev: note.rev + 1, body: 'Written elsewhere' });
      return tagged(note);
    });
    return { changed, isBetween: (await elsewhere)?.ok };
  };
  // Both calls run at once, in no particular order.
  let { uuid } = await written(ada, { title: 'Between' });
  let { changed, isBetween } = await interrupted(uuid);
  for (let tries = 0; !isBetween && tries < 50; tries += 1) {
    ({ uuid } = await written(ada, { title: 'Between' }));
    ({ changed, isBetween } = await interrupted(uuid));
  }
  expect(changed).toMatchObject({ done: [{ before: { rev: 2 }, after: { rev: 3 } }], refused: [] });
  expect(await noteNow(uuid)).toMatchObject({ rev: 3, body: 'Written elsewhere', tags: ['kept'] });
});

test('a note that keeps changing is eventually refused, and nothing is lost', async () => {
  const overwritten = async () => {
    const { uuid } = await written(ada, { title: 'Without end' });
    const elsewhere: Promise<{ ok: boolean }>[] = [];
    const changed = await changing(ada, [uuid], (note) => {
      elsewhere.push(replaceNote(api.store.redis, { ...note, rev: note.rev + 1, body: `${note.body}.` }));
      return tagged(note);
    });
    const others = await Promise.all(elsewhere);
    return { uuid, changed, others };
  };
  let attempt = await overwritten();
  for (let tries = 0; attempt.others.some(({ ok }) => !ok) && tries < 50; tries += 1) attempt = await overwritten();
  const { uuid, changed, others } = attempt;
  expect(changed.refused).toMatchObject([{ uuid, reason: expect.stringContaining('try again') as string }]);
  expect(await noteNow(uuid)).toMatchObject({ body: '.'.repeat(others.length), tags: [] });
});

test('notes by a new member that look like spam are held for review when many are published at once', async () => {
  const links = Array.from({ length: 14 }, (_, at) => `https://example.org/${at}`).join(' ');
  const body = (at: number) => (at === 1 ? links : `Words of ${at}.`);
  const notes: Note[] = [];
  for (const at of [0, 1, 2])
    notes.push(await written(grace, { title: `N ${at}`, body: body(at), visibility: 'private' }));
  const uuids = notes.map(({ uuid }) => uuid);
  const changed = await changing(grace, uuids, () => ({ visibility: 'public' }));
  expect(changed.refused).toEqual([]);
  expect(changed.done.map(({ after }) => after.hidden?.kind)).toEqual([undefined, 'held', undefined]);
  expect(await api.store.redis.zscore('mod:queue:held', `note:${uuids[1]}`)).not.toBeNull();
  // Tag changes to notes that others can already read are not held.
  const again = await changing(grace, uuids, tagged);
  expect(again.done.map(({ after }) => after.hidden?.kind)).toEqual([undefined, 'held', undefined]);
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
});

test('a link to a banned domain is refused as for a single note', async () => {
  const [bad, good] = [await written(grace, { body: 'See https://bad.example/x' }), await written(grace, {})];
  const by = { by: ada.user.id, byRole: 'moderator', reason: 'Spam.', at: new Date().toISOString() } as const;
  const ban: Entry = {
    id: uuidv7(),
    action: 'ban-domain',
    subject: null,
    personId: null,
    ...by,
    domain: 'bad.example',
  };
  await api.store.redis.hset(keys.bannedDomains, { 'bad.example': JSON.stringify(ban) });
  const changed = await changing(grace, [bad.uuid, good.uuid], tagged);
  expect(changed.refused).toMatchObject([{ uuid: bad.uuid, reason: expect.stringContaining('bad.example') as string }]);
  expect(changed.done).toHaveLength(1);
  await api.store.redis.hdel(keys.bannedDomains, 'bad.example');
});

test('a thousand notes are changed in one call', async () => {
  const { write } = storedNotes(api.store.redis);
  const uuids = await Promise.all(
    Array.from({ length: 1000 }, (_, at) => write({ title: `Kept ${at}`, body: 'Words. '.repeat(50) }, ada.user.id)),
  );
  const changed = await changing(ada, uuids, tagged);
  expect(changed.done.map(({ after }) => [after.uuid, after.tags])).toEqual(uuids.map((uuid) => [uuid, ['kept']]));
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
});
