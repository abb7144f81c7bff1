import type { ModerationEvent } from '../../inbox/model/notification.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Entry } from '../model/entry.ts';
import { readSubjects } from './log.ts';

const outcomes: Partial<Record<Entry['action'], string>> = {
  dismiss: 'reviewed and left as it is',
  hide: 'hidden',
  remove: 'removed',
  lock: 'locked, so nobody can add to its thread',
  silence: 'silenced for a while',
  ban: 'banned',
};

/**
 * Notifications of the outcome for those who reported it, without details of what the person concerned is told. They lead to
 * what was reported if others can still see it.
 */
export async function reportOutcomes(
  redis: Redis,
  { entry: { action, subject, reason, by, personId }, reporters }: { entry: Entry; reporters: readonly string[] },
): Promise<ModerationEvent[]> {
  const outcome = outcomes[action];
  const told = reporters.filter((userId) => userId !== by && userId !== personId);
  if (outcome === undefined || !subject || told.length === 0) return [];
  const isHidden = action === 'hide' || action === 'remove';
  const about = isHidden ? null : (await readSubjects(redis, [subject])).aboutOf(subject);
  return told.map((userId) => ({
    ...{ kind: 'moderation', userId, reason },
    subject: `The ${subject.kind} that you reported`,
    action: outcome,
    ...(about?.path && { path: about.path }),
  }));
}
