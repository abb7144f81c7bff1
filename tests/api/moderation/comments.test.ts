import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api, Person } from '../../support/api.ts';
import { startPlace, type Moderation } from '../../support/moderation.ts';
import { discussionApi } from '../../support/browser/discussion-api.ts';

let api: Api;
let place: Moderation;
let mod: Person;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  ({ api, place, mod, ada, ben } = await startPlace());
});
afterAll(() => api.stop());

const talk = discussionApi(() => api);
/** A note by ada with a comment by ben that ada has reported and answered. */
async function reported(title: string) {
  const note = await place.write(ada, { title });
  const said = await talk.said(ben, note.uuid, `Rude words about ${title}`);
  await talk.said(ada, note.uuid, 'An answer', said.id);
  await place.report(ada, 'comment', said.id, { reason: 'abuse' });
  const found = await place.caseOf(mod, said.id);
  return { note, said, found, about: { subject: 'comment', id: said.id, case: found?.case.id } };
}

describe('a reported comment', () => {
  test('is in the queue with its text, note and author', async () => {
    const { found } = await reported('Context');
    expect(found).toMatchObject({
      comment: { body: 'Rude words about Context' },
      note: { title: 'Context' },
      person: { handle: 'ben' },
      reports: [{ handle: 'ada', reason: 'abuse' }],
    });
  });

  test('is replaced by the reason when hidden, in the thread, at its own address and in every inbox', async () => {
    const { note, said, about } = await reported('Hiding');
    await api.settled();
    expect(await place.inboxOf(ada)).toContain('Rude words about Hiding');
    expect((await place.decide(mod, { action: 'hide', ...about, reason: 'Rude.' })).status).toBe(201);
    expect(await talk.inOrder(note.uuid)).toEqual(['0 (hidden)', '1 An answer']);
    expect((await talk.thread(note.uuid)).body.comments?.[0]).toMatchObject({
      reason: 'Rude.',
      author: null,
      html: '',
    });
    expect((await place.call('GET', `/api/comments/${said.id}`)).status).not.toBe(200);
    expect(await place.inboxOf(ada)).not.toContain('Rude words about Hiding');
    expect(await place.inboxOf(ben)).toMatch(/Your comment on “Hiding” was hidden.+Rude\./);
  });

  test('is restored when an appeal is granted', async () => {
    const { note, about } = await reported('Back');
    const { entry } = await place.decide(mod, { action: 'remove', ...about });
    await place.appeal(ben, entry.id);
    const other = await place.withRole('other', 'moderator');
    await place.decideAppeal(other, entry.id, true);
    expect(await talk.inOrder(note.uuid)).toEqual(['0 Rude words about Back', '1 An answer']);
    expect(await place.inboxOf(ben)).toContain('Your comment on “Back” was restored');
  });

  test('is hidden once by simultaneous decisions, and stays deleted when its author deletes it', async () => {
    const { said, about } = await reported('Race');
    const second = await place.withRole('second', 'moderator');
    const answers = await Promise.all([mod, second].map((by) => place.decide(by, { action: 'hide', ...about })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    await talk.remove(ben, said.id);
    const hide = answers.find(({ status }) => status === 201);
    expect((await place.decide(second, { action: 'undo', entry: hide?.entry.id })).status).toBe(201);
    expect((await place.call('GET', `/api/comments/${said.id}`)).status).not.toBe(200);
  });

  test.each(['hide', 'remove', 'dismiss'])(
    'that its author deleted stays deleted after a moderator’s %s, answered or not',
    async (action) => {
      const { note, said, about } = await reported(`Gone, ${action}`);
      const leaf = await talk.said(ben, note.uuid, 'Rude and unanswered');
      await place.report(ada, 'comment', leaf.id);
      const ofLeaf = { subject: 'comment', id: leaf.id, case: (await place.caseOf(mod, leaf.id))?.case.id };
      for (const one of [about, ofLeaf]) {
        await talk.remove(ben, one.id);
        expect((await place.decide(mod, { action, ...one })).status).toBe(action === 'dismiss' ? 201 : 410);
        expect((await talk.restore(ben, one.id)).status).toBe(404);
      }
      expect(await talk.inOrder(note.uuid)).toEqual(['0 (deleted)', '1 An answer']);
      // A comment that nobody decided on is restored.
      const other = await talk.said(ben, note.uuid, 'Kind words');
      await talk.remove(ben, other.id);
      expect((await talk.restore(ben, other.id)).status).toBe(200);
      expect((await place.call('GET', `/api/comments/${said.id}`)).status).toBe(404);
    },
  );

  test('cannot be reported by its author, or once it is not visible', async () => {
    const { said, about } = await reported('Unseen');
    expect((await place.report(ben, 'comment', said.id)).status).toBe(403);
    await place.decide(mod, { action: 'hide', ...about });
    expect((await place.report(ada, 'comment', said.id)).status).toBe(404);
  });
});

describe('threads', () => {
  test('that are locked accept no more comments, and say why', async () => {
    const note = await place.write(ada, { title: 'Heated' });
    const said = await talk.said(ben, note.uuid, 'A moment ago');
    const { entry } = await place.decide(mod, {
      action: 'lock',
      subject: 'note',
      id: note.uuid,
      reason: 'Too heated.',
    });
    const refused = await talk.say(ben, note.uuid, 'One more thing');
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain('Too heated.');
    const edited = await talk.edit(ben, said.id, { body: 'What I meant all along' });
    expect([edited.status, edited.body.detail]).toEqual([403, expect.stringContaining('Too heated.')]);
    expect(await talk.inOrder(note.uuid)).toEqual(['0 A moment ago']);
    await place.decide(mod, { action: 'undo', entry: entry.id });
    expect((await talk.edit(ben, said.id, { body: 'What I meant all along' })).status).toBe(200);
    expect((await talk.say(ben, note.uuid, 'One more thing')).status).toBe(201);
  });

  test('restore no deleted comment once they are locked, or below one that was hidden meanwhile', async () => {
    const note = await place.write(ada, { title: 'Closed meanwhile' });
    const top = await talk.said(ada, note.uuid, 'Top');
    const answer = await talk.said(ben, note.uuid, 'Second thoughts', top.id);
    await talk.remove(ben, answer.id);
    const hidden = await place.decide(mod, { action: 'hide', subject: 'comment', id: top.id });
    const below = await talk.restore(ben, answer.id);
    expect([below.status, below.body.detail]).toEqual([409, expect.stringContaining('hidden the one it replies to')]);
    await place.decide(mod, { action: 'undo', entry: hidden.entry.id });
    const why = { action: 'lock', subject: 'note', id: note.uuid, reason: 'Enough said.' };
    const { entry } = await place.decide(mod, why);
    const closed = await talk.restore(ben, answer.id);
    expect([closed.status, closed.body.detail]).toEqual([403, expect.stringContaining('Enough said.')]);
    expect(await talk.inOrder(note.uuid)).toEqual(['0 Top']);
    await place.decide(mod, { action: 'undo', entry: entry.id });
    expect((await talk.restore(ben, answer.id)).status).toBe(200);
    expect(await talk.inOrder(note.uuid)).toEqual(['0 Top', '1 Second thoughts']);
  });

  test('lose a banned person’s comments along with everything else of theirs, and get them back', async () => {
    const eve = await api.signUp('eve');
    const note = await place.write(ada, { title: 'Eve was here' });
    await talk.said(eve, note.uuid, 'By eve');
    const ban = { action: 'ban', subject: 'person', id: eve.user.id, days: null, writings: 'hide' };
    const { entry } = await place.decide(mod, ban);
    expect(await talk.inOrder(note.uuid)).toEqual(['0 (hidden)']);
    expect(await place.inboxOf(ada)).not.toContain('By eve');
    await place.decide(mod, { action: 'undo', entry: entry.id });
    expect(await talk.inOrder(note.uuid)).toEqual(['0 By eve']);
  });
});
