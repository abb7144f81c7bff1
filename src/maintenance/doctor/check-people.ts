import { keys } from '../../platform/server/store/keys.ts';
import { likenessOf } from '../../people/server/store/likeness.ts';
import { toStored, jsonOf } from '../../platform/server/store/stored.ts';
import { type Records, ExpectedIndexes, type StoreContents, type Finding, type StoredValue } from './store-contents.ts';
import { collectionsIn } from './check-collections.ts';
import { Passkey } from '../../people/model/sign-in.ts';

/** Checks that everyone is listed under the likenesses of their names, and that later people are marked with the first. */
export function checkLikeness(stored: StoreContents, { users }: Records): Finding[] {
  const expected = new ExpectedIndexes();
  for (const user of users.values()) {
    for (const look of likenessOf(user)) {
      const held = stored.get(keys.alike(look));
      const since = held?.type === 'zset' ? held.scores.get(user.id) : undefined;
      // Only the index knows since when a person has this name; without it, since the account was created.
      expected.score(keys.alike(look), user.id, since ?? Date.parse(user.createdAt));
      expected.member(keys.userAlike(user.id), look);
    }
  }
  const findings = expected.compared(stored, /^(alike:|user:[^:]+:alike$)/);
  for (const user of users.values()) {
    const firsts = likenessOf(user).flatMap((look) => {
      const index = expected.indexes.get(keys.alike(look));
      const [first] = index?.type === 'zset' ? [...index.scores].sort(earlier) : [];
      return first && first[0] !== user.id ? [first] : [];
    });
    const [original] = firsts.sort(earlier);
    const unlike = original && users.get(original[0])?.handle;
    if (unlike === user.unlike) continue;
    const { unlike: _, ...rest } = user;
    const value = toStored({ ...rest, ...(unlike !== undefined && { unlike }) });
    const says = unlike === undefined ? 'is marked as like somebody' : `is not marked as like @${unlike}`;
    findings.push({ key: keys.user(user.id), says, repair: { type: 'string', value } });
  }
  return findings;
}

type Scored = [id: string, since: number];

function earlier([one, since]: Scored, [other, otherSince]: Scored): number {
  return since - otherSince || (one < other ? -1 : 1);
}

const StoredPasskey = jsonOf(Passkey);

/**
 * Checks that every session, passkey and personal token is in its owner's list: otherwise it opens the account, and a new
 * password does not end it. Also that activity belongs to existing people.
 */
export function checkAccess(stored: StoreContents, { users }: Records): Finding[] {
  const findings: Finding[] = [];
  const expected = new ExpectedIndexes();
  const isHere = (id: string) => users.get(id)?.deletedAt === undefined && users.has(id);
  for (const [key, held] of stored) {
    const way = passkeyOf(key, held) ?? ownedOf(keys.apiToken, keys.userApiTokens, key, held);
    if (way && isHere(way.userId)) expected.score(way.index(way.userId), way.id, Date.parse(way.createdAt));
    else if (way) findings.push({ key, says: `opens the account of ${way.userId}, who is gone` });
    const owner = /^user:([^:]+):activity$/.exec(key)?.[1];
    if (owner === undefined || isHere(owner)) continue;
    const nothing = { type: 'zset' as const, scores: new Map<string, number>() };
    findings.push({ key, says: `belongs to ${owner}, who is gone`, repair: nothing });
  }
  return [...findings, ...expected.compared(stored, /^user:[^:]+:(passkeys|apitokens)$/), ...checkSessions(stored)];
}

function passkeyOf(key: string, held: StoredValue) {
  const read = key.startsWith(keys.passkey('')) && held.type === 'string' && StoredPasskey.safeParse(held.value);
  return read && read.success ? { ...read.data, index: keys.userPasskeys } : undefined;
}

/** A session or a personal token: both are hashes with their owner. */
function ownedOf(prefix: (id: string) => string, index: (userId: string) => string, key: string, held: StoredValue) {
  if (!key.startsWith(prefix('')) || held.type !== 'hash') return undefined;
  const fieldOf = (name: string) => held.value.find((_, at) => at % 2 === 1 && held.value[at - 1] === name);
  const [userId, createdAt] = [fieldOf('userId'), fieldOf('createdAt')];
  if (userId === undefined || createdAt === undefined) return undefined;
  return { id: key.slice(prefix('').length), userId, createdAt, index };
}

/** Lists of sessions may have expired ones, so only missing sessions are findings. */
function checkSessions(stored: StoreContents): Finding[] {
  const lacking = new Map<string, Map<string, number>>();
  for (const [key, held] of stored) {
    const session = ownedOf(keys.session, keys.userSessions, key, held);
    if (!session) continue;
    const list = session.index(session.userId);
    const listed = stored.get(list);
    const scores = listed?.type === 'zset' ? listed.scores : new Map<string, number>();
    if (scores.has(session.id)) continue;
    const repaired = lacking.get(list) ?? new Map(scores);
    lacking.set(list, repaired.set(session.id, Date.parse(session.createdAt)));
  }
  return [...lacking].map(([key, scores]) => ({
    key,
    says: 'lacks sessions that are open',
    repair: { type: 'zset', scores },
  }));
}

