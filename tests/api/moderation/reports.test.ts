import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InboxPage } from '../../../src/inbox/model/notification.ts';
import { paths } from '../../../src/platform/model/paths.ts';
import type { Api, Person } from '../../support/api.ts';
import { startPlace, type Moderation } from '../../support/moderation.ts';

let api: Api;
let place: Moderation;
let mod: Person;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  ({ api, place, mod, ada, ben } = await startPlace());
});
afterAll(() => api.stop());

describe('a report', () => {
  test('arrives in the queue with its subject, reason, reporter and author', async () => {
    const note = await place.write(ada, { title: 'Cheap pills', body: 'Buy.' });
    expect((await place.report(ben, 'note', note.uuid, { text: ' It sells pills. ' })).status).toBe(201);
    const { counts, cases } = await place.queue(mod);
    expect(counts).toEqual({ report: 1, held: 0, appeal: 0 });
    expect(cases).toHaveLength(1);
    expect(cases[0]).toMatchObject({
      case: { kind: 'report', subject: { kind: 'note', id: note.uuid } },
      reports: [{ by: ben.user.id, handle: 'ben', reason: 'spam', text: 'It sells pills.' }],
      note: { title: 'Cheap pills' },
      person: { handle: 'ada' },
      earlier: [],
    });
    expect(JSON.stringify(cases)).not.toContain('ada@example.org');
  });

  test('is counted once per person and subject, however often it is sent', async () => {
    const note = await place.write(ada, { title: 'Once' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => place.report(ben, 'note', note.uuid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect((await place.caseOf(mod, note.uuid))?.reports).toHaveLength(1);
  });

  test('by several people is one case', async () => {
    const note = await place.write(ada, { title: 'Several' });
    const crowd = await Promise.all(['r1x', 'r2x', 'r3x'].map((handle) => api.signUp(handle)));
    const before = (await place.queue(mod)).counts.report;
    await Promise.all(crowd.map((person) => place.report(person, 'note', note.uuid)));
    expect((await place.queue(mod)).counts.report).toBe(before + 1);
    expect((await place.caseOf(mod, note.uuid))?.reports.map(({ handle }) => handle).sort()).toEqual([
      'r1x',
      'r2x',
      'r3x',
    ]);
  });

  test('can be about a person', async () => {
    const carl = await api.signUp('carl');
    expect((await place.report(ben, 'person', carl.user.id, { reason: 'abuse' })).status).toBe(201);
    const open = await place.caseOf(mod, carl.user.id);
    expect(open?.person?.handle).toBe('carl');
    await place.decide(mod, { action: 'silence', subject: 'person', id: carl.user.id, case: open?.case.id, days: 1 });
    expect(await place.inboxOf(ben)).toContain('"path":"/u/carl"');
  });

  test.each([
    ['dismiss', 'The note that you reported was reviewed and left as it is', true],
    ['lock', 'The note that you reported was locked, so nobody can add to its thread', true],
    ['hide', 'The note that you reported was hidden', false],
  ])(
    'that ends with “%s” notifies the reporters of the outcome, with a link if they can still read it, and nobody else',
    async (action, said, isShown) => {
      const eve = await api.signUp(`eve_${action}`);
      const author = await api.signUp(`author_${action}`);
      const note = await place.write(author, { title: `To ${action}` });
      await place.report(eve, 'note', note.uuid);
      const open = await place.caseOf(mod, note.uuid);
      await place.decide(mod, { action, subject: 'note', id: note.uuid, case: open?.case.id });
      const { groups } = (await place.call('GET', '/api/inbox', eve)).body as unknown as InboxPage;
      expect(groups.map(({ title, path }) => [title, path])).toEqual([[said, isShown ? paths.note(note) : null]]);
      expect(await place.inboxOf(author)).not.toMatch(/report|eve/);
    },
  );

  test('tells the reported person neither that nor by whom', async () => {
    const dora = await api.signUp('dora');
    const note = await place.write(dora, { title: 'Unaware' });
    await place.report(ben, 'note', note.uuid);
    await api.settled();
    expect(await place.inboxOf(dora)).not.toMatch(/report|ben/);
    expect((await place.call('GET', `/api/notes/${note.uuid}`, dora)).body).not.toHaveProperty('reports');
    expect((await place.call('GET', '/api/moderation/queue', dora)).status).toBe(403);
  });
});

describe('what cannot be reported', () => {
  const nothingWritten = async (send: () => Promise<{ status: number }>, status: number) => {
    const before = await api.dump();
    expect((await send()).status).toBe(status);
    expect(await api.dump()).toEqual(before);
  };

  test('one’s own notes and oneself', async () => {
    const note = await place.write(ada, { title: 'Mine' });
    await nothingWritten(() => place.report(ada, 'note', note.uuid), 403);
    await nothingWritten(() => place.report(ada, 'person', ada.user.id), 403);
  });

  test('anything missing or not readable', async () => {
    const draft = await place.write(ada, { title: 'Draft', visibility: 'draft' });
    await nothingWritten(() => place.report(ben, 'note', draft.uuid), 404);
    await nothingWritten(() => place.report(ben, 'note', '0197a3c0-7b4e-7c1a-8f00-000000000000'), 404);
    await nothingWritten(() => place.report(ben, 'person', 'u_nobody'), 404);
  });

  test.each([
    ['an unknown reason', { reason: 'boring' }],
    ['something else without a word', { reason: 'other', text: '  ' }],
    ['a text too long', { text: 'x'.repeat(1001) }],
    ['an unknown kind of subject', { subject: 'tag' }],
  ])('%s is refused', async (_, more) => {
    const note = await place.write(ada, { title: 'Fine' });
    await nothingWritten(() => place.report(ben, 'note', note.uuid, more), 400);
  });

  test('anything, without a session', async () => {
    const note = await place.write(ada, { title: 'Anonymous' });
    await nothingWritten(() => place.report(undefined, 'note', note.uuid), 401);
  });
});
