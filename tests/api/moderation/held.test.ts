import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUser } from '../../../src/people/server/store/users.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { moderationOf, type Moderation } from '../../support/moderation.ts';
import { discussionApi } from '../../support/browser/discussion-api.ts';

let api: Api;
let place: Moderation;
let mod: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  place = moderationOf(api);
  [mod, ben] = [await place.withRole('mod', 'moderator'), await api.signUp('ben')];
});
afterAll(() => api.stop());

const spam = { title: 'Links', body: 'https://a.example https://b.example', tags: ['links'] };
let count = 0;
async function held() {
  const author = await api.signUp(`new${(count += 1)}`);
  const note = await place.write(author, { ...spam, title: `Links ${count}` });
  return { author, note, about: { subject: 'note', id: note.uuid } };
}
const read = (uuid: string, by?: Person) => place.call('GET', `/api/notes/${uuid}`, by);

describe('a note that looks like spam', () => {
  test('is visible only to its author, with the reason', async () => {
    const { author, note } = await held();
    expect(note.hidden).toMatchObject({ kind: 'held', reason: expect.stringContaining('nothing but links') });
    expect((await read(note.uuid, author)).body.note?.hidden?.kind).toBe('held');
    expect([(await read(note.uuid)).status, (await read(note.uuid, ben)).status]).toEqual([404, 404]);
    const stored = await api.dump();
    for (const name of ['notes:public', 'notes:tag:links', `notes:author:${author.user.id}:public`, 'changes']) {
      expect(JSON.stringify(stored.get(name) ?? ''), name).not.toContain(note.uuid);
    }
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });

  test('is in the moderation queue with the reasons of the rules', async () => {
    const { note } = await held();
    const found = await place.caseOf(mod, note.uuid, 'held');
    expect(found).toMatchObject({ case: { kind: 'held', reason: note.hidden?.reason }, reports: [] });
  });

  test('is published by a moderator with the current date, and its author is notified', async () => {
    const { author, note, about } = await held();
    expect((await place.decide(mod, { action: 'release', ...about, rev: 1 })).status).toBe(201);
    const shown = (await read(note.uuid)).body.note;
    expect(shown?.hidden).toBeUndefined();
    expect(Date.parse(shown?.publishedAt ?? '')).toBeGreaterThan(Date.parse(note.publishedAt ?? ''));
    expect(await place.inboxOf(author)).toContain('was published');
    expect(await place.caseOf(mod, note.uuid, 'held')).toBeUndefined();
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });

  test('is not held again when its tags change after a moderator published it, but when its text does', async () => {
    const { author, note, about } = await held();
    await place.decide(mod, { action: 'release', ...about, rev: 1 });
    const change = (patch: object) => place.call('PATCH', `/api/notes/${note.uuid}`, author, patch);
    const { rev } = (await read(note.uuid)).body.note ?? {};
    const tagged = await change({ rev, tags: ['kept'] });
    expect([tagged.status, tagged.body.note?.hidden]).toEqual([200, undefined]);
    const reworded = await change({ rev: tagged.body.note?.rev, body: `${spam.body} https://c.example` });
    expect(reworded.body.note?.hidden?.kind).toBe('held');
  });

  test('that changed since the moderator read it is not published unread', async () => {
    const { author, note, about } = await held();
    await place.call('PATCH', `/api/notes/${note.uuid}`, author, { rev: 1, body: 'https://worse.example' });
    const late = await place.decide(mod, { action: 'release', ...about, rev: 1 });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('Read it again')]);
    expect((await place.decide(mod, { action: 'release', ...about, rev: 2 })).status).toBe(201);
  });

  test('can be refused by a moderator with a reason, and its author can appeal', async () => {
    const { author, note, about } = await held();
    const { entry } = await place.decide(mod, { action: 'refuse', ...about, reason: 'Link farm.' });
    expect((await read(note.uuid, author)).body.note?.hidden).toMatchObject({ kind: 'refused', reason: 'Link farm.' });
    await place.appeal(author, entry.id);
    const other = await place.withRole(`other${count}`, 'moderator');
    await place.decideAppeal(other, entry.id, true);
    expect((await read(note.uuid)).status).toBe(200);
  });

  test('cannot be hidden, dismissed or decided twice', async () => {
    const { note, about } = await held();
    const open = (await place.caseOf(mod, note.uuid, 'held'))?.case.id;
    expect((await place.decide(mod, { action: 'hide', ...about })).status).toBe(409);
    expect((await place.decide(mod, { action: 'dismiss', ...about, case: open })).status).toBe(409);
    const answers = await Promise.all([
      place.decide(mod, { action: 'release', ...about, rev: 1, case: open }),
      place.decide(mod, { action: 'refuse', ...about, case: open }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('is held when editing or publishing makes it look like spam, and a draft never is', async () => {
    const author = await api.signUp('later');
    const draft = await place.write(author, { ...spam, visibility: 'draft' });
    expect(draft.hidden).toBeUndefined();
    const at = `/api/notes/${draft.uuid}`;
    const published = await place.call('PATCH', at, author, { rev: 1, visibility: 'public' });
    expect(published.body.note?.hidden?.kind).toBe('held');
    const fine = await place.write(author, { title: 'Fine', body: 'A calm text.' });
    const edited = await place.call('PATCH', `/api/notes/${fine.uuid}`, author, { rev: 1, body: spam.body });
    expect(edited.body.note?.hidden?.kind).toBe('held');
    expect((await read(fine.uuid)).status).toBe(404);
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });

  test('is published at once by an established member', async () => {
    const author = await api.signUp('settled');
    for (let at = 0; at < 5; at += 1) await place.write(author, { title: `Note ${at}` });
    const user = await readUser(api.store.redis, author.user.id);
    const longAgo = { ...user, createdAt: '2020-01-01T00:00:00.000Z' };
    await api.store.redis.set(keys.user(author.user.id), JSON.stringify(longAgo));
    expect((await place.write(author, spam)).hidden).toBeUndefined();
  });
});

describe('a banned domain', () => {
  test('is refused wherever it is linked, with the reason, and only while it is banned', async () => {
    const ban = { action: 'ban-domain', domain: 'https://www.Spam.example/x', reason: 'Sells pills.' };
    const { entry } = await place.decide(mod, ban);
    expect((await place.decide(mod, ban)).status).toBe(409);
    const note = await place.write(ben, { title: 'Innocent' });
    const before = await api.dump();
    const answers = [
      await place.call('POST', '/api/notes', ben, { title: 'A', url: 'https://spam.example/a' }),
      await place.call('POST', '/api/notes', mod, { title: 'A', body: 'See [here](https://deep.spam.example/b).' }),
      await place.call('PATCH', `/api/notes/${note.uuid}`, ben, { rev: 1, body: 'http://SPAM.example' }),
      await discussionApi(() => api).say(ben, note.uuid, 'Look at https://spam.example/c'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    for (const { body } of answers) expect(body.detail).toMatch(/spam\.example aren’t accepted here.+Sells pills\./);
    expect(await api.dump()).toEqual(before);
    expect((await place.call('GET', '/api/moderation/domains', mod)).body.domains?.[0]?.domain).toBe('spam.example');
    expect((await place.write(ben, { title: 'Other', url: 'https://notspam.example' })).hidden).toBeUndefined();
    expect((await place.write(ben, { title: 'Mine', url: 'https://spam.example', visibility: 'private' })).rev).toBe(1);

    await place.decide(mod, { action: 'undo', entry: entry.id });
    expect((await place.write(ben, { title: 'Again', body: 'It is https://spam.example now.' })).rev).toBe(1);
  });
});