/** Checks that handles and addresses lead to their people, and that sessions and passwords belong to someone. */
export function checkPeople(stored: StoreContents, { users }: Records): Finding[] {
  const findings: Finding[] = [];
  const expected = new ExpectedIndexes();
  for (const { id, handle, email, deletedAt } of users.values()) {
    if (deletedAt === undefined) expected.score(keys.handles, handle, 0);
    for (const key of [keys.handle(handle), ...(email === undefined ? [] : [keys.email(email)])]) {
      const held = stored.get(key);
      if (held?.type !== 'string' || held.value !== id) findings.push({ key, says: `does not lead to ${id}` });
    }
  }
  for (const [key, held] of stored) {
    const owner = /^user:([^:]+):(?:password|factor|factor:codes)$/.exec(key)?.[1] ?? sessionOwner(key, held);
    if (owner !== undefined && !users.has(owner)) findings.push({ key, says: `belongs to ${owner}, who is gone` });
  }
  return [...findings, ...expected.compared(stored, /^people:/), ...checkSubscriptions(stored, users)];
}

/** Checks that people who subscribed to mail, or want copies of their links, exist. */
function checkSubscriptions(stored: StoreContents, users: Records['users']): Finding[] {
  return [keys.weeklyDue, keys.copiesWanted, keys.reviewDue('daily'), keys.reviewDue('weekly')].flatMap(
    (key): Finding[] => {
      const held = stored.get(key);
      if (held?.type !== 'zset') return [];
      const scores = new Map([...held.scores].filter(([id]) => users.has(id)));
      if (scores.size === held.scores.size) return [];
      return [{ key, says: 'names people who are gone', repair: { type: 'zset', scores } }];
    },
  );
}

function sessionOwner(key: string, held: { type: string; value?: unknown }): string | undefined {
  if (!/^session:[^:]+$/.test(key) || held.type !== 'hash' || !Array.isArray(held.value)) return undefined;
  const fields = held.value as string[];
  return fields[fields.indexOf('userId') + 1];
}

/** How far a count may differ: it is increased with each call, and measured only once a day. */
const mayMiss = (bytes: number) => 1024 * 1024 + bytes / 4;

/** Checks that the counted storage of people is roughly what they have. */
export function checkStorage(stored: StoreContents, { users, notes, binned, comments }: Records): Finding[] {
  const counts = [...stored].flatMap(([key, held]) => {
    const userId = /^user:([^:]+):bytes$/.exec(key)?.[1];
    return userId === undefined ? [] : [{ key, userId, ...countIn(held) }];
  });
  if (counts.length === 0) return [];
  const sizes = new Map<string, number>();
  const add = (userId: string, names: string[]) => {
    const bytes = names.reduce((sum, name) => sum + sizeOf(stored.get(name)), 0);
    sizes.set(userId, (sizes.get(userId) ?? 0) + bytes);
  };
  for (const { uuid, authorId, pictures } of [...notes, ...binned]) {
    sizes.set(authorId, (sizes.get(authorId) ?? 0) + (pictures?.bytes ?? 0));
    const own = [
      keys.copy(uuid),
      keys.formerCopy(uuid),
      keys.highlights(uuid),
      keys.revisions(uuid),
      keys.noteImported(uuid),
    ];
    add(authorId, [keys.note(uuid), keys.binned(uuid), ...own]);
  }
  for (const { id, authorId, deletedAt } of comments.values()) {
    if (deletedAt === null) add(authorId, [keys.comment(id), keys.edits(id)]);
  }
  for (const { id, ownerId } of collectionsIn(stored).collections) add(ownerId, [keys.collection(id)]);
  return counts.flatMap(({ key, userId, bytes, at, aged }): Finding[] => {
    add(userId, [keys.drafts(userId)]);
    const real = sizes.get(userId) ?? 0;
    if (!users.has(userId))
      return [{ key, says: `belongs to ${userId}, who is gone`, repair: { type: 'hash', value: [] } }];
    // Deleted data counts until the count is measured again, and so do pictures that no note shows.
    if (Math.abs(real - bytes) <= mayMiss(real) || (bytes > real && (aged || stored.has(keys.sentPictures(userId)))))
      return [];
    const says = `counts ${bytes} bytes where there are ${real}`;
    return [
      {
        key,
        says,
        repair: { type: 'hash', value: ['bytes', String(real), 'measured', String(real), 'at', String(at)] },
      },
    ];
  });
}

function countIn(held: StoredValue): { bytes: number; at: number; aged: boolean } {
  const fields = held.type === 'hash' ? held.value : [];
  const field = (name: string) => Number(fields[fields.indexOf(name) + 1] ?? 0);
  return { bytes: field('bytes'), at: field('at'), aged: fields.includes('aged') };
}

/** The size as the scripts count it: of texts, the values of hashes, and the elements of lists. */
function sizeOf(held: StoredValue | undefined): number {
  if (held?.type === 'string') return Buffer.byteLength(held.value);
  if (held?.type === 'list') return held.value.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  if (held?.type !== 'hash') return 0;
  return held.value.reduce((sum, each, at) => sum + (at % 2 === 1 ? Buffer.byteLength(each) : 0), 0);
}
