import { keys } from '../../platform/server/store/keys.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { StoredValue, Records } from './everything.ts';
import { Passkey } from '../../people/model/passkey.ts';
import { jsonOf } from '../../platform/server/store/stored.ts';
import { fanOutLine } from '../../inbox/model/follow.ts';

const sources = {
  follows: /^(person|tag|thread):./,
  mutes: /^(person|tag|site):./,
  wishes: /^(more|less):(person|tag|note):./,
} as const;

/** Followers are the follows of people seen from the other side, and whatever has many is among the large sources. */
export function checkFollowing(stored: Everything, { users }: Records): Finding[] {
  const expected = new Expected();
  const findings: Finding[] = [];
  for (const [key, held] of stored) {
    const [, list, person = ''] = /^(follows|mutes|wishes):(.+)$/.exec(key) ?? [];
    if (held.type !== 'zset' || !isChosen(list)) continue;
    if (!users.has(person)) findings.push({ key, says: `belongs to ${person}, who is gone`, repair: nothing() });
    const known = new Map([...held.scores].filter(([source]) => sources[list].test(source)));
    if (known.size < held.scores.size) {
      findings.push({ key, says: 'holds what cannot be chosen', repair: { type: 'zset', scores: known } });
    }
    if (list !== 'follows' || !users.has(person)) continue;
    for (const [source, since] of known) expected.score(keys.followers(source), person, since);
  }
  return [...findings, ...expected.compared(stored, /^followers:/), ...checkLarge(stored, expected)];
}

function isChosen(list: string | undefined): list is keyof typeof sources {
  return list !== undefined && list in sources;
}

/** A source that was large once stays so. */
function checkLarge(stored: Everything, expected: Expected): Finding[] {
  const held = stored.get(keys.largeSources);
  const known = held?.type === 'set' ? held.members : new Set<string>();
  const large = [...expected.indexes].flatMap(([key, index]) =>
    index.type === 'zset' && index.scores.size > fanOutLine ? [key.slice(keys.followers('').length)] : [],
  );
  if (large.every((source) => known.has(source))) return [];
  const members = new Set([...known, ...large]);
  return [{ key: keys.largeSources, says: 'lacks what many follow', repair: { type: 'set', members } }];
}

const nothing = () => ({ type: 'zset' as const, scores: new Map<string, number>() });

const StoredPasskey = jsonOf(Passkey);

/**
 * Every session, passkey and personal token is among those of its owner: one that is not opens the account, and no
 * new password ends it. What touched an account belongs to somebody who is here.
 */
export function checkAccess(stored: Everything, { users }: Records): Finding[] {
  const findings: Finding[] = [];
  const expected = new Expected();
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

/** A session or a personal token, which are hashes that name their owner. */
function ownedOf(prefix: (id: string) => string, index: (userId: string) => string, key: string, held: StoredValue) {
  if (!key.startsWith(prefix('')) || held.type !== 'hash') return undefined;
  const fieldOf = (name: string) => held.value.find((_, at) => at % 2 === 1 && held.value[at - 1] === name);
  const [userId, createdAt] = [fieldOf('userId'), fieldOf('createdAt')];
  if (userId === undefined || createdAt === undefined) return undefined;
  return { id: key.slice(prefix('').length), userId, createdAt, index };
}

/** A list of sessions may name some that have expired, so only what it lacks is wrong. */
function checkSessions(stored: Everything): Finding[] {
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

/** Handles and addresses lead to their people, present handles are listed, and sessions and passwords belong to someone. */
export function checkPeople(stored: Everything, { users }: Records): Finding[] {
  const findings: Finding[] = [];
  const expected = new Expected();
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
  return [...findings, ...expected.compared(stored, /^people:/), ...checkWeekly(stored, users)];
}

/** Whoever gets the weekly mail is here. */
function checkWeekly(stored: Everything, users: Records['users']): Finding[] {
  const held = stored.get(keys.weeklyDue);
  if (held?.type !== 'zset') return [];
  const scores = new Map([...held.scores].filter(([id]) => users.has(id)));
  if (scores.size === held.scores.size) return [];
  return [{ key: keys.weeklyDue, says: 'names people who are gone', repair: { type: 'zset', scores } }];
}

function sessionOwner(key: string, held: { type: string; value?: unknown }): string | undefined {
  if (!/^session:[^:]+$/.test(key) || held.type !== 'hash' || !Array.isArray(held.value)) return undefined;
  const fields = held.value as string[];
  return fields[fields.indexOf('userId') + 1];
}
