import type { DecisionOf } from '../model/decision.ts';
import type { Subject } from '../model/subject.ts';
import { readCase } from './store/cases.ts';
import { readComment } from '../../discussion/server/store/comments.ts';
import { readNote } from '../../notes/server/store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Settlement } from './store/settlements.ts';
import { refusedAsOwn } from './permissions.ts';
import type { Deciding, Planned } from './planned.ts';
import type { Refusal } from './refusal.ts';

/** Closes a case and changes nothing else. What the rules hold is published or refused, not dismissed. */
export async function dismissal(
  redis: Redis,
  { subject: kind, id, case: caseId }: DecisionOf<'dismiss'>,
  { moderator, entry }: Deciding,
): Promise<Planned | Refusal> {
  const subject = { kind, id };
  const found = await readCase(redis, subject);
  if (found?.open.id !== caseId) return { ok: false, reason: 'settled' };
  const personId = await personOf(redis, subject);
  if (found.open.kind === 'held' && personId !== null) return { ok: false, reason: 'unfit' };
  const own = personId === null ? undefined : await refusedAsOwn(redis, moderator, personId);
  if (own) return own;
  return {
    ok: true,
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
