import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkIntegrity } from '../../support/integrity.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { moderationOf, type Moderation } from '../../support/moderation.ts';

let api: Api;
let place: Moderation;
let owner: Person;
let mod: Person;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  place = moderationOf(api);
  [owner, mod] = [await place.withRole('chief', 'owner'), await place.withRole('mod', 'moderator')];
  [ada, ben] = [await api.signUp('ada'), await api.signUp('ben')];
});
afterAll(() => api.stop());

/** A note by ada that ben has reported, with the open case. */
async function reported(title: string, fields: object = {}) {
  const note = await place.write(ada, { title, ...fields });
  await place.report(ben, 'note', note.uuid);
  const id = (await place.caseOf(mod, note.uuid))?.case.id ?? '';
  return { note, about: { subject: 'note', id: note.uuid, case: id } };
}
const statusFor = async (uuid: string, by?: Person) => (await place.call('GET', `/api/notes/${uuid}`, by)).status;
const listed = async (uuid: string, query = '') =>
  (await place.call('GET', `/api/notes${query}`)).body.notes?.some((note) => note.uuid === uuid);

describe('hiding a note', () => {
  test('removes it for every reader and from every list, and its author still sees it with the reason', async () => {
    const { note, about } = await reported('Pills', { tags: ['pills'] });
    expect(await listed(note.uuid, '?tag=pills')).toBe(true);
    const { status } = await place.decide(mod, { action: 'hide', ...about, reason: 'Sells pills.' });
    expect(status).toBe(201);
    for (const query of ['', '?tag=pills', '?author=ada']) expect(await listed(note.uuid, query), query).toBe(false);
    expect([await statusFor(note.uuid), await statusFor(note.uuid, ben)]).toEqual([404, 404]);
    const own = await place.call('GET', `/api/notes/${note.uuid}`, ada);
    expect(own.body.note?.hidden).toMatchObject({ kind: 'hidden', reason: 'Sells pills.' });
    expect(await place.caseOf(mod, note.uuid)).toBeUndefined();
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });

  test('tells its author what happened, why and where to appeal', async () => {
    const { about } = await reported('Told');
    const { entry } = await place.decide(mod, { action: 'hide', ...about, reason: 'Sells pills.' });
    const inbox = await place.inboxOf(ada);
    expect(inbox).toMatch(/Your note “Told” was hidden.+Sells pills\./);
    expect(inbox).toContain(`/appeal?about=${entry.id}`);
    expect(await place.inboxOf(ben)).not.toContain('Told');
  });

  test('survives edits by its author, even one already in progress', async () => {
    const { note, about } = await reported('Edited');
    await place.decide(mod, { action: 'hide', ...about });
    const edit = (rev: number) => place.call('PATCH', `/api/notes/${note.uuid}`, ada, { rev, title: 'Clean' });
    expect((await edit(1)).status).toBe(409);
    expect((await edit(2)).body.note?.hidden?.kind).toBe('hidden');
    expect(await statusFor(note.uuid)).toBe(404);
  });

  test('can be revoked, which restores the note', async () => {
    const { note, about } = await reported('Back', { tags: ['back'] });
    const { entry } = await place.decide(mod, { action: 'hide', ...about });
    expect((await place.decide(mod, { action: 'undo', entry: entry.id })).status).toBe(201);
    expect(await statusFor(note.uuid)).toBe(200);
    expect(await listed(note.uuid, '?tag=back')).toBe(true);
    expect((await place.decide(mod, { action: 'undo', entry: entry.id })).status).toBe(409);
    expect(await place.inboxOf(ada)).toContain('Your note “Back” was restored');
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });
});

describe('removing a note', () => {
  test('answers 410 to everyone except its author', async () => {
    const { note, about } = await reported('Gone');
    await place.decide(mod, { action: 'remove', ...about });
    expect([await statusFor(note.uuid), await statusFor(note.uuid, ben)]).toEqual([410, 410]);
    expect(await statusFor(note.uuid, ada)).toBe(200);
  });

  test('can follow hiding, and then only the removal can be revoked', async () => {
    const { note, about } = await reported('Twice');
    const hide = await place.decide(mod, { action: 'hide', ...about });
    const remove = await place.decide(mod, { action: 'remove', subject: 'note', id: note.uuid });
    await place.decide(mod, { action: 'undo', entry: hide.entry.id });
    expect(await statusFor(note.uuid)).toBe(410);
    await place.decide(mod, { action: 'undo', entry: remove.entry.id });
    expect(await statusFor(note.uuid)).toBe(200);
  });
});

