import { validate as isUuid } from 'uuid';
import type { Feedback, FeedbackKind } from '../model/feedback.ts';
import { addressOf } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { User } from '../../people/model/user.ts';
import { targetOf, type Target } from '../../inbox/server/follows.ts';
import { readShown } from './store/for-you.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { listFeedback } from './store/feedback.ts';
import { openNote } from '../../notes/server/open-note.ts';

/** What an address names to want more or less of: a tag, a person by handle or id, a note that this person may read. */
export async function feedbackTarget(
  redis: Redis,
  { kind, id }: { kind: FeedbackKind; id: string },
  user: User,
): Promise<Target<FeedbackKind>> {
  if (kind !== 'note') return targetOf(redis, kind, id, user);
  const opened = isUuid(id) ? await openNote(redis, id.toLowerCase(), async () => user.id) : undefined;
  return opened?.ok ? { ok: true, kind, id: opened.note.uuid } : { ok: false, reason: 'missing' };
}

/** What a person asked for, named as they know it, the newest first. What is gone is called so, and can be taken away. */
export async function feedbackOf(redis: Redis, userId: string): Promise<Feedback[]> {
  const feedback = await listFeedback(redis, userId);
  const idsOf = (kind: FeedbackKind) => feedback.flatMap((feedback) => (feedback.kind === kind ? [feedback.id] : []));
  const { named, people } = await readShown(redis, userId, {
    notes: [],
    named: idsOf('note'),
    people: idsOf('person'),
  });
  return feedback.map((feedback): Feedback => {
    if (feedback.kind === 'tag') return { ...feedback, name: `#${feedback.id}`, path: paths.tag(feedback.id) };
    const note = named.get(feedback.id);
    if (note) return { ...feedback, name: note.title, path: addressOf(note) };
    const person = people.get(feedback.id);
    if (person) return { ...feedback, name: person.name || `@${person.handle}`, path: paths.person(person.handle) };
    return { ...feedback, name: feedback.kind === 'note' ? 'A note that is gone' : 'Someone who is gone', path: null };
  });
}
