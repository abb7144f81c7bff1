import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restoreBackup, StoreNotEmpty } from '../../../src/maintenance/backup/restore.ts';
import { beginBackup, takePart } from '../../../src/maintenance/backup/take.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { isExcludedKey } from '../../../src/maintenance/backup/store/restore-store.ts';
import { beginSnapshot, endSnapshot } from '../../../src/maintenance/backup/store/snapshot.ts';
import { openSchema } from '../../../src/maintenance/schema/schema.ts';
import { trustedTime } from '../../../src/platform/server/store/meta.ts';
import { dump } from '../../support/integrity.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { bytesOf, contentOf, takeBackup, type TakenBackup } from '../../support/backups.ts';
import { startStore, type TestStore } from '../../support/store.ts';

let api: Api;
let empty: TestStore;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  [api, empty] = await Promise.all([startApi(), startStore()]);
  await openSchema(api.store.redis);
  ada = await api.signUp('ada');
  ben = await api.signUp('ben');
  for (let at = 0; at < 60; at += 1) await writeNote(at);
  await api.settled();
});
afterAll(() => Promise.all([api.stop(), empty.stop()]));
afterEach(() => empty.redis.flushall());

async function writeNote(at: number): Promise<string> {
  const { cookie } = at % 2 === 0 ? ada : ben;
  const body = {
    title: `Note ${at} ÿ 日本`,
    body: `What note ${at} says. `.repeat(20),
    tags: [`tag-${at % 7}`, 'all'],
    visibility: at % 5 === 0 ? 'private' : 'public',
  };
  const { body: answer } = await api.call('POST', '/api/notes', { cookie, body });
  const uuid = answer.note?.uuid ?? '';
  await api.call('POST', `/api/notes/${uuid}/comments`, { cookie: ben.cookie, body: { body: `To ${at}` } });
  await api.call('PUT', `/api/notes/${uuid}/vote`, { cookie: ada.cookie });
  return uuid;
}

const restore = (taken: TakenBackup, identities: string[] = []) =>
  restoreBackup(empty.redis, bytesOf(taken.parts), { identities, now: new Date() });

test('a restored store equals the store at the start of the backup, whatever was written meanwhile', async () => {
  const { redis } = api.store;
  // Long enough that each of the four large keys needs several reads.
  const named = (at: number) => `m${at} `.padEnd(300, '-');
  const many = Array.from({ length: 2500 }, (_, at) => named(at));
  await redis.hset('searches:of:large', Object.fromEntries(many.map((name) => [name, `value of ${name}`])));
  await redis.sadd('voters:large', 'm', ...many);
  await redis.rpush('edits:large', ...many);
  await redis.set('copy:large', 'x'.repeat(1_500_000));
  const scores = many.map((member, at) => ({ member, score: at / 7 }));
  await redis.zadd('votes:large', { member: 'first', score: -1 }, ...scores);
  const before = await contentOf(redis);
  const head = Number(await redis.get('head'));
  let wrote = 100;
  const taken = await takeBackup(redis, {
    // Changes, deletions, additions and direct writes to large and small keys, between any two parts.
    between: async (part) => {
      wrote += 1;
      const uuid = await writeNote(wrote);
      await api.call('DELETE', `/api/notes/${uuid}`, { cookie: ada.cookie });
      await api.call('PATCH', '/api/account', { cookie: ada.cookie, body: { name: `Ada ${part}`, bio: '' } });
      await redis.hdel('searches:of:large', named(part));
      await redis.sadd('voters:large', `new${part}`);
      await redis.lpush('edits:large', `new${part}`);
      await redis.zadd('votes:large', { member: named(7), score: part });
      if (part === 3) await redis.del('copy:large', 'voters:large');
      if (part === 4) await redis.set('copy:large', 'anew');
    },
  });
  // Each read fills a part, whatever the earlier parts contain.
  expect(taken.parts.length).toBeGreaterThan(8);
  const restored = await restore(taken);
  expect(restored.revision).toBe(head);
  expect(await contentOf(empty.redis)).toEqual(before);
  expect([...(await dump(redis)).keys()].filter((name) => name.startsWith('backup:'))).toEqual([]);
  await redis.del('searches:of:large', 'voters:large', 'edits:large', 'copy:large', 'votes:large');
});

test('a store changed by ten writers during the backup is restored consistently', async () => {
  let going = true;
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let at = 0; going; at += 1) await writeNote(1000 + writer * 100 + at);
  });
  const taken = await takeBackup(api.store.redis, { partLength: 50_000 });
  going = false;
  await Promise.all(writers);
  await api.settled();
  const { revision } = await restore(taken);
  expect(Number(await empty.redis.get('head'))).toBe(revision);
  expect(await examine(empty.redis)).toEqual([]);
});

test('a part whose process was killed before committing it is read again unchanged', async () => {
  const { redis } = api.store;
  const before = await contentOf(redis);
  const parts: Buffer[] = [];
  let progress = await beginBackup(redis, new Date(), 60_000);
  for (let turn = 0; progress.phase !== 'done'; turn += 1) {
    const dying = turn % 2 === 0;
    const keep = async (part: number, bytes: Buffer) => {
      parts[part - 1] = bytes;
      await writeNote(5000 + turn);
      if (dying) throw new Error('killed');
    };
    const to = { recipient: undefined, leaseMs: 60_000, keep, partLength: 60_000 };
    // A killed process leaves only what is in the store.
    progress = await takePart(redis, progress, to).catch(() => progress);
  }
  await endSnapshot(redis, progress.id);
  await restore({ parts, progress });
  expect(await contentOf(empty.redis)).toEqual(before);
});

