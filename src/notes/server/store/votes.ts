import { changeOf, keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { vote as run } from './vote.ts';

/** What is voted for: a note, or a comment in its thread. */
export type Subject = { kind: 'note'; noteUuid: string } | { kind: 'comment'; noteUuid: string; id: string };

export type Voted = { ok: true; votes: number } | { ok: false; reason: 'missing' | 'deleted' | 'own' };

/** Gives a person's vote, or takes it back. Doing either again changes nothing. Nobody votes for what is their own. */
export async function vote(
  redis: Redis,
  subject: Subject,
  userId: string,
  way: 'give' | 'take',
  now: Date,
): Promise<Voted> {
  const { kind, noteUuid } = subject;
  const id = kind === 'note' ? noteUuid : subject.id;
  const [outcome, votes] = await run(
    redis,
    [
      keys.note(noteUuid),
      kind === 'note' ? keys.note(noteUuid) : keys.comment(id),
      keys.voters(id),
      keys.votes(userId),
      keys.head,
      keys.changes,
      keys.publicNotes,
      keys.hotNotes,
      keys.threadVotes(noteUuid),
      keys.threadChanges(noteUuid),
    ],
    [id, noteUuid, userId, way, now.getTime(), changeOf.note(noteUuid), kind],
  );
  return outcome === 'voted' ? { ok: true, votes } : { ok: false, reason: outcome };
}
