import { isMeantForOthers } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { DecisionOf } from '../model/decision.ts';
import type { Note } from '../../notes/model/note.ts';
import { readNote } from '../../notes/server/store/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { commentDecision } from './decide-comment.ts';
import { type Deciding, type Planned, refusedAsOwn, type Refusal, closing } from './planned.ts';

type NoteAction = 'hide' | 'remove' | 'lock' | 'release' | 'refuse';

/** Changes who finds a note, or closes its thread. */
export async function noteDecision(
  redis: Redis,
  decision: DecisionOf<NoteAction>,
  by: Deciding,
): Promise<Planned | Refusal> {
  if (decision.subject === 'comment') return commentDecision(redis, decision, by);
  const { action, id } = decision;
  const note = await readNote(redis, id);
  if (!note) return { ok: false, reason: 'missing' };
  if ('deletedAt' in note) return { ok: false, reason: 'gone' };
  const refused = (await refusedAsOwn(redis, by.moderator, note.authorId)) ?? unfit(note, decision);
  if (refused) return refused;
  const subject = { kind: 'note', id } as const;
  const closed = await closing(redis, subject, decision.case);
  if (!closed.ok) return closed;
  const next = decided(note, action, by);
  const path = action === 'release' ? paths.note(next) : paths.appeal(by.entry.id);
  return {
    ok: true,
    settlement: { entry: { ...by.entry, subject, personId: note.authorId }, closes: closed.closes, note: next },
    tell: {
      kind: 'moderation',
      userId: note.authorId,
      subject: `${action === 'lock' ? 'The thread of your' : 'Your'} note “${note.title}”`,
      action: said[action],
      reason: by.entry.reason,
      path,
    },
  };
}

const said: Record<NoteAction, string> = {
  hide: 'hidden',
  remove: 'removed',
  lock: 'closed',
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
  // What only its author reads is no matter of moderation.
  return isMeantForOthers({ visibility }) || hidden ? undefined : { ok: false, reason: 'missing' };
}

function decided({ hidden, ...note }: Note, action: NoteAction, { entry, now }: Deciding): Note {
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

/** It is new to readers when they first find it. */
export function released({ hidden: _, ...note }: Note, now: Date): Note {
  return isMeantForOthers(note) ? { ...note, publishedAt: now.toISOString() } : note;
}
