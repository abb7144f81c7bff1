import type { Entry } from '../model/entry.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUserText } from '../../people/server/people.ts';
import { type readEntry } from './store/cases.ts';
import { readNote } from '../../notes/server/notes.ts';
import { addressOf } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Note } from '../../notes/model/note.ts';
import { released, commentReversal } from './decide-content.ts';
import { refusedAsOwn, type Deciding, type Planned, type Refusal, type Reversal } from './planned.ts';

/** Takes a decision back: what it changed is as it was, unless a later decision or the author changed it again. */
export async function undoing(
  redis: Redis,
  found: Awaited<ReturnType<typeof readEntry>>,
  by: Deciding,
): Promise<Planned | Refusal> {
  if (!found) return { ok: false, reason: 'missing' };
  const { entry } = found;
  if (entry.undoneBy !== undefined) return { ok: false, reason: 'already' };
  if (['dismiss', 'release', 'remove-picture', 'undo', 'uphold'].includes(entry.action))
    return { ok: false, reason: 'unfit' };
  const own = entry.personId === null ? undefined : await refusedAsOwn(redis, by.moderator, entry.personId);
  if (own) return own;
  const { subject, personId, domain } = entry;
  const { change, what, path } = await reversal(redis, entry, by);
  return {
    ok: true,
    settlement: {
      entry: { ...by.entry, subject, personId, undoes: entry.id, ...(domain === undefined ? {} : { domain }) },
      undoes: { read: found.text, next: { ...entry, undoneBy: by.entry.id } },
      ...change,
    },
    ...(personId === null
      ? {}
      : { tell: { kind: 'moderation', userId: personId, ...what, reason: by.entry.reason, path } }),
  };
}

async function reversal(redis: Redis, entry: Entry, { now }: Deciding): Promise<Reversal> {
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
