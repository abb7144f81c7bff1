import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { recordPersonChange } from '../../../platform/server/store/script-parts.ts';
import { writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import type { Activity } from '../../model/activity.ts';
import type { User } from '../../model/user.ts';
import { activityArgs, addActivity } from './activity.ts';
import { likenessOf, updateLikeness } from './likeness.ts';
import type { TokenPurpose } from './tokens.ts';
import { StoredUser } from './users.ts';

/** Ends ways into an account: everything in an index except what is kept (ids between commas; empty: everything stays). */
const endAll: LuaPart = {
  body: `
    local function endAll(index, prefix, kept)
      if kept == '' then return end
      for _, one in ipairs(redis.call('ZRANGE', index, 0, -1)) do
        if not string.find(kept, ',' .. one .. ',', 1, true) then
          redis.call('DEL', prefix .. one)
          redis.call('ZREM', index, one)
        end
      end
    end
  `,
};

/**
 * Spends a token (by its hash; empty: none), and voids those with these purposes (between commas), except earlier restores.
 */
const spendTokens: LuaPart = {
  body: `
    local function spendTokens(index, token, voided)
      local spent = token ~= '' and redis.call('ZSCORE', index, 'restore:' .. token)
      for _, entry in ipairs(redis.call('ZRANGE', index, 0, -1)) do
        local purpose, hash = string.match(entry, '^([^:]+):(.+)$')
        local earlier = spent and purpose == 'restore' and tonumber(redis.call('ZSCORE', index, entry)) < tonumber(spent)
        if hash == token or (not earlier and string.find(voided, ',' .. purpose .. ',', 1, true)) then
          redis.call('DEL', ${luaKey(keys.token, 'hash')})
          redis.call('ZREM', index, entry)
        end
      end
    end
  `,
};

/**
 * The one script that changes a person: profile, names, password, and which sessions stay, in one step.
 *
 * `proof` is the token to spend, or the session of the request (or the user again). `names` are addresses and handles:
 * first those to claim, then `refused` ones that must not exist, then those to hold for some seconds (`holdSeconds` has a number for each, with spaces between),
 * then those to free. `shown` is empty if readers see no
 * difference, `token` is the token's hash (empty: none is spent), `password` the new hash (empty: unchanged, `-`: removed),
 * `deletion` how a deletion of the account goes on (empty: it is not deleted).
 * Names whose look is not in the index count from `createdAt`.
 *
 * Returns `written` and the new head revision or null, or why nothing was written: `changed` (the person was, meanwhile),
 * `spent` (the token no longer exists) or `taken` (somebody else has a claimed name, or a refused one exists).
 */
const changeAccountScript = writeScript({
  uses: [addActivity, updateLikeness, recordPersonChange, endAll, spendTokens],
  keys: [
    ...(['userKey', 'passwordKey', 'sessions', 'tokens', 'passkeys', 'proof', 'apiTokens', 'activity'] as const),
    '...names',
  ],
  fixed: { handles: keys.handles, changes: keys.changes, deletions: keys.accountDeletions },
  args: [
    ...([
      'expected',
      'json',
      'id',
      'shown',
      'token',
      'password',
      'keptSessions',
      'keptPasskeys',
      'keptTokens',
    ] as const),
    ...(['claims', 'refused', 'holdSeconds', 'voided', 'deletion'] as const),
    ...(['activityEntry', 'activityAt', 'createdAt', '...looks'] as const),
  ],
  returns: z.union([
    z.tuple([z.literal('written'), z.int().nullable()]),
    z.tuple([z.enum(['changed', 'spent', 'taken'])]),
  ]),
  body: `
    local claimed, seconds = tonumber(claims), {}
    local checked = claimed + tonumber(refused)
    for each in string.gmatch(holdSeconds, '%d+') do seconds[#seconds + 1] = each end
    if redis.call('GET', userKey) ~= expected then return { 'changed' } end
    if token ~= '' and redis.call('EXISTS', proof) == 0 then return { 'spent' } end
    for i = 1, claimed do
      local owner = redis.call('GET', names[i])
      if owner and owner ~= id and owner ~= 'held:' .. id then return { 'taken' } end
    end
    for i = claimed + 1, checked do
      if redis.call('EXISTS', names[i]) == 1 then return { 'taken' } end
    end
    for _, index in ipairs({ changes, sessions, tokens, passkeys, apiTokens, handles, activity }) do
      redis.call('ZCARD', index)
    end
    redis.call('HLEN', deletions)

    redis.call('SET', userKey, json)
    if deletion ~= '' then redis.call('HSET', deletions, id, deletion) end
    local before, after = cjson.decode(expected), cjson.decode(json)
    redis.call('ZREM', handles, before.handle)
    if not after.deletedAt then redis.call('ZADD', handles, 0, after.handle) end
    for i, name in ipairs(names) do
      if i <= claimed then redis.call('SET', name, id)
      elseif seconds[i - checked] then redis.call('SET', name, 'held:' .. id, 'EX', seconds[i - checked])
      elseif i > checked then redis.call('DEL', name) end
    end
    if password == '-' then
      redis.call('DEL', passwordKey)
    elseif password ~= '' then
      redis.call('SET', passwordKey, password)
    end
    endAll(sessions, '${keys.session('')}', keptSessions)
    endAll(passkeys, '${keys.passkey('')}', keptPasskeys)
    endAll(apiTokens, '${keys.apiToken('')}', keptTokens)
    spendTokens(tokens, token, voided)
    if not after.deletedAt then addActivity(activity, activityEntry, activityAt) end
    local time = redis.call('TIME')
    local since = time[1] * 1000 + math.floor(time[2] / 1000)
    if redis.call('EXISTS', ${luaKey(keys.userAlike, 'id')}) == 0 then since = createdAt end
    for _, each in ipairs(updateLikeness(id, looks, since, before.handle ~= after.handle)) do
      if each ~= id or shown == '' then recordPersonChange(each) end
    end
    return { 'written', shown ~= '' and recordPersonChange(id) }
    `,
});

/** Sessions by their stored ids, passkeys and personal tokens by theirs. A kind that is absent is left unchanged. */
export type EndedAccess = Partial<Record<'sessions' | 'passkeys' | 'tokens', { keep: readonly string[] }>>;
export const endAllAccess: EndedAccess = { sessions: { keep: [] }, passkeys: { keep: [] }, tokens: { keep: [] } };

/** A change of a person and their account. Names are keys of addresses and handles. */
export interface AccountChange {
  ok: true;
  /** The person as stored afterwards. */
  user: User;
  /** Whether readers see the difference, so that pages have to be rendered. */
  shown?: boolean;
  /** Names that must be free or theirs already, and become theirs. */
  claims?: string[];
  /** Names that must not exist. */
  refused?: string[];
  /** Names that they give up and that nobody may take for a while. */
  holds?: { name: string; seconds: number }[];
  /** Names that become free immediately. */
  frees?: string[];
  /** Hash of the token that allows this; the change spends it. */
  token?: string;
  /** The session of the request, which must not have ended meanwhile. */
  session?: string;
  /** The new hash; null removes the password. */
  passwordHash?: string | null;
  /** The ways into the account that end: everything of the kinds named, except the ids kept. */
  ends?: EndedAccess;
  /** Unused links with these purposes become void. */
  voidTokens?: readonly TokenPurpose[];
  /** How the deletion goes on, for an account that is closed by this. */
  deletion?: string;
  /** The entry for the person's activity. */
  activity?: Activity | undefined;
}

/** `revision`: the head revision that the change raised, or null if readers see no difference. */
export type AccountChanged = { ok: true; user: User; revision: number | null };
/** `missing`: no such person, or deleted. `spent`: the token was used or has expired. `taken`: somebody else has a name. */
export type NotChanged = { ok: false; reason: 'missing' | 'spent' | 'taken' };

/** Concurrent changes of a person are rare, so this many attempts are enough. */
const attempts = 8;

/**
 * Changes a person in one step. `decide` gets the current person, and is called again if they were changed in between; its
 * refusal is returned. `known` is their stored text, if it was read already.
 */
export async function changeAccount<Refused extends { ok: false } = never>(
  redis: Redis,
  userId: string,
  decide: (user: User) => AccountChange | Refused,
  known?: string,
): Promise<AccountChanged | NotChanged | Refused> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const isKnown = attempt === 0 && known !== undefined;
    const stored = isKnown ? known : await redis.get<string>(keys.user(userId));
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
  const { claims = [], refused = [], holds = [], frees = [], ends = {}, passwordHash = '' } = change;
  const keptIds = (kind: keyof EndedAccess) => (ends[kind] ? `,${ends[kind].keep.join(',')},` : '');
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
    // Somebody who had access to the account may have set up an export of its notes to a destination of their own.
    names: [
      ...claims,
      ...refused,
      ...holds.map(({ name }) => name),
      ...frees,
      ...(ends.tokens ? [keys.exportSecret(userId)] : []),
    ],
    expected: stored,
    json: toStored(change.user),
    id: userId,
    shown: change.shown ? 'shown' : '',
    token: change.token ?? change.session ?? '',
    password: passwordHash ?? '-',
    keptSessions: keptIds('sessions'),
    keptPasskeys: keptIds('passkeys'),
    keptTokens: keptIds('tokens'),
    claims: claims.length,
    refused: refused.length,
    holdSeconds: holds.map(({ seconds }) => seconds).join(' '),
    voided: `,${(change.voidTokens ?? []).join(',')},`,
    deletion: change.deletion ?? '',
    ...activityArgs(change.activity),
    createdAt: Date.parse(change.user.createdAt),
    looks: likenessOf(change.user),
  });
}
