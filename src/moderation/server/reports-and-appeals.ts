import { publicEntry, type ActionName, type Entry, type Subject, type AppealDecision } from '../model/entry.ts';
import { AppealView, type NewReport } from '../model/case.ts';
import { paths } from '../../platform/model/paths.ts';
import type { User } from '../../people/model/user.ts';
import { requireSession } from '../../people/server/session.ts';
import { appellantOf } from '../../people/server/callers.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { addAppeal, readAppeal, readEntry, addReport } from './store/cases.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { countModerators, readUser } from '../../people/server/people.ts';
import { decideWithRetry, type Decided } from './decide.ts';
import { deciding, type PlannedDecision, type Refusal } from './planned.ts';
import { undoing } from './decide-content.ts';
import { v7 as uuidv7 } from 'uuid';
import { isShown } from '../../discussion/model/thread.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import { readComment } from '../../discussion/server/comments.ts';
import { readNote } from '../../notes/server/notes.ts';

export { readOwnReports } from './store/cases.ts';

type Reported = { ok: true; already: boolean } | { ok: false; reason: 'missing' | 'own' };

/** Reports something visible by somebody else. A second report of the same by the same person changes nothing. */
export async function report(redis: Redis, sent: NewReport, reporterId: string, now: Date): Promise<Reported> {
  const subject = { kind: sent.subject, id: sent.id };
  const ownerId = await ownerOfVisible(redis, subject);
  if (ownerId === undefined) return { ok: false, reason: 'missing' };
  if (ownerId === reporterId) return { ok: false, reason: 'own' };
  const at = now.toISOString();
  const written = await addReport(
    redis,
    { by: reporterId, reason: sent.reason, text: sent.text, at },
    { id: uuidv7(), kind: 'report', subject, openedAt: at, reason: '' },
  );
  return { ok: true, already: written === 'already' };
}

/** The id of a subject's author, if others can see the subject. */
async function ownerOfVisible(redis: Redis, { kind, id }: Subject): Promise<string | undefined> {
  if (kind === 'person') return (await readUser(redis, id))?.id;
  const comment = kind === 'comment' ? await readComment(redis, id.toLowerCase()) : undefined;
  if (kind === 'comment' && !(comment && isShown(comment))) return undefined;
  const note = await readNote(redis, comment?.noteUuid ?? id.toLowerCase());
  return note && 'visibility' in note && isPublished(note) ? (comment ?? note).authorId : undefined;
}

const appealable: readonly ActionName[] = ['hide', 'remove', 'lock', 'refuse', 'silence', 'ban'];

type NotAppealed = { ok: false; reason: 'missing' | 'undone' | 'already' };

const refusals: Record<NotAppealed['reason'], [number, string, string]> = {
  missing: [404, 'Not Found', 'There’s no decision about you at this address.'],
  undone: [409, 'Conflict', 'This decision has already been taken back, so there’s nothing to appeal.'],
  already: [409, 'Conflict', 'You’ve already appealed against this decision. Each can be appealed once.'],
};

/** The error for a refused appeal. */
export function appealProblem(reason: NotAppealed['reason']): HttpError {
  return new HttpError(...refusals[reason]);
}

/** The appellant: by session or, if they cannot sign in, by the token of the refused sign-in. Throws HttpError 401. */
export async function requireAppellant(request: Request, token: string | undefined): Promise<string> {
  const appellant = token === undefined ? undefined : await appellantOf(token);
  return appellant ?? (await requireSession(request)).user.id;
}

/** The decision `about`, for the person concerned; undefined for everybody else. */
export async function appealView(redis: Redis, about: string, userId: string): Promise<AppealView | undefined> {
  const [filed, found] = await readAppealWithEntry(redis, about);
  if (!found || !isAppealable(found.entry, userId)) return undefined;
  return AppealView.parse({ entry: publicEntry(found.entry), appeal: filed?.appeal ?? null });
}

/** Files the only appeal against a decision. Throws HttpError 429 for too many. */
export async function appeal(
  redis: Redis,
  { about, text }: { about: string; text: string },
  userId: string,
  now: Date,
): Promise<{ ok: true } | NotAppealed> {
  const [found] = await Promise.all([readEntry(redis, about), requireRate('appeals', userId)]);
  if (!found || !isAppealable(found.entry, userId)) return { ok: false, reason: 'missing' };
  const written = await addAppeal(redis, { about, by: userId, text, at: now.toISOString(), decided: null });
  return written === 'written' ? { ok: true } : { ok: false, reason: written };
}

/** An appeal, and the decision that it is against. */
export function readAppealWithEntry(redis: Redis, about: string) {
  return Promise.all([readAppeal(redis, about), readEntry(redis, about)]);
}

/**
 * Grants an appeal, which undoes the decision, or upholds the decision. The moderator who made it is refused if there is
 * another one. `appealed`: the result of `readAppealWithEntry`, already read.
 */
export async function decideAppeal(
  redis: Redis,
  moderator: User,
  about: string,
  { granted, reason }: AppealDecision,
  now: Date,
  appealed: Awaited<ReturnType<typeof readAppealWithEntry>>,
): Promise<Decided | Refusal> {
  const by = deciding(moderator, granted ? 'undo' : 'uphold', reason, now);
  return decideWithRetry(redis, async (isFirst): Promise<PlannedDecision | Refusal> => {
    const [filed, found] = isFirst ? appealed : await readAppealWithEntry(redis, about);
    if (!filed || !found) return { ok: false, reason: 'missing' };
    if (filed.appeal.decided) return { ok: false, reason: 'settled' };
    const [isInvolved, planned] = await Promise.all([
      isInvolvedIn(redis, moderator, found.entry),
      granted ? undoing(redis, found, by) : upheld(found.entry, by),
    ]);
    if (isInvolved) return { ok: false, reason: 'own' };
    const next = { ...filed.appeal, decided: { granted, reason, at: by.entry.at, by: moderator.id } };
    if (!planned.ok) return planned;
    return { ...planned, write: { ...planned.write, appeal: { read: filed.text, next } } };
  });
}

function upheld({ subject, personId, id }: Entry, { entry }: ReturnType<typeof deciding>): PlannedDecision {
  return {
    ok: true,
    write: { entry: { ...entry, subject, personId } },
    ...(personId === null
      ? {}
      : {
          notification: {
            kind: 'moderation',
            userId: personId,
            subject: 'Your appeal',
            action: 'read and declined',
            reason: entry.reason,
            path: paths.appeal(id),
          },
        }),
  };
}

async function isInvolvedIn(redis: Redis, moderator: User, entry: Entry): Promise<boolean> {
  if (entry.by !== moderator.id && entry.personId !== moderator.id) return false;
  return (await countModerators(redis)) > 1;
}

function isAppealable({ action, personId }: Entry, userId: string): boolean {
  return personId === userId && appealable.includes(action);
}
