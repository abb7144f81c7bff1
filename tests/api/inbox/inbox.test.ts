import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { announce } from '../../../src/inbox/server/events.ts';
import { followSource, muteSource } from '../../../src/inbox/server/store/follows.ts';
import { authorOf } from '../../../src/people/model/user.ts';
import { deliverNotices, markInboxRead, readInbox, unreadCount } from '../../../src/inbox/server/store/inbox.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { createNote, deleteNote, replaceNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { inboxLimits } from '../../../src/inbox/model/notification.ts';
import { sampleNote, sampleUser, nextRevision, tombstoneOf } from '../../support/samples.ts';
import { startStore } from '../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.redis.flushall();
  for (const id of ['u_ann', 'u_ben', 'u_eve'])
    await createUser(store.redis, sampleUser({ id, name: id, handle: id.slice(2) }), null);
});

const now = new Date('2025-06-02T12:00:00.000Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const all = { filter: 'all', limit: 30 } as const;

const author = authorOf(sampleUser({ id: 'u_ann', name: 'u_ann' }));

async function written(minutes: number, fields: Parameters<typeof sampleNote>[0] = {}, mentioned: string[] = []) {
  const note = sampleNote({ createdAt: at(minutes).toISOString(), ...fields });
  await createNote(store.redis, note);
  await announce(store.redis, { kind: 'note', note, author, mentioned }, at(minutes));
  return note;
}

async function kindsFor(userId: string, query: Parameters<typeof readInbox>[2] = all) {
  const { items } = await readInbox(store.redis, userId, query, at(1000));
  return items.map(({ kind, item }) => `${kind} ${item.note}`);
}

test('a note arrives once for followers of its author or one of its tags, and never for its author', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  await followSource(store.redis, 'u_ben', { kind: 'tag', id: 'tea' }, at(-5));
  await followSource(store.redis, 'u_eve', { kind: 'tag', id: 'tea' }, at(-5));
  await followSource(store.redis, 'u_ann', { kind: 'tag', id: 'tea' }, at(-5));
  const { uuid } = await written(0, { tags: ['tea'] });
  expect(await kindsFor('u_ben')).toEqual([`person ${uuid}`]);
  expect(await kindsFor('u_eve')).toEqual([`tag ${uuid}`]);
  expect(await kindsFor('u_ann')).toEqual([]);
});

test('a mentioned person gets a mention, even if they would be notified for other reasons', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  const { uuid } = await written(0, {}, ['ben', 'ann']);
  expect(await kindsFor('u_ben')).toEqual([`mention ${uuid}`]);
  expect(await kindsFor('u_ann')).toEqual([]);
});

test('notes published before one followed do not arrive', async () => {
  const note = await written(0);
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(1));
  await announce(store.redis, { kind: 'note', note, author, mentioned: [] }, at(2));
  expect(await kindsFor('u_ben')).toEqual([]);
});

test('notifying of a note again adds nothing, and read notifications stay read', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  const note = await written(0);
  await markInboxRead(store.redis, 'u_ben', { all: true });
  const event = { kind: 'note', note, author, mentioned: ['ben'] } as const;
  await announce(store.redis, event, at(1));
  expect(await kindsFor('u_ben')).toEqual([`mention ${note.uuid}`]);
  expect(await unreadCount(store.redis, 'u_ben', at(2))).toBe(0);
});

test('a private note notifies nobody', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  await written(0, { visibility: 'private' }, ['ben']);
  await written(1, { visibility: 'unlisted' });
  expect(await kindsFor('u_ben')).toEqual([]);
});

for (const [what, muted] of [
  ['a person', { kind: 'person', id: 'u_ann' }],
  ['a tag', { kind: 'tag', id: 'noise' }],
  ['a site', { kind: 'site', id: 'loud.example' }],
] as const) {
  test(`muting ${what} keeps its notes out of the inbox, including mentions`, async () => {
    await followSource(store.redis, 'u_ben', { kind: 'tag', id: 'tea' }, at(-5));
    await muteSource(store.redis, 'u_ben', muted, at(-4));
    await written(0, { tags: ['tea', 'noise'], url: 'https://www.Loud.example:8080/a' }, ['ben']);
    expect(await kindsFor('u_ben')).toEqual([]);
    expect(await unreadCount(store.redis, 'u_ben', at(1))).toBe(0);
  });
}

test('muting a tag later hides notes with nested tags as well', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  await written(0, { tags: ['noise/loud'] });
  await muteSource(store.redis, 'u_ben', { kind: 'tag', id: 'noise' }, at(1));
  expect(await kindsFor('u_ben')).toEqual([]);
});

