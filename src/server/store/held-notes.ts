import type { Case } from '../../domain/moderation/case.ts';
import { subjectName } from '../../domain/moderation/subject.ts';
import type { Note } from '../../domain/note.ts';
import { keys } from './keys.ts';
import { noteWrite, type Gone, type Stale, type Written } from './notes.ts';
import type { Redis } from './redis.ts';
import { settle } from './scripts/settle.ts';
import { StoredLiveNote, toStored } from './stored.ts';

/** Writes a note that waits for a moderator, and its case, in one step. */
export async function writeHeldNote(redis: Redis, note: Note, fresh: Case): Promise<Written | Stale | Gone> {
  const name = subjectName(fresh.subject);
  const { names, args } = noteWrite(note, note.rev === 1 ? 'none' : String(note.rev - 1));
  const commands = [
    ['SET', keys.moderationCase(name), toStored(fresh), 'NX'],
    ['ZADD', keys.queue('held'), String(Date.parse(fresh.openedAt)), name],
  ];
  const [outcome, detail] = await settle(
    redis,
    [...names, keys.moderationCase(name), keys.queue('held')],
    ['note', names.length, '[]', JSON.stringify(commands), ...args],
  );
  if (outcome === 'written') return { ok: true, revision: detail };
  if (outcome === 'stale') return { ok: false, reason: 'stale', current: StoredLiveNote.parse(detail) };
  if (outcome === 'deleted' || outcome === 'missing') return { ok: false, reason: outcome };
  throw new Error(`Note ${note.uuid} cannot be held: ${outcome}.`);
}
