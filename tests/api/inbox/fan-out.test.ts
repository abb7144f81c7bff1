import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mutableParts, sourceName, type MuteKind } from '../../../src/inbox/model/follow.ts';
import { changeDelivery } from '../../../src/inbox/server/store/delivery.ts';
import { followSource, muteSource, unfollowSource } from '../../../src/inbox/server/store/follows.ts';
import { deliverNotices, readInbox, unreadCount } from '../../../src/inbox/server/store/inbox.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { withParents } from '../../../src/platform/model/tag.ts';
import { sampleNote, sampleUser } from '../../support/samples.ts';
import { startStore } from '../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const at = (minutes: number) => new Date(Date.parse('2025-06-01T00:00:00.000Z') + minutes * 60_000);
const people = ['u_ann', 'u_ben', 'u_eve'] as const;
const tags = ['tea', 'tea/green', 'ink'] as const;
const sites = ['a.example', 'b.example'] as const;

const Source = fc.oneof(
  fc.record({ kind: fc.constant('person'), id: fc.constantFrom(...people) }),
  fc.record({ kind: fc.constant('tag'), id: fc.constantFrom(...tags) }),
);
const Mute = fc.oneof(Source, fc.record({ kind: fc.constant('site'), id: fc.constantFrom(...sites) }));
const Step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('follow' as const), of: Source }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('unfollow' as const), of: Source }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('write' as const),
      by: fc.constantFrom(...people),
      tags: fc.uniqueArray(fc.constantFrom(...tags)),
      site: fc.option(fc.constantFrom(...sites)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('open' as const) }) },
);
type Story = {
  steps: (typeof Step extends fc.Arbitrary<infer T> ? T : never)[];
  mutes: { kind: MuteKind; id: string }[];
  off: boolean;
};

/** Ben's inbox after a story, where a source with more than `line` followers is large. */
async function inboxAfter({ steps, mutes, off }: Story, threshold: number) {
  await store.redis.flushall();
  for (const id of people) await createUser(store.redis, sampleUser({ id }), null);
  for (const of of mutes) await muteSource(store.redis, 'u_ben', of, at(0));
  if (off) await changeDelivery(store.redis, 'u_ben', { person: 'off' }, at(0));
  for (const [index, step] of steps.entries()) {
    const now = at(index + 1);
    if (step.does === 'follow') await followSource(store.redis, 'u_ben', step.of, now, threshold);
    // People read a source's notifications before they unfollow it: inboxes are opened now and then.
    if (step.does === 'unfollow') {
      await unreadCount(store.redis, 'u_ben', now);
      await unfollowSource(store.redis, 'u_ben', step.of);
    }
    if (step.does === 'open') await unreadCount(store.redis, 'u_ben', now);
    if (step.does !== 'write') continue;
    const note = sampleNote({
      uuid: `0197285c-0000-7000-8000-${String(index).padStart(12, '0')}`,
      authorId: step.by,
      tags: step.tags,
      url: step.site === null ? null : `https://www.${step.site}/page`,
      createdAt: now.toISOString(),
    });
    await createNote(store.redis, note);
    const told = {
      id: `n:${note.uuid}`,
      at: now.getTime(),
      item: { note: note.uuid, by: step.by },
      about: mutableParts(note),
    };
    const sources = [['person', step.by], ...withParents(step.tags).map((tag) => ['tag', tag] as const)] as const;
    const deliveries = sources.map(([kind, id]) => ({
      ...told,
      kind,
      followersOf: sourceName(kind, id),
      except: step.by,
      line: threshold,
    }));
    await deliverNotices(store.redis, deliveries, now);
  }
  const { items, unread } = await readInbox(store.redis, 'u_ben', { filter: 'all', limit: 100 }, at(steps.length + 1));
  return { items, unread };
}

test('an inbox is the same whether notifications are written to it or fetched when it is opened', async () => {
  const story = fc.record({
    steps: fc.array(Step, { minLength: 3, maxLength: 12 }),
    mutes: fc.uniqueArray(Mute, { maxLength: 1 }),
    off: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const written = await inboxAfter(told, Number.MAX_SAFE_INTEGER);
      const fetched = await inboxAfter(told, 0);
      expect(fetched).toEqual(written);
    }),
    { numRuns: 25 },
  );
});

test('a muted tag hides nested tags, from large sources too', async () => {
  const steps = [
    { does: 'follow', of: { kind: 'person', id: 'u_ann' } },
    { does: 'write', by: 'u_ann', tags: ['tea/green'], site: null },
  ] as const;
  const story: Story = { steps: steps as unknown as Story['steps'], mutes: [{ kind: 'tag', id: 'tea' }], off: false };
  for (const threshold of [Number.MAX_SAFE_INTEGER, 0])
    expect(await inboxAfter(story, threshold)).toEqual({ items: [], unread: 0 });
});

test('above the threshold a note causes no write per follower', async () => {
  await store.redis.flushall();
  for (const id of people) await createUser(store.redis, sampleUser({ id }), null);
  for (const id of ['u_ben', 'u_eve']) await followSource(store.redis, id, { kind: 'person', id: 'u_ann' }, at(0), 1);
  const note = sampleNote({ createdAt: at(1).toISOString() });
  await createNote(store.redis, note);
  const notice = {
    kind: 'person' as const,
    id: `n:${note.uuid}`,
    at: at(1).getTime(),
    item: { note: note.uuid },
    about: [],
  };
  const toFollowers = { ...notice, followersOf: 'person:u_ann', except: 'u_ann', line: 1 };
  expect(await deliverNotices(store.redis, [toFollowers], at(1))).toMatchObject({ told: ['fetched'] });
  expect(await store.redis.exists(keys.inbox('u_ben'), keys.inbox('u_eve'))).toBe(0);
  expect(await unreadCount(store.redis, 'u_ben', at(2))).toBe(1);
});

test('a large source remains fetched when followers leave, so that no notification is lost in between', async () => {
  await store.redis.flushall();
  for (const id of people) await createUser(store.redis, sampleUser({ id }), null);
  for (const id of ['u_ben', 'u_eve']) await followSource(store.redis, id, { kind: 'person', id: 'u_ann' }, at(0), 1);
  await createNote(store.redis, sampleNote({ createdAt: at(1).toISOString() }));
  await unfollowSource(store.redis, 'u_eve', { kind: 'person', id: 'u_ann' });
  expect(await unreadCount(store.redis, 'u_ben', at(2))).toBe(1);
});
