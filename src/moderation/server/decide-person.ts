import { paths } from '../../platform/model/paths.ts';
import type { DecisionOf } from '../model/decision.ts';
import { suspensionOf, termInWords } from '../../people/model/permissions.ts';
import type { Suspension } from '../../people/model/user.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUserText } from '../../people/server/store/users.ts';
import { refusedByRank } from './permissions.ts';
import { closing } from './dismiss.ts';
import type { Deciding, Planned } from './planned.ts';
import type { Refusal } from './refusal.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Takes writing away for a term, or signing in, for a term or for good. A later decision takes the place of an earlier one. */
export async function personDecision(
  redis: Redis,
  decision: DecisionOf<'silence' | 'ban'>,
  { moderator, entry, now }: Deciding,
): Promise<Planned | Refusal> {
  const found = await readUserText(redis, decision.id);
  if (!found) return { ok: false, reason: 'missing' };
  const refused = refusedByRank(moderator, found.user);
  if (refused) return refused;
  if (decision.action === 'silence' && suspensionOf(found.user, now)?.kind === 'banned') {
    return { ok: false, reason: 'already' };
  }
  const subject = { kind: 'person', id: decision.id } as const;
  const closed = await closing(redis, subject, decision.case);
  if (!closed.ok) return closed;
  const suspension = suspensionBy(decision, entry, now);
  const hides = 'writings' in suspension && suspension.writings === 'hide';
  return {
    ok: true,
    settlement: {
      entry: { ...entry, subject, personId: decision.id, until: suspension.until },
      closes: closed.closes,
      person: { read: found.text, next: { ...found.user, standing: suspension } },
      ...(hides ? { sweeps: decision.id } : {}),
    },
    tell: {
      kind: 'moderation',
      userId: decision.id,
      subject: 'Your account',
      action: `${suspension.kind} ${termInWords(suspension)}`,
      reason: entry.reason,
      path: paths.appeal(entry.id),
    },
  };
}

function suspensionBy(decision: DecisionOf<'silence' | 'ban'>, entry: Deciding['entry'], now: Date): Suspension {
  const until = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  const why = { reason: entry.reason, at: entry.at, action: entry.id };
  if (decision.action === 'silence') return { kind: 'silenced', until: until(decision.days), ...why };
  const term = decision.days === null ? null : until(decision.days);
  return { kind: 'banned', until: term, ...why, ...(decision.writings === 'hide' ? { writings: 'hide' } : {}) };
}
