import { limits } from '../../platform/model/limits.ts';
import type { User } from './user.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** When a person may change their handle again, or null when they may now. The first change is free at once. */
export function handleChangeableAt({ handleChangedAt }: Pick<User, 'handleChangedAt'>, now: Date): Date | null {
  if (handleChangedAt === undefined) return null;
  const at = Date.parse(handleChangedAt) + limits.handleDays * dayMs;
  return at > now.getTime() ? new Date(at) : null;
}

/** The person under another handle; the ones before stay theirs, so that old links and mentions still find them. */
export function withHandle(user: User, handle: string, now: Date): User {
  const former = [...(user.formerHandles ?? []), user.handle].filter((one) => one !== handle);
  return { ...user, handle, formerHandles: [...new Set(former)], handleChangedAt: now.toISOString() };
}
