import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commentFrom, deletedComment, editedComment, type Comment } from '../../../src/discussion/model/thread.ts';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { addApiToken } from '../../../src/people/server/store/api-tokens.ts';
import {
  addComment,
  deleteComment,
  readComment,
  replaceComment,
} from '../../../src/discussion/server/store/comments.ts';
import { followSource } from '../../../src/inbox/server/store/follows.ts';
import { deliverNotices } from '../../../src/inbox/server/store/inbox.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import {
  restoreBinnedNote,
  createNote,
  deleteNote,
  emptyOne,
  readBinned,
  readNote,
  replaceNote,
} from '../../../src/notes/server/notes.ts';
import { addPasskey } from '../../../src/people/server/store/passkeys.ts';
import { saveNote, unsaveNote } from '../../../src/library/server/store/reading-list.ts';
import { createSession } from '../../../src/people/server/store/sessions.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { vote } from '../../../src/discussion/server/store/votes.ts';
import { sampleNote, sampleUser, nextRevision, tombstoneOf } from '../../support/samples.ts';
import { startStore, type TestStore } from '../../support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
const links = [null, 'https://example.org/a', 'https://example.org/a/#b', 'https://example.org/c'];
const people = ['u_ann', 'u_ben', 'u_cyd', 'u_dan'];
beforeEach(async () => {
  await store.redis.flushall();
  for (const id of people)
    await createUser(store.redis, sampleUser({ id, handle: id.slice(2), email: `${id}@example.org` }), null);
});

const now = new Date('2026-01-01T00:00:00Z');
const faults = async () => (await examine(store.redis)).map(({ key, says }) => `${key} ${says}`);

