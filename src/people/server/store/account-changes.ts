import type { Activity } from '../../model/activity.ts';
import type { User } from '../../model/user.ts';
import { activityArgs } from './activity.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { likenessOf } from './likeness.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { changeAccountScript } from './change-account.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import type { TokenPurpose } from './tokens.ts';
import { StoredUser } from './stored-user.ts';

/** Sessions by their own ids, passkeys and personal tokens by theirs. A kind that is not named stays as it is. */
export type Ends = Partial<Record<'sessions' | 'passkeys' | 'tokens', { keep: readonly string[] }>>;
export const endsAll: Ends = { sessions: { keep: [] }, passkeys: { keep: [] }, tokens: { keep: [] } };

/** What becomes of a person, and of what hangs on them. Names are keys of addresses and handles. */
export interface AccountChange {
  ok: true;
  /** The person as stored afterwards. */
  user: User;
  /** Readers see the difference, so pages follow. */
  shown?: boolean;
  /** Names that must be free or theirs, and become theirs. */
  claims?: string[];
  /** Names that they give up and nobody may take for a while. */
  holds?: { names: string[]; seconds: number };
  /** Names that are free at once. */
  frees?: string[];
  /** Hash of the token that allows this, which is spent by it. */
  token?: string;
  /** The session that asks for this, which must not have ended meanwhile. */
  session?: string;
  /** The new hash; null removes the password. */
  passwordHash?: string | null;
  /** What opens the account ends, all of each kind that is named but the ids that are kept. */
  ends?: Ends;
  /** Links of these kinds that are still unused become void. */
  voidTokens?: readonly TokenPurpose[];
  /** What the person's activity says of it. */
  activity?: Activity | undefined;
}

/** `revision`: the head that the change raised, or null where readers see no difference. */
export type AccountChanged = { ok: true; user: User; revision: number | null };
/** `missing`: no such person, or deleted. `spent`: the token was used or has expired. `taken`: a name is somebody's. */
export type NotChanged = { ok: false; reason: 'missing' | 'spent' | 'taken' };

/** Other changes of one person at the same moment are few: this many attempts outlast them. */
const attempts = 8;

/**
 * Changes a person in one step. `decide` gets the person as they are, and may be asked again when they change
 * meanwhile; what it refuses is given back.
 */
export async function changeAccount<Refused extends { ok: false } = never>(
  redis: Redis,
  userId: string,
  decide: (user: User) => AccountChange | Refused,
): Promise<AccountChanged | NotChanged | Refused> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await redis.get<string>(keys.user(userId));
    const user = stored === null ? undefined : StoredUser.parse(stored);
    if (stored === null || !user || user.deletedAt !== undefined) return { ok: false, reason: 'missing' };
    const change = decide(user);
    if (!change.ok) return change;
    const [outcome, revision = null] = await write(redis, userId, stored, change);
    if (outcome === 'written') return { ok: true, user: change.user, revision };
    if (outcome !== 'changed') return { ok: false, reason: outcome };
  }
  throw new Error(`The person ${userId} cannot be written: they keep changing.`);
}

function write(redis: Redis, userId: string, stored: string, change: AccountChange) {
  const { claims = [], holds = { names: [], seconds: 0 }, frees = [], ends = {}, passwordHash = '' } = change;
  const kept = (kind: keyof Ends) => (ends[kind] ? `,${ends[kind].keep.join(',')},` : '');
  return changeAccountScript(redis, {
    userKey: keys.user(userId),
    passwordKey: keys.password(userId),
    sessions: keys.userSessions(userId),
    tokens: keys.userTokens(userId),
    passkeys: keys.userPasskeys(userId),
    proof:
      change.token !== undefined
        ? keys.token(change.token)
        : change.session === undefined
          ? keys.user(userId)
          : keys.session(change.session),
    apiTokens: keys.userApiTokens(userId),
    activity: keys.activity(userId),
    // Whoever had the account may have had its notes brought to a place of theirs.
    names: [...claims, ...holds.names, ...frees, ...(ends.tokens ? [keys.exportSecret(userId)] : [])],
    expected: stored,
    json: toStored(change.user),
    id: userId,
    shown: change.shown ? 'shown' : '',
    token: change.token ?? change.session ?? '',
    password: passwordHash ?? '-',
    keptSessions: kept('sessions'),
    keptPasskeys: kept('passkeys'),
    keptTokens: kept('tokens'),
    claims: claims.length,
    holds: holds.names.length,
    holdSeconds: holds.seconds,
    voided: `,${(change.voidTokens ?? []).join(',')},`,
    ...activityArgs(change.activity),
    createdAt: Date.parse(change.user.createdAt),
    looks: likenessOf(change.user),
  });
}
