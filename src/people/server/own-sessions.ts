import { createHash } from 'node:crypto';
import type { Activity } from '../model/activity.ts';
import type { OwnSession } from '../model/account.ts';
import { deviceInWords } from '../../platform/model/device.ts';
import type { LiveSession } from './session.ts';
import { recordActivity } from './store/activity.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { deleteSession, listSessions } from './store/sessions.ts';

/** Where a person is signed in: this session first, then the latest used. */
export async function ownSessions(
  redis: Redis,
  { sid: own, user }: Pick<LiveSession, 'user'> & { sid?: string },
): Promise<OwnSession[]> {
  const sessions = (await listSessions(redis, user.id)).map(({ sid, createdAt, seenAt, device }) => ({
    id: shownId(sid),
    device: deviceInWords(device),
    createdAt,
    lastUsedAt: seenAt,
    current: sid === own,
  }));
  const rank = ({ current, lastUsedAt }: OwnSession) => (current ? '~' : lastUsedAt);
  return sessions.sort((one, other) => (rank(one) < rank(other) ? 1 : -1));
}

/** The store's own ids of those sessions of a person that these name. */
export async function sidsOf(redis: Redis, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await listSessions(redis, userId)).map(({ sid }) => sid).filter((sid) => ids.includes(shownId(sid)));
}

/** Ends one session of this person's, and notes it. False when they have none of this id. */
export async function endSession(
  redis: Redis,
  userId: string,
  id: string,
  note: (device: string) => Activity,
): Promise<boolean> {
  const found = (await listSessions(redis, userId)).find(({ sid }) => shownId(sid) === id);
  if (found) {
    await deleteSession(redis, found.sid);
    await recordActivity(redis, userId, note(deviceInWords(found.device)));
  }
  return found !== undefined;
}

/** A session's own id opens it, together with the site's secret; what is shown names it and opens nothing. */
function shownId(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url').slice(0, 22);
}