/** Pseudo-random numbers that are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each([1, 2, 3])('a thousand simultaneous operations of any kind leave a consistent store (%i)', async (seed) => {
  const { redis } = store;
  const below = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const notes = Array.from({ length: 6 }, (_, index) =>
    sampleNote({ authorId: pick(people), tags: index % 2 ? ['tea'] : [], kind: 'link', url: pick(links) }),
  );
  for (const note of notes) await createNote(redis, note);
  const comments: Comment[] = [];
  const operation = async () => {
    const [kind, note, userId] = [below(20), pick(notes), pick(people)];
    if (kind < 7) {
      const named = comments.length > 0 && below(3) > 0 ? pick(comments) : undefined;
      const parent = named?.noteUuid === note.uuid ? named : undefined;
      const by = { id: uuidv7(), noteUuid: note.uuid, authorId: userId, mentions: [], now };
      const comment = commentFrom({ body: `n${comments.length}` }, parent, by);
      comments.push(comment);
      await addComment(redis, comment);
    } else if (kind < 10 && comments.length > 0) {
      const comment = await readComment(redis, pick(comments).id);
      if (comment)
        await replaceComment(redis, editedComment(comment, 'edited', [], now), {
          body: comment.body,
          until: now.toISOString(),
        });
    } else if (kind < 12 && comments.length > 0) {
      await deleteComment(redis, deletedComment(pick(comments), now));
    } else if (kind < 15) {
      const comment = comments.length > 0 && below(2) ? pick(comments) : undefined;
      const subject = comment
        ? ({ kind: 'comment', noteUuid: comment.noteUuid, id: comment.id } as const)
        : ({ kind: 'note', noteUuid: note.uuid } as const);
      await vote(redis, subject, userId, below(3) ? 'give' : 'take', now);
    } else if (kind < 18) {
      if (below(3))
        await saveNote(
          redis,
          userId,
          note.uuid,
          { state: pick(['toread', 'reading', 'archived', null] as const), favourite: below(2) === 0 },
          now,
        );
      else await unsaveNote(redis, userId, note.uuid, pick(['stay', 'go'] as const));
    } else {
      const found = await readNote(redis, note.uuid);
      if (found && 'deletedAt' in found) {
        const { binned } = await readBinned(redis, note.uuid);
        if (binned && below(6) === 0) await emptyOne(redis, note.uuid);
        else if (binned) await restoreBinnedNote(redis, binned);
        return;
      }
      if (!found) return;
      const visibility = pick(['public', 'private', 'unlisted', 'public'] as const);
      if (below(6) === 0) await deleteNote(redis, { ...tombstoneOf(found), ...(below(5) > 0 && { binned: true }) });
      else
        await replaceNote(
          redis,
          nextRevision(found, { visibility, tags: below(2) ? ['tea', 'milk'] : [], url: pick(links) }),
        );
    }
  };
  await Promise.all(
    Array.from({ length: 25 }, async () => {
      for (let turn = 0; turn < 40; turn += 1) await operation();
    }),
  );
  expect(comments.length).toBeGreaterThan(200);
  expect(await faults()).toEqual([]);
});

describe('a fault', () => {
  async function something() {
    const note = sampleNote({ authorId: 'u_ann', tags: ['tea'], kind: 'link', url: 'https://example.org/' });
    await createNote(store.redis, note);
    const by = { noteUuid: note.uuid, authorId: 'u_ben', mentions: [], now };
    const top = commentFrom({ body: 'top' }, undefined, { ...by, id: uuidv7() });
    const reply = commentFrom({ body: 'reply' }, top, { ...by, id: uuidv7() });
    for (const comment of [top, reply]) await addComment(store.redis, comment);
    await vote(store.redis, { kind: 'note', noteUuid: note.uuid }, 'u_ben', 'give', now);
    await saveNote(store.redis, 'u_cyd', note.uuid, {}, now);
    await followSource(store.redis, 'u_cyd', { kind: 'person', id: 'u_ann' }, now);
    const told = { id: `n:${note.uuid}`, at: now.getTime(), item: { note: note.uuid, by: 'u_ann' }, about: [] };
    await deliverNotices(store.redis, [{ ...told, kind: 'mention', to: ['u_dan'] }], now);
    const [userId, at] = ['u_ann', now.toISOString()];
    const passkey = { id: 'key', userId, publicKey: '', counter: 0, transports: [], name: 'Laptop', backedUp: false };
    const activity = { kind: 'passkey-added', at, device: 'Firefox on Linux' } as const;
    await createSession(store.redis, { sid: 's_open', userId, createdAt: at, device: '' }, 1000);
    await addPasskey(store.redis, 's_open', { ...passkey, createdAt: at, lastUsedAt: null }, activity);
    const owner = { userId, sid: 's_open' };
    await addApiToken(store.redis, owner, 'hash', { name: 'Tool', scope: 'read', createdAt: at }, activity);
    return { note, top, reply };
  }

  test.each([
    ['notes:tag:tea', (key: string) => store.redis.del(key)],
    ['notes:public', (key: string) => store.redis.zadd(key, { score: 1, member: 'stray' })],
    ['links:public', (key: string) => store.redis.del(key)],
    ['links:author:u_ann', (key: string) => store.redis.zadd(key, { score: 0, member: 'stray' })],
    ['rank:hot', (key: string, uuid: string) => store.redis.zadd(key, { score: 1, member: uuid })],
    ['rank:discussed', (key: string) => store.redis.del(key)],
    ['thread:{note}', (key: string) => store.redis.del(key)],
    ['thread:{note}:times', (key: string) => store.redis.zadd(key, { score: 1, member: 'stray' })],
    ['replies:{top}', (key: string) => store.redis.del(key)],
    ['comments:author:u_ben', (key: string) => store.redis.del(key)],
    ['voters:{note}', (key: string) => store.redis.sadd(key, 'u_ann')],
    ['savers:{note}', (key: string) => store.redis.del(key)],
    ['comments:author:u_ben:public', (key: string) => store.redis.del(key)],
    ['people:handles', (key: string) => store.redis.zadd(key, { score: 0, member: 'nobody' })],
    ['user:u_ann:sessions', (key: string) => store.redis.zrem(key, 's_open')],
    ['user:u_ann:passkeys', (key: string) => store.redis.del(key)],
    ['user:u_ann:apitokens', (key: string) => store.redis.del(key)],
    ['user:u_ben:apitokens', (key: string) => store.redis.zadd(key, { score: 1, member: 'nothing' })],
    ['user:u_nobody:activity', (key: string) => store.redis.zadd(key, { score: 1, member: '{}' })],
    ['alike:ann', (key: string) => store.redis.del(key)],
    ['alike:nobody', (key: string) => store.redis.zadd(key, { score: 1, member: 'u_nobody' })],
    ['user:u_ben:alike', (key: string) => store.redis.sadd(key, 'somebody')],
    ['followers:person:u_ann', (key: string) => store.redis.del(key)],
    ['followers:tag:tea', (key: string) => store.redis.zadd(key, { score: 1, member: 'u_ann' })],
    ['follows:u_cyd', (key: string) => store.redis.zadd(key, { score: 1, member: 'nonsense' })],
    ['mutes:u_nobody', (key: string) => store.redis.zadd(key, { score: 1, member: 'tag:tea' })],
    ['notices:review:daily', (key: string) => store.redis.zadd(key, { score: 1, member: 'u_nobody' })],
    ['notices:weekly', (key: string) => store.redis.zadd(key, { score: 1, member: 'u_nobody' })],
    ['wishes:u_ann', (key: string) => store.redis.zadd(key, { score: 1, member: 'tag:tea' })],
    ['wishes:u_nobody', (key: string) => store.redis.zadd(key, { score: 1, member: 'more:tag:tea' })],
    ['inbox:u_dan', (key: string) => store.redis.zadd(key, { score: 1, member: 'n:stray' })],
    ['inbox:unread:u_dan', (key: string) => store.redis.zadd(key, { score: 1, member: 'n:stray' })],
    ['inbox:items:u_dan', (key: string) => store.redis.hset(key, { 'n:stray': 'reply|{}' })],
  ])('in %s is found and repaired', async (form, harm) => {
    const { note, top } = await something();
    expect(await faults()).toEqual([]);
    const key = form.replace('{note}', note.uuid).replace('{top}', top.id);
    await harm(key, note.uuid);
    expect((await faults()).join()).toContain(key);
    expect((await repair(store.redis)).left).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test('in the moderation records is found and left for a person to decide', async () => {
    const { note } = await something();
    await store.redis.zadd(keys.queue('report'), { score: 1, member: `note:${note.uuid}` });
    const { repaired, left } = await repair(store.redis);
    expect(repaired).toBe(0);
    expect(left.map(({ key, says }) => `${key} ${says}`)).toEqual([
      `moderation: note:${note.uuid} waits among report and has no case`,
      `moderation: note:${note.uuid} has no report`,
    ]);
  });

  test('in the records is found and left for a person to decide', async () => {
    const { top, reply } = await something();
    await store.redis.set(`comment:${reply.id}`, JSON.stringify({ ...reply, parent: reply.id }));
    await store.redis.set(`comment:${top.id}`, 'no json');
    const { left } = await repair(store.redis);
    expect(left.map(({ says }) => says).join()).toMatch(/cannot be read.*answers itself/);
  });
});
