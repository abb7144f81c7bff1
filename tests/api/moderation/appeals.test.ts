import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { moderationOf, type Moderation } from '../../support/moderation.ts';

let api: Api;
let place: Moderation;
let mod: Person;
let other: Person;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  place = moderationOf(api);
  [mod, other] = [await place.withRole('mod', 'moderator'), await place.withRole('other', 'moderator')];
  ada = await api.signUp('ada');
});
afterAll(() => api.stop());

async function hidden(title: string) {
  const note = await place.write(ada, { title });
  const { entry } = await place.decide(mod, { action: 'hide', subject: 'note', id: note.uuid, reason: 'Sells pills.' });
  return { note, about: entry.id };
}
const view = (by: Person | undefined, about: string) => place.call('GET', `/api/appeals?about=${about}`, by);
const signIn = (handle: string) =>
  api.call('POST', '/api/auth/signin', {
    body: { email: `${handle}@example.org`, password: 'a long enough passphrase' },
  });

describe('an appeal', () => {
  test('shows the person the decision without the moderator, and is visible to nobody else', async () => {
    const { about } = await hidden('Mine alone');
    const own = await view(ada, about);
    expect(own.body).toMatchObject({
      entry: { action: 'hide', reason: 'Sells pills.', by: 'moderator' },
      appeal: null,
    });
    expect(JSON.stringify(own.body)).not.toContain(mod.user.id);
    expect([(await view(other, about)).status, (await view(undefined, about)).status]).toEqual([404, 401]);
  });

  test('arrives in the queue with the decision and its subject', async () => {
    const { note, about } = await hidden('Queued');
    expect((await place.appeal(ada, about)).status).toBe(201);
    const { appeals } = await place.queue(other, 'appeal');
    const found = appeals.find(({ appeal }) => appeal.about === about);
    expect(found).toMatchObject({
      appeal: { text: 'It is no spam.', decided: null },
      entry: { action: 'hide' },
      note: { uuid: note.uuid },
      person: { handle: 'ada' },
      mine: false,
    });
    expect((await place.queue(mod, 'appeal')).appeals.find(({ appeal }) => appeal.about === about)?.mine).toBe(true);
  });

  test('can be made once per decision, however often it is sent', async () => {
    const { about } = await hidden('Once');
    const answers = await Promise.all(Array.from({ length: 4 }, () => place.appeal(ada, about)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('can only be made by the person concerned, with a text, against a decision in force', async () => {
    const { about } = await hidden('Theirs');
    expect((await place.appeal(other, about)).status).toBe(404);
    expect((await place.appeal(ada, about, { text: ' ' })).status).toBe(400);
    await place.decide(other, { action: 'undo', entry: about });
    const late = await place.appeal(ada, about);
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('already been taken back')]);
  });
});

describe('deciding an appeal', () => {
  test('is left to another moderator', async () => {
    const { about } = await hidden('Another');
    await place.appeal(ada, about);
    expect((await place.decideAppeal(mod, about, true)).status).toBe(403);
    expect((await place.decideAppeal(other, about, true)).status).toBe(201);
  });

  test('by granting it restores the note, notifies its author and closes the appeal', async () => {
    const { note, about } = await hidden('Granted');
    await place.appeal(ada, about);
    await place.decideAppeal(other, about, true);
    expect((await place.call('GET', `/api/notes/${note.uuid}`)).status).toBe(200);
    expect(await place.inboxOf(ada)).toContain('Your note “Granted” was restored');
    expect((await view(ada, about)).body.appeal?.decided).toMatchObject({ granted: true, reason: 'Read again.' });
    expect((await place.queue(other, 'appeal')).appeals.some(({ appeal }) => appeal.about === about)).toBe(false);
  });

  test('by upholding the decision changes nothing, tells the author why and is final', async () => {
    const { note, about } = await hidden('Upheld');
    await place.appeal(ada, about);
    await place.decideAppeal(other, about, false);
    expect((await place.call('GET', `/api/notes/${note.uuid}`)).status).toBe(404);
    expect(await place.inboxOf(ada)).toContain('Your appeal was read and declined');
    expect((await place.appeal(ada, about)).status).toBe(409);
  });

  test('by several moderators at once happens once', async () => {
    const third = await place.withRole('third', 'owner');
    const { about } = await hidden('Raced');
    await place.appeal(ada, about);
    const answers = await Promise.all([
      place.decideAppeal(other, about, true),
      place.decideAppeal(third, about, false),
      place.decideAppeal(other, about, false),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('a banned person', () => {
  test('appeals with the token from the refused sign-in, and can sign in again once it is granted', async () => {
    const carl = await api.signUp('carl');
    const { entry } = await place.decide(mod, { action: 'ban', subject: 'person', id: carl.user.id, days: null });
    const refused = (await signIn('carl')).body as { appeal?: string };
    const [path, token] = (refused.appeal ?? '').split('#');
    expect(path).toBe(`/appeal?about=${entry.id}`);
    const shown = await api.call('GET', `/api/appeals?about=${entry.id}`, { headers: { 'Appeal-Token': token ?? '' } });
    expect(shown.status).toBe(200);
    const sent = await api.call('POST', '/api/appeals', { body: { about: entry.id, text: 'It was not me.', token } });
    expect(sent.status).toBe(201);
    await place.decideAppeal(other, entry.id, true);
    expect((await signIn('carl')).status).toBe(200);
  });

  test('gets no session and no other person’s appeal with that token, and none with another', async () => {
    const dora = await api.signUp('dora');
    const { entry } = await place.decide(mod, { action: 'ban', subject: 'person', id: dora.user.id, days: null });
    const token = ((await signIn('dora')).body as { appeal?: string }).appeal?.split('#')[1] ?? '';
    const { about } = await hidden('Not dora’s');
    const cookie = `__Host-session=${token}`;
    expect((await api.call('GET', '/api/_auth/session', { cookie })).body).toEqual({});
    expect((await api.call('POST', '/api/appeals', { body: { about, text: 'Mine?', token } })).status).toBe(404);
    const forged = ada.cookie.split('=')[1] ?? '';
    expect(
      (await api.call('POST', '/api/appeals', { body: { about: entry.id, text: 'x', token: forged } })).status,
    ).toBe(401);
  });
});
