import type { Activity } from '../model/activity.ts';
import type { Account, ProfilePatch } from '../model/account.ts';
import { handleChangeableAt, withHandle } from '../model/handle-change.ts';
import type { User } from '../model/user.ts';
import { changeAccount, type AccountChanged, type NotChanged } from './store/account-changes.ts';
import { keys } from '../../platform/server/store/keys.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

type TooSoon = { ok: false; reason: 'too-soon'; at: Date };

/** A person's own account, as they see it. */
export function accountOf(user: User, now: Date): Account {
  return {
    handle: user.handle,
    formerHandles: user.formerHandles ?? [],
    handleChangeableAt: handleChangeableAt(user, now)?.toISOString() ?? null,
    name: user.name,
    unlike: user.unlike ?? null,
    bio: user.bio,
    email: user.email ?? '',
    emailVerifiedAt: user.emailVerifiedAt ?? null,
    createdAt: user.createdAt,
    modelReadsPrivate: user.modelReadsPrivate ?? false,
  };
}

/** Changes how readers see a person, and what they let the model read. A handle that is or was somebody else's is `taken`. */
export function changeProfile(
  redis: Redis,
  userId: string,
  { handle, ...patch }: ProfilePatch,
  note: (handle: string) => Activity,
  now: Date,
): Promise<AccountChanged | NotChanged | TooSoon> {
  return changeAccount<NotChanged | TooSoon>(redis, userId, (user) => {
    const moves = handle !== undefined && handle !== user.handle;
    const at = moves ? handleChangeableAt(user, now) : null;
    if (at) return { ok: false, reason: 'too-soon', at };
    const named = moves ? withHandle(user, handle, now) : user;
    const { modelReadsPrivate, ...rest } = named;
    const next = {
      ...rest,
      ...((patch.modelReadsPrivate ?? modelReadsPrivate) && { modelReadsPrivate: true as const }),
      bio: patch.bio ?? user.bio,
      name: patch.name === undefined ? user.name : patch.name || named.handle,
    };
    const shown = moves || next.bio !== user.bio || next.name !== user.name;
    return { ok: true, user: next, shown, ...(moves && { claims: [keys.handle(handle)], activity: note(handle) }) };
  });
}
