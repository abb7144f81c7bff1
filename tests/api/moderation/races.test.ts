import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moderationFaults } from '../../../src/maintenance/doctor/doctor.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { checkIntegrity } from '../../support/integrity.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { moderationOf, type Moderation } from '../../support/moderation.ts';

let api: Api;
let place: Moderation;
let mods: Person[];
let ada: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  place = moderationOf(api);
  mods = await Promise.all(['mod1', 'mod2', 'mod3'].map((handle) => place.withRole(handle, 'moderator')));
  [ada, ben] = [await api.signUp('ada'), await api.signUp('ben')];
});
afterAll(() => api.stop());

const entries = async () => (await place.call('GET', '/api/moderation/decisions', mods[0])).body.entries ?? [];

describe('simultaneous decisions', () => {
  test.each([
    ['the same', ['hide', 'hide', 'hide']],
    ['different things', ['hide', 'remove', 'dismiss']],
  ])('on one case (%s) result in exactly one', async (_, actions) => {
    const note = await place.write(ada, { title: 'Contested' });
    await place.report(ben, 'note', note.uuid);
    const about = { subject: 'note', id: note.uuid, case: (await place.caseOf(mods[0] as Person, note.uuid))?.case.id };
    const before = (await entries()).length;
    const answers = await Promise.all(
      mods.map((mod, at) => place.decide(mod, { action: actions[at], reason: 'Decided.', ...about })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await entries()).length).toBe(before + 1);
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });

  test('on the same case report the later one as late', async () => {
    const note = await place.write(ada, { title: 'Late' });
    await place.report(ben, 'note', note.uuid);
    const [first, second] = mods as [Person, Person];
    const about = { subject: 'note', id: note.uuid, case: (await place.caseOf(first, note.uuid))?.case.id };
    await place.decide(first, { action: 'dismiss', ...about });
    const late = await place.decide(second, { action: 'hide', ...about });
    expect(late.status).toBe(409);
    expect(late.body.detail).toContain('another moderator has decided this in the meantime');
    expect((await place.call('GET', `/api/notes/${note.uuid}`)).status).toBe(200);
  });

  test('to revoke a decision take effect once', async () => {
    const note = await place.write(ada, { title: 'Undone' });
    const { entry } = await place.decide(mods[0] as Person, { action: 'hide', subject: 'note', id: note.uuid });
    const answers = await Promise.all(mods.map((mod) => place.decide(mod, { action: 'undo', entry: entry.id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await place.call('GET', `/api/notes/${note.uuid}`)).status).toBe(200);
  });
});

test('random simultaneous reports, decisions, appeals and edits leave consistent records', async () => {
  const random = (count: number) => Math.floor(Math.random() * count);
  const notes = await Promise.all(Array.from({ length: 8 }, (_, at) => place.write(ada, { title: `Random ${at}` })));
  const about: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const note = notes[random(notes.length)];
        const mod = mods[random(mods.length)];
        const entry = about[random(about.length)];
        if (!note || !mod) return;
        const subject = { subject: 'note', id: note.uuid };
        const acts: (() => Promise<{ status: number; entry?: { id: string } }> | undefined)[] = [
          () => place.report(ben, 'note', note.uuid),
          () => place.decide(mod, { action: 'hide', ...subject }),
          () => place.decide(mod, { action: 'lock', ...subject }),
          () => place.call('PATCH', `/api/notes/${note.uuid}`, ada, { rev: 1 + random(6), title: `Round ${round}` }),
          () => (entry === undefined ? undefined : place.decide(mod, { action: 'undo', entry })),
          () => (entry === undefined ? undefined : place.appeal(ada, entry)),
          () => (entry === undefined ? undefined : place.decideAppeal(mod, entry, random(2) === 0)),
        ];
        const done = await acts[random(acts.length)]?.();
        if (done?.entry && done.status === 201) about.push(done.entry.id);
      }),
    );
  }
  expect(about.length).toBeGreaterThan(0);
  expect(await moderationFaults(api.store.redis)).toEqual([]);
  expect(await checkIntegrity(api.store.redis)).toEqual([]);
});

describe('a decision during other writes', () => {
  test('settles simultaneous reports or leaves them in a new case, and loses none', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, (_, at) => api.signUp(`crowd${at}`)));
    const note = await place.write(ada, { title: 'Busy' });
    const [decided] = await Promise.all([
      place.decide(mods[0] as Person, { action: 'hide', subject: 'note', id: note.uuid }),
      ...crowd.map((person) => place.report(person, 'note', note.uuid)),
    ]);
    expect([201, 409]).toContain(decided.status);
    const stored = await api.dump();
    const open = stored.has(`mod:case:note:${note.uuid}`);
    expect(stored.has(`mod:reports:note:${note.uuid}`)).toBe(open);
    expect(JSON.stringify(stored.get('mod:queue:report') ?? '').includes(note.uuid)).toBe(open);
  });

  test('leaves a consistent store if the author edits or deletes at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const note = await place.write(ada, { title: `Round ${round}`, tags: ['round'] });
      await Promise.all([
        place.decide(mods[0] as Person, { action: 'hide', subject: 'note', id: note.uuid }),
        place.call('PATCH', `/api/notes/${note.uuid}`, ada, { rev: 1, title: 'Quick' }),
        ...(round % 2 ? [place.call('DELETE', `/api/notes/${note.uuid}`, ada)] : []),
      ]);
      expect((await place.call('GET', `/api/notes/${note.uuid}`)).status).toBe(round % 2 ? 410 : 404);
    }
    expect(await checkIntegrity(api.store.redis)).toEqual([]);
  });
});

test('inconsistencies are detected', async () => {
  const { redis } = api.store;
  await redis.zadd(keys.queue('report'), { score: 1, member: 'note:0197a3c0-7b4e-7c1a-8f00-000000000000' });
  await redis.zadd(keys.publicEntries, { score: 1, member: 'nowhere' });
  await redis.hset(keys.moderators, { [ben.user.id]: 'moderator' });
  expect(await moderationFaults(redis)).toEqual([
    expect.stringContaining('waits among report and has no case'),
    expect.stringContaining('has no report'),
    expect.stringContaining('nowhere'),
    expect.stringContaining('listed as a moderator and is none'),
  ]);
});
