import type { ModerationEvent } from '../../inbox/model/notification.ts';
import type { Decision, DecisionOf, Entry } from '../model/entry.ts';
import type { User, Suspension } from '../../people/model/user.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { applyDecision } from './store/decisions.ts';
import { forgetDeleted } from '../../discussion/server/comments.ts';
import { noteDecision, undoing } from './decide-content.ts';
import {
  deciding,
  type DecisionInProgress,
  type PlannedDecision,
  type Refusal,
  dismissal,
  refusedByRank,
  caseToClose,
} from './planned.ts';
import { reportersOf, bannedAmong, readEntry } from './store/cases.ts';
import { announceSoon } from '../../inbox/server/events.ts';
import { afterAnswer, type CallContext } from '../../platform/server/http/endpoint.ts';
import { banPicture } from '../../pictures/server/pictures.ts';
import { reportOutcomes } from './report-outcomes.ts';
import { sweep, takeDownPicture } from './sweep.ts';
import {
  afterBackgroundWrite,
  afterWrite,
  purgeModerationLog,
  purgePictures,
} from '../../publishing/server/publishing.ts';
import { log } from '../../platform/server/log.ts';
import { paths } from '../../platform/model/paths.ts';
import { suspensionOf, termInWords } from '../../people/model/permissions.ts';
import { readUserText } from '../../people/server/people.ts';
import { causeOf } from '../../platform/model/cause.ts';

/** `revision`: of the change log, null if nothing public changed; `noteUuid`: the note whose pages changed. */
export type Decided = {
  ok: true;
  entry: Entry;
  revision: number | null;
  noteUuid: string | undefined;
  sweeps: boolean;
  notification: ModerationEvent | undefined;
  /** The ids of people who reported the subject. */
  reporters: string[];
};

/** The entry that a decision undoes, if any. */
export async function entryUndoneBy(redis: Redis, decision: Decision) {
  return decision.action === 'undo' ? readEntry(redis, decision.entry) : undefined;
}

/**
 * Reads what a decision is about, plans it and writes it in one step; if two moderators decide at once, one is refused.
 * `undone`: the result of `entryUndoneBy`, if it was read already.
 */
export function decide(
  redis: Redis,
  moderator: User,
  decision: Decision,
  now: Date,
  undone: ReturnType<typeof entryUndoneBy> = entryUndoneBy(redis, decision),
): Promise<Decided | Refusal> {
  const by = deciding(moderator, decision.action, decision.reason, now);
  return decideWithRetry(redis, async (isFirst) =>
    planOf(redis, decision, by, await (isFirst ? undone : entryUndoneBy(redis, decision))),
  );
}

/** A report between reading and writing opens a case, so the plan is made again to close that too. */
const attempts = 3;

/** Plans and writes, again if what was read has changed meanwhile. */
export async function decideWithRetry(
  redis: Redis,
  plan: (isFirst: boolean) => Promise<PlannedDecision | Refusal>,
): Promise<Decided | Refusal> {
  for (let attempt = 1; ; attempt += 1) {
    const planned = await plan(attempt === 1);
    if (!planned.ok) return planned;
    const { write, notification, erases } = planned;
    // Read before the case is closed, which deletes its reports.
    const [reporters, written] = await Promise.all([
      write.closes ? reportersOf(redis, write.closes.subject) : [],
      applyDecision(redis, write),
      erases === undefined ? undefined : forgetDeleted(redis, erases),
    ]);
    if (written.ok) {
      const { entry, note, comment, sweeps } = write;
      const noteUuid = note?.uuid ?? comment?.noteUuid;
      return { ...written, entry, noteUuid, sweeps: sweeps !== undefined, notification, reporters };
    }
    if (written.reason === 'deleted' || written.reason === 'missing') {
      if (write.comment?.hidden !== undefined) await forgetDeleted(redis, write.comment.id);
      return { ok: false, reason: 'gone' };
    }
    if (attempt === attempts) return { ok: false, reason: written.reason === 'stale' ? 'stale' : 'settled' };
  }
}

async function planOf(
  redis: Redis,
  decision: Decision,
  by: DecisionInProgress,
  undone: Awaited<ReturnType<typeof entryUndoneBy>>,
): Promise<PlannedDecision | Refusal> {
  switch (decision.action) {
    case 'dismiss':
      return dismissal(redis, decision, by);
    case 'hide':
    case 'remove':
    case 'lock':
    case 'release':
    case 'refuse':
      return noteDecision(redis, decision, by);
    case 'silence':
    case 'ban':
      return personDecision(redis, decision, by);
    case 'ban-domain':
      return banOfDomain(redis, decision, by);
    case 'remove-picture': {
      const entry = { ...by.entry, subject: null, personId: null, picture: decision.picture };
      return { ok: true, write: { entry } };
    }
    case 'undo':
      return undoing(redis, undone, by);
  }
}

