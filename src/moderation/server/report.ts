import { v7 as uuidv7 } from 'uuid';
import { isShown } from '../../discussion/model/thread.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { NewReport } from '../model/case.ts';
import type { Subject } from '../model/entry.ts';
import { addReport } from './store/cases.ts';
import { readComment } from '../../discussion/server/comments.ts';
import { readNote } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUser } from '../../people/server/people.ts';

export { readOwnReports } from './store/cases.ts';

export type Reported = { ok: true; already: boolean } | { ok: false; reason: 'missing' | 'own' };

/** Reports what others can see of someone else. The same person's second report of the same thing changes nothing. */
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

/** Whose it is, if others can see it. */
async function ownerOfVisible(redis: Redis, { kind, id }: Subject): Promise<string | undefined> {
  if (kind === 'person') return (await readUser(redis, id))?.id;
  const comment = kind === 'comment' ? await readComment(redis, id.toLowerCase()) : undefined;
  if (kind === 'comment' && !(comment && isShown(comment))) return undefined;
  const note = await readNote(redis, comment?.noteUuid ?? id.toLowerCase());
  return note && 'visibility' in note && isPublished(note) ? (comment ?? note).authorId : undefined;
}
