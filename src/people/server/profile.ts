import { writtenDate } from '../../platform/model/dates.ts';
import { limits } from '../../platform/model/limits.ts';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { keys } from '../../platform/server/store/keys.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Account, ProfilePatch } from '../model/account.ts';
import type { Activity } from '../model/activity.ts';
import type { User } from '../model/user.ts';
import { changeAccount, type AccountChanged, type NotChanged } from './store/account-changes.ts';
import { type LiveSession, ownSessions } from './session.ts';
import { ownPasskeyOf } from './passkeys.ts';
import { listActivity } from './store/activity.ts';
import { listApiTokens } from './store/api-tokens.ts';
import { listPasskeys } from './store/passkeys.ts';
import { readFactor } from './store/second-factor.ts';

/** Why a profile was not changed. */
export function profileProblem(
  refusal: NotChanged | { ok: false; reason: 'too-soon'; at: Date },
  now: Date,
): HttpError {
  if (refusal.reason === 'too-soon') {
    const message = `You can change your handle once every 30 days. You can change yours again on ${writtenDate(refusal.at.toISOString())}.`;
    return new HttpError(429, 'Too Many Requests', `Nothing was saved. ${message}`, {
      errors: [{ path: 'handle', message }],
      headers: { 'Retry-After': String(Math.ceil((refusal.at.getTime() - now.getTime()) / 1000)) },
    });
  }
  if (refusal.reason !== 'taken') return accountGoneProblem();
  const message = 'This handle is taken, or was once. Choose another.';
  return new HttpError(409, 'Conflict', `Nothing was saved. ${message}`, { errors: [{ path: 'handle', message }] });
}

/** The refusal of a call whose account was deleted while it was under way. */
export function accountGoneProblem(): HttpError {
  return new HttpError(410, 'Gone', 'Nothing was changed: this account was deleted.');
}

/** The refusal to delete the account of the only owner. */
export function lastOwnerProblem(): HttpError {
  const detail = 'You’re the only owner of this site. Make someone else an owner first, under Moderation, People.';
  return new HttpError(409, 'Conflict', `Nothing was deleted. ${detail}`);
}

const dayMs = 24 * 60 * 60 * 1000;

/** When a person may change their handle again, or null if they may now. The first change is always allowed. */
function handleChangeableAt({ handleChangedAt }: Pick<User, 'handleChangedAt'>, now: Date): Date | null {
  if (handleChangedAt === undefined) return null;
  const at = Date.parse(handleChangedAt) + limits.handleDays * dayMs;
  return at > now.getTime() ? new Date(at) : null;
}

/** The person with another handle. Former handles stay theirs, so that old links and mentions still find them. */
function withHandle(user: User, handle: string, now: Date): User {
  const former = [...(user.formerHandles ?? []), user.handle].filter((one) => one !== handle);
  return { ...user, handle, formerHandles: [...new Set(former)], handleChangedAt: now.toISOString() };
}

type TooSoon = { ok: false; reason: 'too-soon'; at: Date };

/** Gives a person the picture of this name, or removes theirs. `known` is their stored text, if it was read already. */
export function changeAvatar(
  redis: Redis,
  userId: string,
  avatar: string | undefined,
  known?: string,
): Promise<AccountChanged | NotChanged> {
  const changed = ({ avatar: before, ...user }: User) => {
    return { ok: true, user: avatar === undefined ? user : { ...user, avatar }, shown: before !== avatar } as const;
  };
  return changeAccount<NotChanged>(redis, userId, changed, known);
}

/** Removes this picture from a person, unless another one has replaced it meanwhile. */
export function removeAvatar(redis: Redis, userId: string, name: string): Promise<AccountChanged | NotChanged> {
  return changeAccount<NotChanged>(redis, userId, ({ avatar, ...user }) => {
    const shown = avatar === name;
    return { ok: true, user: shown || avatar === undefined ? user : { ...user, avatar }, shown };
  });
}

/** A person's own account, as they see it. */
export function accountOf(user: User, now: Date): Account {
  return {
    handle: user.handle,
    formerHandles: user.formerHandles ?? [],
    handleChangeableAt: handleChangeableAt(user, now)?.toISOString() ?? null,
    name: user.name,
    unlike: user.unlike ?? null,
    bio: user.bio,
    avatar: user.avatar === undefined ? null : pictureAddress(user.avatar, pictureSizes.avatar[0]),
    email: user.email ?? '',
    emailVerifiedAt: user.emailVerifiedAt ?? null,
    createdAt: user.createdAt,
    modelReadsPrivate: user.modelReadsPrivate ?? false,
  };
}

/** Everything stored about a person's account except the account itself. */
export async function accountDataOf(redis: Redis, session: LiveSession, now: Date) {
  const { id } = session.user;
  const [sessions, passkeys, tokens, factor, activity] = await Promise.all([
    ownSessions(redis, session),
    listPasskeys(redis, id),
    listApiTokens(redis, id),
    readFactor(redis, id),
    listActivity(redis, id, now),
  ]);
  const secondFactor = factor ? { since: factor.since, codesLeft: factor.codesLeft } : null;
  return { sessions, passkeys: passkeys.map(ownPasskeyOf), tokens, secondFactor, activity };
}

/**
 * Changes how readers see a person, and what they let the model read. A handle that is or was somebody else's is
 * `taken`.
 */
export function changeProfile(
  redis: Redis,
  userId: string,
  { handle, ...patch }: ProfilePatch,
  activityFor: (handle: string) => Activity,
  now: Date,
): Promise<AccountChanged | NotChanged | TooSoon> {
  return changeAccount<NotChanged | TooSoon>(redis, userId, (user) => {
    const changesHandle = handle !== undefined && handle !== user.handle;
    const at = changesHandle ? handleChangeableAt(user, now) : null;
    if (at) return { ok: false, reason: 'too-soon', at };
    const named = changesHandle ? withHandle(user, handle, now) : user;
    const { modelReadsPrivate, ...rest } = named;
    const next = {
      ...rest,
      ...((patch.modelReadsPrivate ?? modelReadsPrivate) && { modelReadsPrivate: true as const }),
      bio: patch.bio ?? user.bio,
      name: patch.name === undefined ? user.name : patch.name || named.handle,
    };
    const shown = changesHandle || next.bio !== user.bio || next.name !== user.name;
    return {
      ok: true,
      user: next,
      shown,
      ...(changesHandle && { claims: [keys.handle(handle)], activity: activityFor(handle) }),
    };
  });
}
