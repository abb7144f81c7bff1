import { v7 as uuidv7 } from 'uuid';
import type { ModerationEvent } from '../../inbox/model/notification.ts';
import type { ActionName, Entry, Subject, DecisionOf } from '../model/entry.ts';
import { limits } from '../../platform/model/limits.ts';
import { maySuspend, roleOf } from '../../people/model/permissions.ts';
import type { User } from '../../people/model/user.ts';
import type { DecisionWrite } from './store/decisions.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { countModerators } from '../../people/server/people.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { readCase } from './store/cases.ts';
import { readComment } from '../../discussion/server/comments.ts';
import { readNote } from '../../notes/server/notes.ts';

/**
 * Why a decision is refused. `settled`: somebody else decided first; `already`: nothing would change; `stale`: the note has
 * changed since the moderator read it; `gone`: its author deleted it; `binned`: deleted, but its author can restore it;
 * `own`: it is about the moderator, and others could decide; `rank`: it is about another moderator; `unfit`: it does not
 * apply to this subject, or not now.
 */
export type Refusal = {
  ok: false;
  reason: 'settled' | 'already' | 'stale' | 'gone' | 'binned' | 'missing' | 'own' | 'rank' | 'unfit';
};

const answers: Record<Refusal['reason'], [number, string, string]> = {
  settled: [
    409,
    'Conflict',
    'Nothing was changed: another moderator has decided this in the meantime. Reload the page.',
  ],
  already: [409, 'Conflict', 'Nothing was changed: that’s already the case. Reload the page.'],
  stale: [
    409,
    'Conflict',
    'Nothing was changed: its author has edited it since you read it. Read it again, then decide.',
  ],
  binned: [
    410,
    'Gone',
    `Nothing was changed: its author deleted it, and can bring it back for ${limits.binDays} days. Leave this open until then, or remove the note for good.`,
  ],
  gone: [410, 'Gone', 'Nothing was changed: its author has deleted it. If it was reported, dismiss the report.'],
  missing: [404, 'Not Found', 'There’s nothing here to decide about.'],
  own: [
    403,
    'Forbidden',
    'Nothing was changed: this is about your own writing or decision. Another moderator has to decide.',
  ],
  rank: [
    403,
    'Forbidden',
    'Nothing was changed: only an owner can decide about a moderator, and nobody about an owner.',
  ],
  unfit: [409, 'Conflict', 'Nothing was changed: this decision doesn’t apply here.'],
};

/** The error for a refused decision. */
export function decisionProblem({ reason }: Refusal): HttpError {
  const [status, title, detail] = answers[reason];
  return new HttpError(status, title, detail);
}

/** Refuses decisions about the moderator's own content or decision while there is another one (`moderators`: how many). */
export function refusedAsOwn(moderators: number, moderator: User, ownerId: string | null): Refusal | undefined {
  return ownerId === moderator.id && moderators > 1 ? { ok: false, reason: 'own' } : undefined;
}

/** Refuses to let people suspend themselves, or somebody of the same or a higher rank. */
export function refusedByRank(moderator: User, person: User): Refusal | undefined {
  if (person.id === moderator.id) return { ok: false, reason: 'own' };
  return maySuspend(moderator, person) ? undefined : { ok: false, reason: 'rank' };
}

/** A decision in progress: the moderator, the time, and the entry, which each kind of decision completes. */
export type DecisionInProgress = { moderator: User; now: Date; entry: Omit<Entry, 'subject' | 'personId'> };

/** What to write, and the notification for the person concerned. `erases`: a deleted comment to erase with its case. */
export type PlannedDecision = { ok: true; write: DecisionWrite; notification?: ModerationEvent; erases?: string };

/** What undoing a decision changes, and what the person concerned is notified of. */
export type Reversal = {
  change: Pick<DecisionWrite, 'note' | 'comment' | 'person' | 'domain' | 'sweeps'>;
  what: { subject: string; action: string };
  path: string;
};

/** A new decision by this moderator. */
export function deciding(moderator: User, action: ActionName, reason: string, now: Date): DecisionInProgress {
  const entry = { id: uuidv7(), action, by: moderator.id, byRole: roleOf(moderator), reason, at: now.toISOString() };
  return { moderator, now, entry };
}

/** Closes a case without any other change. Notes held by the rules are published or refused, not dismissed. */
export async function dismissal(
  redis: Redis,
  { subject: kind, id, case: caseId }: DecisionOf<'dismiss'>,
  { moderator, entry }: DecisionInProgress,
): Promise<PlannedDecision | Refusal> {
  const subject = { kind, id };
  const [found, personId, moderators] = await Promise.all([
    readCase(redis, subject),
    personOf(redis, subject),
    countModerators(redis),
  ]);
  if (found?.open.id !== caseId) return { ok: false, reason: 'settled' };
  if (found.open.kind === 'held' && personId !== null) return { ok: false, reason: 'unfit' };
  const own = refusedAsOwn(moderators, moderator, personId);
  if (own) return own;
  return {
    ok: true,
    ...(kind === 'comment' && { erases: id }),
    write: { entry: { ...entry, subject, personId }, closes: { subject, read: found.text } },
  };
}

/** The open case that a decision closes. Refused as `settled` if the decision names a different case. */
export async function caseToClose(
  redis: Redis,
  subject: Subject,
  caseId: string | undefined,
): Promise<{ ok: true; closes: NonNullable<DecisionWrite['closes']> } | Refusal> {
  const found = await readCase(redis, subject);
  if (caseId !== undefined && found?.open.id !== caseId) return { ok: false, reason: 'settled' };
  return { ok: true, closes: { subject, read: found?.text ?? null } };
}

/** The id of the person a subject belongs to; null if it no longer exists. */
async function personOf(redis: Redis, { kind, id }: Subject): Promise<string | null> {
  if (kind === 'person') return id;
  if (kind === 'comment') return (await readComment(redis, id))?.authorId ?? null;
  const note = await readNote(redis, id);
  return note && 'visibility' in note ? note.authorId : null;
}
