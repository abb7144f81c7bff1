import { Passkey } from '../../people/model/passkey.ts';
import type { Held } from './everything.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { jsonOf } from '../../platform/server/store/stored.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { Records } from './records.ts';

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

function passkeyOf(key: string, held: Held) {
  const read = key.startsWith(keys.passkey('')) && held.type === 'string' && StoredPasskey.safeParse(held.value);
  return read && read.success ? { ...read.data, index: keys.userPasskeys } : undefined;
}

/** A session or a personal token, which are hashes that name their owner. */
function ownedOf(prefix: (id: string) => string, index: (userId: string) => string, key: string, held: Held) {
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