/** Bans a domain: nothing new that links to it, or to a domain below it, can be published. Existing notes stay. */
async function banOfDomain(
  redis: Redis,
  { domain }: DecisionOf<'ban-domain'>,
  { entry }: DecisionInProgress,
): Promise<PlannedDecision | Refusal> {
  if ((await bannedAmong(redis, [domain])).length > 0) return { ok: false, reason: 'already' };
  return {
    ok: true,
    write: { entry: { ...entry, subject: null, personId: null, domain }, domain: { name: domain, banned: true } },
  };
}

/** Does what follows a decision: rebuilds pages, notifies those concerned, and applies a ban to all the person wrote. */
export async function afterDecision(redis: Redis, decided: Decided, now: Date, context: CallContext): Promise<void> {
  if (decided.noteUuid !== undefined) await afterWrite(decided.revision, [decided.noteUuid], context, 'takes-down');
  const { picture } = decided.entry;
  if (picture !== undefined) {
    await banPicture(redis, picture);
    await afterAnswer(context, () => purgePictures([picture]));
    const end = Date.now() + sweepMs;
    const changed = await takeDownPicture(redis, picture, () => Date.now() < end);
    await afterAnswer(context, () => afterBackgroundWrite(changed));
  }
  await purgeModerationLog(context);
  if (decided.notification) await announceSoon(redis, decided.notification, now, context);
  for (const told of await reportOutcomes(redis, decided)) await announceSoon(redis, told, now, context);
  if (decided.sweeps) await afterAnswer(context, () => sweepNow(redis));
}

/** How long a sweep may run after the function has answered. */
const sweepMs = 8000;

/** Starts a sweep. If it fails, that is logged, and the scheduled sweep continues. */
async function sweepNow(redis: Redis): Promise<void> {
  const end = Date.now() + sweepMs;
  try {
    await afterBackgroundWrite(await sweep(redis, () => Date.now() < end));
  } catch (error) {
    const what = 'bringing writings in line with their author’s suspension failed';
    log('warn', what, { error: causeOf(error) });
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** Suspends a person: from writing, for a term; or from signing in, for a term or for good. Replaces an earlier suspension. */
async function personDecision(
  redis: Redis,
  decision: DecisionOf<'silence' | 'ban'>,
  { moderator, entry, now }: DecisionInProgress,
): Promise<PlannedDecision | Refusal> {
  const subject = { kind: 'person', id: decision.id } as const;
  const [found, closed] = await Promise.all([
    readUserText(redis, decision.id),
    caseToClose(redis, subject, decision.case),
  ]);
  if (!found) return { ok: false, reason: 'missing' };
  const refused = refusedByRank(moderator, found.user);
  if (refused) return refused;
  if (decision.action === 'silence' && suspensionOf(found.user, now)?.kind === 'banned') {
    return { ok: false, reason: 'already' };
  }
  if (!closed.ok) return closed;
  const suspension = suspensionBy(decision, entry, now);
  // What an earlier ban hid becomes visible again if this one does not hide it.
  const sweeps = [found.user.standing, suspension].some((one) => one && 'writings' in one && one.writings === 'hide');
  return {
    ok: true,
    write: {
      entry: { ...entry, subject, personId: decision.id, until: suspension.until },
      closes: closed.closes,
      person: { read: found.text, next: { ...found.user, standing: suspension } },
      ...(sweeps ? { sweeps: decision.id } : {}),
    },
    notification: {
      kind: 'moderation',
      userId: decision.id,
      subject: 'Your account',
      action: `${suspension.kind} ${termInWords(suspension)}`,
      reason: entry.reason,
      path: paths.appeal(entry.id),
    },
  };
}

function suspensionBy(
  decision: DecisionOf<'silence' | 'ban'>,
  entry: DecisionInProgress['entry'],
  now: Date,
): Suspension {
  const until = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  const why = { reason: entry.reason, at: entry.at, action: entry.id };
  if (decision.action === 'silence') return { kind: 'silenced', until: until(decision.days), ...why };
  const term = decision.days === null ? null : until(decision.days);
  return { kind: 'banned', until: term, ...why, ...(decision.writings === 'hide' ? { writings: 'hide' } : {}) };
}
