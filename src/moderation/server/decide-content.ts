import { isPublicOrUnlisted, addressOf } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { DecisionOf, Entry } from '../model/entry.ts';
import type { DeletedNote, Note } from '../../notes/model/note.ts';
import { countModerators, readUser, readUserText } from '../../people/server/people.ts';
import { emptyOne, readNote } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import {
  caseToClose,
  refusedAsOwn,
  refusedByRank,
  type DecisionInProgress,
  type PlannedDecision,
  type Refusal,
  type Reversal,
} from './planned.ts';
import { isShown } from '../../discussion/model/thread.ts';
import { forgetDeleted, readWholeComment } from '../../discussion/server/comments.ts';
import type { readEntry } from './store/cases.ts';

type NoteAction = 'hide' | 'remove' | 'lock' | 'release' | 'refuse';

/** Plans a decision about a note's visibility or its thread. */
export async function noteDecision(
  redis: Redis,
  decision: DecisionOf<NoteAction>,
  by: DecisionInProgress,
): Promise<PlannedDecision | Refusal> {
  if (decision.subject === 'comment') return commentDecision(redis, decision, by);
  const { action, id } = decision;
  const subject = { kind: 'note', id } as const;
  const [note, closed, moderators] = await Promise.all([
    readNote(redis, id),
    caseToClose(redis, subject, decision.case),
    countModerators(redis),
  ]);
  if (!note) return { ok: false, reason: 'missing' };
  if ('deletedAt' in note) {
    // If the decision is to remove it, a deleted note must not be restored either.
    if (action === 'remove') await emptyOne(redis, id);
    return { ok: false, reason: note.binned && action !== 'remove' ? 'binned' : 'gone' };
  }
  const refused = refusedAsOwn(moderators, by.moderator, note.authorId) ?? unfit(note, decision);
  if (refused) return refused;
  if (!closed.ok) return closed;
  const next = decided(note, action, by);
  const path = action === 'release' ? paths.note(next) : paths.appeal(by.entry.id);
  return {
    ok: true,
    write: { entry: { ...by.entry, subject, personId: note.authorId }, closes: closed.closes, note: next },
    notification: {
      kind: 'moderation',
      userId: note.authorId,
      subject: `${action === 'lock' ? 'The thread of your' : 'Your'} note “${note.title}”`,
      action: actionInWords[action],
      reason: by.entry.reason,
      path,
    },
  };
}

const actionInWords: Record<NoteAction, string> = {
  hide: 'hidden',
  remove: 'removed',
  lock: 'locked',
  release: 'published',
  refuse: 'not published',
};

function unfit({ hidden, locked, visibility, rev }: Note, decision: DecisionOf<NoteAction>): Refusal | undefined {
  const reason = (() => {
    switch (decision.action) {
      case 'hide':
        return hidden?.kind === 'held' ? 'unfit' : hidden && 'already';
      case 'remove':
        return hidden?.kind === 'removed' && 'already';
      case 'lock':
        return locked && 'already';
      case 'release':
        if (hidden?.kind !== 'held') return 'already';
        return rev !== decision.rev && 'stale';
      case 'refuse':
        return hidden?.kind !== 'held' && 'already';
    }
  })();
  if (reason) return { ok: false, reason };
  // Private notes are not subject to moderation.
  return isPublicOrUnlisted({ visibility }) || hidden ? undefined : { ok: false, reason: 'missing' };
}

function decided({ hidden, ...note }: Note, action: NoteAction, { entry, now }: DecisionInProgress): Note {
  const why = { reason: entry.reason, at: entry.at, action: entry.id };
  const next = { ...note, rev: note.rev + 1 };
  switch (action) {
    case 'hide':
      return { ...next, hidden: { kind: 'hidden', ...why } };
    case 'remove':
      return { ...next, hidden: { kind: 'removed', ...why } };
    case 'refuse':
      return { ...next, hidden: { kind: 'refused', ...why } };
    case 'lock':
      return { ...next, ...(hidden ? { hidden } : {}), locked: why };
    case 'release':
      return released(next, now);
  }
}

/** Publishes a held note: readers see it as new from now on. */
function released({ hidden: _, ...note }: Note, now: Date): Note {
  return isPublicOrUnlisted(note) ? { ...note, publishedAt: now.toISOString() } : note;
}

/** Hides the text of a comment. Its place with the reason stays, and so do the replies. */
async function commentDecision(
  redis: Redis,
  { action, id, case: caseId }: Pick<DecisionOf<'hide' | 'remove'>, 'action' | 'id' | 'case'>,
  { moderator, entry }: DecisionInProgress,
): Promise<PlannedDecision | Refusal> {
  const subject = { kind: 'comment', id } as const;
  const [{ comment, note } = {}, closed, moderators] = await Promise.all([
    readWholeComment(redis, id),
    caseToClose(redis, subject, caseId),
    countModerators(redis),
  ]);
  if (!comment || comment.deletedAt !== null) {
    // A deleted comment that is being decided about must not be restored either.
    await forgetDeleted(redis, id);
    return { ok: false, reason: comment || caseId !== undefined ? 'gone' : 'missing' };
  }
  const own = refusedAsOwn(moderators, moderator, comment.authorId);
  if (own) return own;
  if (!isShown(comment)) return { ok: false, reason: 'already' };
  if (!closed.ok) return closed;
  return {
    ok: true,
    write: {
      entry: { ...entry, subject, personId: comment.authorId },
      closes: closed.closes,
      comment: { ...comment, rev: comment.rev + 1, hidden: entry.reason, hiddenBy: entry.id },
    },
    notification: {
      kind: 'moderation',
      userId: comment.authorId,
      subject: nameOf(note),
      action: action === 'hide' ? 'hidden' : 'removed',
      reason: entry.reason,
      path: paths.appeal(entry.id),
    },
  };
}