describe('other decisions', () => {
  test('dismissing closes the case and changes nothing else', async () => {
    const { note, about } = await reported('Harmless');
    expect((await place.decide(mod, { action: 'dismiss', ...about })).status).toBe(201);
    expect(await place.caseOf(mod, note.uuid)).toBeUndefined();
    expect(await statusFor(note.uuid)).toBe(200);
    expect(await place.inboxOf(ada)).not.toContain('Harmless');
  });

  test('a report after a decision opens a new case that shows the earlier decision', async () => {
    const { note, about } = await reported('Again');
    await place.decide(mod, { action: 'dismiss', ...about });
    await place.report(ben, 'note', note.uuid);
    const again = await place.caseOf(mod, note.uuid);
    expect(again?.case.id).not.toBe(about.case);
    expect(again?.earlier[0]?.action).toBe('dismiss');
  });

  test('locking keeps the note visible with the reason, and can be revoked', async () => {
    const { note, about } = await reported('Heated');
    const { entry } = await place.decide(mod, { action: 'lock', ...about, reason: 'Too heated.' });
    const read = async () => (await place.call('GET', `/api/notes/${note.uuid}`)).body.note;
    expect((await read())?.locked?.reason).toBe('Too heated.');
    expect(await place.inboxOf(ada)).toContain('The thread of your note “Heated” was locked');
    await place.decide(mod, { action: 'undo', entry: entry.id });
    expect(await read()).not.toHaveProperty('locked');
  });

  test('silencing has a term and a reason, and can be revoked', async () => {
    const carl = await api.signUp('carl');
    await place.report(ben, 'person', carl.user.id);
    const { entry } = await place.decide(mod, { action: 'silence', subject: 'person', id: carl.user.id, days: 7 });
    const refused = await place.call('POST', '/api/notes', carl, { title: 'Still here' });
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain(`/appeal?about=${entry.id}`);
    expect(await place.caseOf(mod, carl.user.id)).toBeUndefined();
    await place.decide(mod, { action: 'undo', entry: entry.id });
    expect((await place.call('POST', '/api/notes', carl, { title: 'Back again' })).status).toBe(201);
  });

  test('banning and hiding everything removes every trace of the person, and revoking it restores everything', async () => {
    const eve = await api.signUp('eve');
    const notes = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => place.write(eve, { title: `Eve ${title}`, tags: ['eves'] })),
    );
    const alone = await place.write(eve, { title: 'Eve alone', visibility: 'private' });
    const ban = { action: 'ban', subject: 'person', id: eve.user.id, days: null, writings: 'hide' };
    const { entry } = await place.decide(mod, ban);
    for (const { uuid } of notes) expect(await statusFor(uuid)).toBe(404);
    for (const query of ['', '?tag=eves', '?author=eve']) {
      expect(JSON.stringify((await place.call('GET', `/api/notes${query}`)).body), query).not.toMatch(/eve/i);
    }
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
    await place.decide(mod, { action: 'undo', entry: entry.id });
    for (const { uuid } of notes) expect(await statusFor(uuid)).toBe(200);
    expect(await statusFor(alone.uuid)).toBe(404);
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });

  test('a later ban that keeps the notes restores what an earlier one hid', async () => {
    const eve = await api.signUp('evi');
    const note = await place.write(eve, { title: 'Seen again' });
    const ban = { action: 'ban', subject: 'person', id: eve.user.id, days: null };
    await place.decide(mod, { ...ban, writings: 'hide' });
    expect(await statusFor(note.uuid)).toBe(404);
    expect((await place.decide(mod, { ...ban, writings: 'keep' })).status).toBe(201);
    expect(await statusFor(note.uuid)).toBe(200);
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });
});

describe('who may decide', () => {
  test('members and visitors cannot decide, and nothing is written', async () => {
    const { about } = await reported('Members');
    const before = await api.dump();
    const send = (by?: Person) =>
      place.call('POST', '/api/moderation/decisions', by, { action: 'hide', ...about, reason: 'I say so.' });
    expect([(await send(ben)).status, (await send()).status]).toEqual([403, 401]);
    expect((await place.call('POST', `/api/moderation/appeals/${about.case}`, ben, {})).status).toBe(403);
    for (const path of ['queue', 'decisions', 'domains', 'people', 'people/ada']) {
      expect((await place.call('GET', `/api/moderation/${path}`, ben)).status, path).toBe(403);
    }
    expect(await api.dump()).toEqual(before);
  });

  test('moderators cannot decide about their own notes while others are available', async () => {
    const note = await place.write(mod, { title: 'By a moderator' });
    await place.report(ben, 'note', note.uuid);
    const found = await place.caseOf(owner, note.uuid);
    const dismiss = { action: 'dismiss', subject: 'note', id: note.uuid, case: found?.case.id };
    expect((await place.decide(mod, dismiss)).status).toBe(403);
    expect((await place.decide(owner, dismiss)).status).toBe(201);
  });

  test('a moderator cannot ban other moderators, owners or themselves; an owner can ban a moderator', async () => {
    const second = await place.withRole('second', 'moderator');
    const ban = (by: Person, { user }: Person) =>
      place.decide(by, { action: 'ban', subject: 'person', id: user.id, days: null });
    for (const person of [second, owner, mod]) expect((await ban(mod, person)).status).toBe(403);
    expect((await ban(owner, owner)).status).toBe(403);
    const { status, entry } = await ban(owner, second);
    expect(status).toBe(201);
    // Nor can a moderator revoke a ban by an owner.
    const undo = { action: 'undo', entry: entry.id };
    expect((await place.decide(mod, undo)).status).toBe(403);
    expect((await place.decide(owner, undo)).status).toBe(201);
  });

  test('drafts and private notes cannot be moderated', async () => {
    const draft = await place.write(ada, { title: 'Draft', visibility: 'draft' });
    expect((await place.decide(mod, { action: 'hide', subject: 'note', id: draft.uuid })).status).toBe(404);
  });

  test.each([
    ['without a reason', { action: 'hide', reason: ' ' }],
    ['with a reason too long', { action: 'hide', reason: 'x'.repeat(501) }],
    ['that nobody knows', { action: 'praise' }],
    ['with a term of no days', { action: 'silence', subject: 'person', days: 0 }],
    ['with a term of two years', { action: 'ban', subject: 'person', days: 730 }],
    ['to hide writings for a term', { action: 'ban', subject: 'person', days: 7, writings: 'hide' }],
    ['to dismiss no case', { action: 'dismiss', case: undefined }],
  ])('a decision %s is refused', async (_, wrong) => {
    const { note } = await reported('Wrong');
    const answer = await place.decide(mod, { subject: 'note', id: note.uuid, ...wrong });
    expect(answer.status).toBe(400);
  });
});