test('sessions, mailed links and rate limits are left out; passwords and expiry times are included', async () => {
  const { redis } = api.store;
  await redis.set('sent:ada:a', 'note', { px: 3_600_000 });
  await redis.set('sent:ada:soon', 'note', { px: 60_000 });
  const taken = await takeBackup(redis);
  const text = Buffer.concat(taken.parts).toString('latin1');
  expect(text).not.toContain('session:');
  const { expired } = await restore(taken);
  expect(expired).toBeGreaterThan(0);
  const names = [...(await dump(empty.redis)).keys()];
  // The id is one of a restored store, and it lived until the time of the backup.
  expect(names.filter(isExcludedKey).toSorted()).toEqual(['meta:id', 'meta:lived']);
  expect(names).not.toContain('sent:ada:soon');
  expect([...(await dump(redis)).keys()].filter((name) => /^(session|rate|token):/.test(name)).length).toBeGreaterThan(
    3,
  );
  const ends = await empty.redis.pttl('sent:ada:a');
  expect(Math.abs(ends - (await redis.pttl('sent:ada:a')))).toBeLessThan(2000);
  const signIn = { email: 'ada@example.org', password: 'a long enough passphrase' };
  expect(await empty.redis.get(`user:${ada.user.id}:password`)).toMatch(/^\$argon2/);
  expect((await api.call('POST', '/api/auth/signin', { body: signIn })).status).toBe(200);
});

test('a backup is restored only into an empty store, and never changes any other', async () => {
  const taken = await takeBackup(api.store.redis);
  // What a running product writes by itself.
  await empty.redis.set('meta:seeded', 'then');
  await trustedTime(empty.redis, new Date(), { looks: true });
  await restore(taken);
  // Notes in the bin do not age between the backup and its restore a year later.
  const yearMs = 365 * 24 * 60 * 60_000;
  const lived = await trustedTime(empty.redis, new Date(Date.now() + yearMs), { looks: true });
  expect(lived.getTime()).toBeLessThan(Date.now() + yearMs / 2);
  const held = await contentOf(empty.redis);
  const refused = await restore(taken).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreNotEmpty);
  expect(String(refused)).toMatch(/The store is not empty \(it holds .+\): restore into an empty one/);
  expect(await contentOf(empty.redis)).toEqual(held);
});

test('a killed restore is restarted by the next one, and no product starts on a partial one', async () => {
  const taken = await takeBackup(api.store.redis);
  await empty.redis.set('meta:restoring', 'some');
  await empty.redis.set('note:half', '{}');
  // It was killed while the store was compared, which is read like a backup.
  await beginSnapshot(empty.redis, 'of the killed one', 300_000);
  await expect(openSchema(empty.redis)).rejects.toThrow(/restore into this store was interrupted/);
  await restore(taken);
  expect(await empty.redis.exists('note:half', 'meta:restoring')).toBe(0);
  expect(await openSchema(empty.redis)).toBeGreaterThan(0);
});

test('an encrypted backup can be read with its key, and reveals nothing without it', async () => {
  const [identity, other] = await Promise.all([generateIdentity(), generateIdentity()]);
  const recipient = await identityToRecipient(identity);
  const taken = await takeBackup(api.store.redis, { recipient });
  await expect(restore(taken)).rejects.toThrow(/^Part 1 is encrypted: name the file that holds the key/);
  await expect(restore(taken, [other])).rejects.toThrow(/^Part 1 was encrypted for another key/);
  expect(await empty.redis.dbsize()).toBe(0);
  const { keys, expired } = await restore(taken, [other, identity]);
  expect(keys - expired).toBe((await contentOf(empty.redis)).size);
});

test('every damaged, truncated or missing part is named, and nothing is written', async () => {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  for (const options of [{}, { recipient }]) {
    const { parts, progress } = await takeBackup(api.store.redis, { ...options, partLength: 50_000 });
    expect(parts.length).toBeGreaterThan(2);
    const attempt = async (changed: Buffer[]) => {
      const refused: unknown = await restore({ parts: changed, progress }, [identity]).catch((error: unknown) => error);
      expect(await empty.redis.dbsize()).toBe(0);
      return String(refused);
    };
    for (const [index, part] of parts.entries()) {
      const flipped = Buffer.from(part);
      const at = flipped.indexOf(10) + Math.floor((flipped.length - flipped.indexOf(10)) / 2);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(await attempt(parts.with(index, flipped))).toContain(`Part ${index + 1} is damaged`);
      expect(await attempt([...parts.slice(0, index), part.subarray(0, part.length - 9)])).toContain(
        `Part ${index + 1} is missing or cut off`,
      );
      const missing = await attempt(parts.toSpliced(index, 1));
      expect(missing).toContain(`Part ${index + 1} is missing or cut off`);
      // A part of another backup, with a valid line of its own.
      const foreign = Buffer.from(
        part.toString('latin1').replace(progress.id, progress.id.replace(/..$/, 'zz')),
        'latin1',
      );
      expect(await attempt(parts.with(index, foreign))).toMatch(/BadBackup: Part \d+ (belongs|is missing)/);
    }
    expect(await attempt([Buffer.from('PK not a backup at all')])).toContain('This is no backup of Commonplace');
    expect(await attempt([])).toContain('This is no backup of Commonplace');
  }
});