test('pages follow one another without repeats or gaps, while newer notifications arrive', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  const notes = [];
  for (let index = 0; index < 7; index += 1) notes.push(await written(Math.floor(index / 3)));
  const expected = notes
    .toSorted(
      (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.uuid < other.uuid ? 1 : -1),
    )
    .map(({ uuid }) => uuid);
  const seen: (string | undefined)[] = [];
  let cursor: string | undefined;
  do {
    const page = await readInbox(store.redis, 'u_ben', { filter: 'all', limit: 2, cursor }, at(1000));
    seen.push(...page.items.map(({ item }) => item.note));
    cursor = page.next ?? undefined;
    await written(100 + seen.length);
  } while (cursor);
  expect(seen).toEqual(expected);
});

test('a filter shows its kinds only, and `unread` unread notifications only', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  const first = await written(0);
  const second = await written(1, {}, ['ben']);
  await markInboxRead(store.redis, 'u_ben', { ids: [`n:${first.uuid}`] });
  expect(await kindsFor('u_ben', { ...all, filter: 'mentions' })).toEqual([`mention ${second.uuid}`]);
  expect(await kindsFor('u_ben', { ...all, filter: 'following' })).toEqual([`person ${first.uuid}`]);
  expect(await kindsFor('u_ben', { ...all, filter: 'unread' })).toEqual([`mention ${second.uuid}`]);
});

test('a page and the count need one round trip each', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  await written(0);
  await readInbox(store.redis, 'u_ben', all, at(1));
  await unreadCount(store.redis, 'u_ben', at(1));
  const fetched = vi.spyOn(globalThis, 'fetch');
  await readInbox(store.redis, 'u_ben', all, at(1));
  expect(fetched).toHaveBeenCalledTimes(1);
  await unreadCount(store.redis, 'u_ben', at(1));
  expect(fetched).toHaveBeenCalledTimes(2);
  fetched.mockRestore();
});

test('marking all as read up to a time leaves later notifications unread', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  await written(0);
  await written(5);
  expect(await markInboxRead(store.redis, 'u_ben', { all: true, until: at(3).toISOString() })).toBe(1);
  expect(await markInboxRead(store.redis, 'u_ben', { all: true })).toBe(0);
});

test('the unread count is exact while many notifications arrive and are read at once', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  const earlier = await Promise.all(Array.from({ length: 20 }, () => written(0)));
  const [later] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => written(1))),
    ...earlier.flatMap(({ uuid }) =>
      [1, 2].map(() => markInboxRead(store.redis, 'u_ben', { ids: [`n:${uuid}`, `n:${uuid}`] })),
    ),
  ]);
  expect(await unreadCount(store.redis, 'u_ben', at(2))).toBe(20);
  const { items } = await readInbox(store.redis, 'u_ben', { filter: 'unread', limit: 100 }, at(2));
  expect(items.map(({ item }) => item.note).sort()).toEqual(later.map(({ uuid }) => uuid).sort());
});

test('a deleted note disappears from inboxes, and a private one is hidden until it is public again', async () => {
  await followSource(store.redis, 'u_ben', { kind: 'person', id: 'u_ann' }, at(-5));
  const deleted = await written(0);
  const withdrawn = await written(1);
  await deleteNote(store.redis, tombstoneOf(deleted));
  const hidden = nextRevision(withdrawn, { visibility: 'private' });
  await replaceNote(store.redis, hidden);
  expect(await kindsFor('u_ben')).toEqual([]);
  expect(await unreadCount(store.redis, 'u_ben', at(2))).toBe(0);
  await replaceNote(store.redis, nextRevision(hidden, { visibility: 'public' }));
  expect(await kindsFor('u_ben')).toEqual([`person ${withdrawn.uuid}`]);
});

test('an inbox keeps the newest notifications and drops the oldest', async () => {
  const notice = (index: number) => ({
    kind: 'moderation' as const,
    id: `m:${String(index).padStart(8, '0')}-0000-7000-8000-000000000000`,
    at: index,
    item: { decided: { action: 'hidden', subject: 'Your note', reason: 'Spam' } },
    about: [],
  });
  const fill = `for i = 1, ${inboxLimits.kept} do
    local id = string.format('m:%08d-0000-7000-8000-000000000000', i)
    redis.call('ZADD', KEYS[1], i, id)
    redis.call('ZADD', KEYS[2], i, id)
    redis.call('HSET', KEYS[3], id, 'moderation|{"decided":{"action":"hidden","subject":"A note","reason":"Spam"}}')
  end`;
  const names = [keys.inbox('u_ben'), keys.inboxUnread('u_ben'), keys.inboxItems('u_ben')];
  await store.redis.eval(fill, names, []);
  const newest = [1, 2].map((more) => ({ ...notice(inboxLimits.kept + more), to: ['u_ben'] }));
  await deliverNotices(store.redis, newest, now);
  expect(await unreadCount(store.redis, 'u_ben', now)).toBe(inboxLimits.kept);
  expect(await store.redis.hlen(keys.inboxItems('u_ben'))).toBe(inboxLimits.kept);
  const { items } = await readInbox(store.redis, 'u_ben', all, now);
  expect(items[0]?.id).toBe(notice(inboxLimits.kept + 2).id);
  expect(await store.redis.zscore(keys.inbox('u_ben'), notice(2).id)).toBeNull();
});