/** Shows a comment again, if this entry hid it. */
async function commentReversal(redis: Redis, entry: Entry, id: string): Promise<Reversal> {
  const { comment, note } = (await readWholeComment(redis, id)) ?? {};
  if (!comment || comment.deletedAt !== null) {
    return { change: {}, what: { subject: 'Your deleted comment', action: 'cleared' }, path: paths.inbox };
  }
  const { hidden: _, hiddenBy, ...shown } = comment;
  return {
    change: hiddenBy === entry.id ? { comment: { ...shown, rev: comment.rev + 1 } } : {},
    what: { subject: nameOf(note), action: 'restored' },
    path: note && 'visibility' in note ? paths.comment(note.uuid, id) : paths.inbox,
  };
}

function nameOf(note: Note | DeletedNote | undefined): string {
  return note && 'visibility' in note ? `Your comment on “${note.title}”` : 'Your comment';
}

/** Undoes a decision, except for what a later decision or the author has changed since. */
export async function undoing(
  redis: Redis,
  found: Awaited<ReturnType<typeof readEntry>>,
  by: DecisionInProgress,
): Promise<PlannedDecision | Refusal> {
  if (!found) return { ok: false, reason: 'missing' };
  const { entry } = found;
  if (entry.undoneBy !== undefined) return { ok: false, reason: 'already' };
  if (['dismiss', 'release', 'remove-picture', 'undo', 'uphold'].includes(entry.action))
    return { ok: false, reason: 'unfit' };
  const { subject, personId, domain } = entry;
  const [moderators, { change, what, path }, person] = await Promise.all([
    countModerators(redis),
    reversal(redis, entry, by),
    subject?.kind === 'person' ? readUser(redis, subject.id) : undefined,
  ]);
  const own = refusedAsOwn(moderators, by.moderator, personId) ?? (person && refusedByRank(by.moderator, person));
  if (own) return own;
  return {
    ok: true,
    write: {
      entry: { ...by.entry, subject, personId, undoes: entry.id, ...(domain === undefined ? {} : { domain }) },
      undoes: { read: found.text, next: { ...entry, undoneBy: by.entry.id } },
      ...change,
    },
    ...(personId === null
      ? {}
      : { notification: { kind: 'moderation', userId: personId, ...what, reason: by.entry.reason, path } }),
  };
}

async function reversal(redis: Redis, entry: Entry, { now }: DecisionInProgress): Promise<Reversal> {
  const { subject, domain } = entry;
  if (subject?.kind === 'note') return noteReversal(entry, await readNote(redis, subject.id), now);
  if (subject?.kind === 'comment') return commentReversal(redis, entry, subject.id);
  if (subject?.kind === 'person') {
    const what = { subject: 'Your account', action: 'restored' };
    const found = await readUserText(redis, subject.id);
    const suspension = found?.user.standing;
    if (!found || suspension?.action !== entry.id) return { change: {}, what, path: paths.user };
    const { standing: _, ...next } = found.user;
    const sweeps = suspension.kind === 'banned' && suspension.writings ? { sweeps: subject.id } : {};
    return { change: { person: { read: found.text, next }, ...sweeps }, what, path: paths.user };
  }
  return {
    change: domain === undefined ? {} : { domain: { name: domain, banned: false } },
    what: { subject: '', action: '' },
    path: paths.home,
  };
}

function noteReversal(entry: Entry, note: Awaited<ReturnType<typeof readNote>>, now: Date): Reversal {
  if (!note || 'deletedAt' in note) {
    return { change: {}, what: { subject: 'Your deleted note', action: 'cleared' }, path: paths.inbox };
  }
  const next = restoredNote(note, entry, now);
  return {
    change: next ? { note: next } : {},
    what: { subject: `Your note “${note.title}”`, action: entry.action === 'lock' ? 'opened again' : 'restored' },
    path: addressOf(next ?? note),
  };
}

function restoredNote({ hidden, locked, ...note }: Note, entry: Entry, now: Date): Note | undefined {
  const next = { ...note, rev: note.rev + 1 };
  if (entry.action === 'lock') return locked?.action === entry.id ? { ...next, ...(hidden && { hidden }) } : undefined;
  if (hidden?.action !== entry.id) return undefined;
  const shown = { ...next, ...(locked && { locked }) };
  return hidden.kind === 'refused' ? released(shown, now) : shown;
}
