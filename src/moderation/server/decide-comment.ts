import { isShown, type Comment } from '../../discussion/model/comment.ts';
import { paths } from '../../platform/model/paths.ts';
import type { DecisionOf } from '../model/decision.ts';
import type { Entry } from '../model/entry.ts';
import { readComment } from '../../discussion/server/store/comments.ts';
import { readNote } from '../../notes/server/store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { type Deciding, type Planned, type Reversal, refusedAsOwn, type Refusal, closing } from './planned.ts';

/** Takes what a comment says out of sight. Its place stays, with the reason, and so do the answers. */
export async function commentDecision(
  redis: Redis,
  { action, id, case: caseId }: Pick<DecisionOf<'hide' | 'remove'>, 'action' | 'id' | 'case'>,
  { moderator, entry }: Deciding,
): Promise<Planned | Refusal> {
  const comment = await readComment(redis, id);
  if (!comment) return { ok: false, reason: caseId === undefined ? 'missing' : 'gone' };
  if (comment.deletedAt !== null) return { ok: false, reason: 'gone' };
  const own = await refusedAsOwn(redis, moderator, comment.authorId);
  if (own) return own;
  if (!isShown(comment)) return { ok: false, reason: 'already' };
  const subject = { kind: 'comment', id } as const;
  const closed = await closing(redis, subject, caseId);
  if (!closed.ok) return closed;
  return {
    ok: true,
    settlement: {
      entry: { ...entry, subject, personId: comment.authorId },
      closes: closed.closes,
      comment: { ...comment, rev: comment.rev + 1, hidden: entry.reason, hiddenBy: entry.id },
    },
    tell: {
      kind: 'moderation',
      userId: comment.authorId,
      subject: await nameOf(redis, comment),
      action: action === 'hide' ? 'hidden' : 'removed',
      reason: entry.reason,
      path: paths.appeal(entry.id),
    },
  };
}

/** What a comment says comes into sight again, if this entry hid it. */
export async function commentReversal(redis: Redis, entry: Entry, id: string): Promise<Reversal> {
  const comment = await readComment(redis, id);
  if (!comment || comment.deletedAt !== null) {
    return { change: {}, what: { subject: 'Your deleted comment', action: 'cleared' }, path: paths.inbox };
  }
  const { hidden: _, hiddenBy, ...shown } = comment;
  const note = await readNote(redis, comment.noteUuid);
  return {
    change: hiddenBy === entry.id ? { comment: { ...shown, rev: comment.rev + 1 } } : {},
    what: { subject: await nameOf(redis, comment), action: 'restored' },
    path: note && 'visibility' in note ? `${paths.note(note)}#c-${id}` : paths.inbox,
  };
}

async function nameOf(redis: Redis, { noteUuid }: Comment): Promise<string> {
  const note = await readNote(redis, noteUuid);
  return note && 'visibility' in note ? `Your comment on “${note.title}”` : 'Your comment';
}
