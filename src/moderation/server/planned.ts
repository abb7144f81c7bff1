import { v7 as uuidv7 } from 'uuid';
import type { ModerationEvent } from '../../inbox/model/notification.ts';
import type { ActionName, Entry, Subject, DecisionOf } from '../model/entry.ts';
import { limits } from '../../platform/model/limits.ts';
import { roleOf } from '../../people/model/permissions.ts';
import type { User, Role } from '../../people/model/user.ts';
import type { Settlement } from './store/settlements.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { countModerators } from '../../people/server/people.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { readCase } from './store/cases.ts';
import { readComment } from '../../discussion/server/comments.ts';
import { readNote } from '../../notes/server/notes.ts';

/**
 * Why a decision is not written. `settled`: someone else decided first; `already`: it is so already; `stale`: the note
 * is another one than the moderator read; `gone`: its author deleted it; `binned`: so that they
 * can bring it back; `own`: about oneself, while others could
 * decide; `rank`: about someone who moderates too; `unfit`: not for such a thing, or not at this time.
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

/** What a refused decision answers. */
export function decisionProblem({ reason }: Refusal): HttpError {
  const [status, title, detail] = answers[reason];
  return new HttpError(status, title, detail);
}

const ranks: Record<Role, number> = { member: 0, moderator: 1, owner: 2 };

/** Nobody decides about their own writing or their own decision while someone else could: `moderators` are so many. */
export function refusedAsOwn(moderators: number, moderator: User, ownerId: string | null): Refusal | undefined {
  return ownerId === moderator.id && moderators > 1 ? { ok: false, reason: 'own' } : undefined;
}

/** Nobody suspends themselves, nor somebody of the same rank. */
export function refusedByRank(moderator: User, person: User): Refusal | undefined {
  if (person.id === moderator.id) return { ok: false, reason: 'own' };
  return ranks[roleOf(moderator)] > ranks[roleOf(person)] ? undefined : { ok: false, reason: 'rank' };
}

/** A decision under way: who decides when, and the entry to which each kind of decision adds its part. */
export type Deciding = { moderator: User; now: Date; entry: Omit<Entry, 'subject' | 'personId'> };

/** What is to be written, and what the person concerned is told. `forgets`: a comment that stays deleted once its case is closed. */
export type Planned = { ok: true; settlement: Settlement; tell?: ModerationEvent; forgets?: string };

/** What taking a decision back changes, and what the person is told. */
export type Reversal = {
  change: Pick<Settlement, 'note' | 'comment' | 'person' | 'domain' | 'sweeps'>;
  what: { subject: string; action: string };
  path: string;
};

/** The beginning of a decision by this moderator. */
export function deciding(moderator: User, action: ActionName, reason: string, now: Date): Deciding {
  const entry = { id: uuidv7(), action, by: moderator.id, byRole: roleOf(moderator), reason, at: now.toISOString() };
  return { moderator, now, entry };
}

/** Closes a case and changes nothing else. What the rules hold is published or refused, not dismissed. */
export async function dismissal(
  redis: Redis,
  { subject: kind, id, case: caseId }: DecisionOf<'dismiss'>,
  { moderator, entry }: Deciding,
): Promise<Planned | Refusal> {
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
    ...(kind === 'comment' && { forgets: id }),
    settlement: { entry: { ...entry, subject, personId }, closes: { subject, read: found.text } },
  };
}

/** The open case that a decision settles. A decision that names another one comes too late. */
export async function closing(
  redis: Redis,
  subject: Subject,
  caseId: string | undefined,
): Promise<{ ok: true; closes: NonNullable<Settlement['closes']> } | Refusal> {
  const found = await readCase(redis, subject);
  if (caseId !== undefined && found?.open.id !== caseId) return { ok: false, reason: 'settled' };
  return { ok: true, closes: { subject, read: found?.text ?? null } };
}

/** Whom a subject concerns; null where nobody is left. */
async function personOf(redis: Redis, { kind, id }: Subject): Promise<string | null> {
  if (kind === 'person') return id;
  if (kind === 'comment') return (await readComment(redis, id))?.authorId ?? null;
  const note = await readNote(redis, id);
  return note && 'visibility' in note ? note.authorId : null;
}
