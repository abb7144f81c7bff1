import { forEachDetail } from '../../src/notes/model/details.ts';
import { performance } from 'node:perf_hooks';
import { v7 as uuidv7 } from 'uuid';
import { fanOutLine } from '../../src/inbox/model/follow.ts';
import { inboxLimits } from '../../src/inbox/model/notification.ts';
import { deliverNotices, markInboxRead, readInbox, unreadCount } from '../../src/inbox/server/store/inbox.ts';
import { createNote } from '../../src/notes/server/store/notes.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { createUser } from '../../src/people/server/store/users.ts';
import { startStore } from '../support/store.ts';
import { percentile } from './person.ts';

export type InboxFigure = { call: string; p50Ms: number; p99Ms: number };

const reader = 'u_bench_reader';
const writers = Array.from({ length: 20 }, (_, index) => `u_bench_writer_${index}`);
const begun = Date.parse('2025-06-01T00:00:00.000Z');

/** Measures an inbox of 10,000 notifications about 500 notes, in-process on the given store. */
export async function inboxFigures(redis: Redis, calls = 300): Promise<InboxFigure[]> {
  await fill(redis);
  const now = new Date();
  const first = await readInbox(redis, reader, { filter: 'all', limit: inboxLimits.page }, now);
  const cursor = `${begun + inboxLimits.kept / 2}_m:00000000-0000-7000-8000-000000000000`;
  const page = { limit: inboxLimits.page };
  return [
    await timed('the first page', calls, () => readInbox(redis, reader, { ...page, filter: 'all' }, now)),
    await timed('a page in the middle', calls, () => readInbox(redis, reader, { ...page, filter: 'all', cursor }, now)),
    await timed('mentions, one in a hundred', calls, () =>
      readInbox(redis, reader, { ...page, filter: 'mentions' }, now),
    ),
    await timed('the unread count', calls, () => unreadCount(redis, reader, now)),
    await timed('marking one as read', calls, () => markInboxRead(redis, reader, { ids: [first.items[0]?.id ?? ''] })),
    await timed(`a note told to ${fanOutLine} followers`, 20, () => toMany(redis)),
  ];
}

/** `npm run bench -- inbox`: the size is the inbox's own limit. */
export async function benchInbox(_sizes: number[], { json }: { json: boolean }): Promise<void> {
  const store = await startStore();
  try {
    const inbox = await inboxFigures(store.redis);
    if (json) console.log(JSON.stringify({ inbox }));
    else console.table(inbox);
  } finally {
    await store.stop();
  }
}

async function timed(call: string, calls: number, work: () => Promise<unknown>): Promise<InboxFigure> {
  for (let warm = 0; warm < 5; warm += 1) await work();
  const took: number[] = [];
  for (let count = 0; count < calls; count += 1) {
    const from = performance.now();
    await work();
    took.push(performance.now() - from);
  }
  const rounded = (share: number) => Math.round(percentile(took, share) * 10) / 10;
  return { call, p50Ms: rounded(0.5), p99Ms: rounded(0.99) };
}

async function fill(redis: Redis): Promise<void> {
  for (const id of [reader, ...writers]) {
    const createdAt = new Date(begun).toISOString();
    await createUser(redis, { id, handle: id.slice(2), name: id, bio: '', createdAt }, null);
  }
  const notes = await Promise.all(Array.from({ length: 500 }, (_, index) => aNote(redis, index)));
  for (let index = 0; index < inboxLimits.kept; index += 1) {
    const notice = {
      kind: index % 100 === 0 ? 'mention' : 'person',
      id: `m:${uuidv7()}`,
      at: begun + index,
      item: { note: notes[index % notes.length] ?? '', by: writers[index % writers.length] ?? '' },
      about: [],
      to: [reader],
    } as const;
    await deliverNotices(redis, [notice], new Date());
  }
}

async function aNote(redis: Redis, index: number): Promise<string> {
  const uuid = uuidv7();
  const at = new Date(begun + index).toISOString();
  await createNote(redis, {
    uuid,
    rev: 1,
    authorId: writers[index % writers.length] ?? '',
    kind: 'text',
    url: null,
    title: `A note to be told of, number ${index}`,
    slug: `a-note-${index}`,
    body: 'Two thousand characters of a note. '.repeat(60),
    tags: ['bench'],
    visibility: 'public',
    ...forEachDetail(() => null),
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
  });
  return uuid;
}

const crowd = Array.from({ length: fanOutLine }, (_, index) => `u_bench_follower_${index}`);

/** The most expensive write: to as many followers as the queue allows. */
function toMany(redis: Redis) {
  const item = { note: uuidv7(), by: reader };
  const notice = { kind: 'person', id: `n:${item.note}`, at: begun, item, about: [], to: crowd } as const;
  return deliverNotices(redis, [notice], new Date());
}
