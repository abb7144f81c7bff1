import { recommend, type ReasonReference, type Affinities } from '../model/recommended.ts';
import { validate as isUuid } from 'uuid';
import { targetOf, type Target } from '../../inbox/server/follows.ts';
import { openNote } from '../../notes/server/note-http.ts';
import type { User } from '../../people/model/user.ts';
import type { Feedback, FeedbackKind, ForYouNote, ForYouPage, Reason } from '../model/for-you.ts';
import { readShown, readAffinities, type NamedNote, listFeedback } from './store/for-you.ts';
export { dropFeedback, putFeedback } from './store/for-you.ts';
import type { Note, Counts } from '../../notes/model/note.ts';
import { addressOf } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import { excerptOf, readingMinutes } from '../../notes/server/markdown/markdown.ts';
import { mapWithYields } from '../../notes/server/markdown-work.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Author } from '../../people/model/user.ts';

/** `since`: only notes published after it, in milliseconds. */
type Wanted = { count: number; since?: number };

/** The notes recommended to a person, with reasons. Always two round trips, however much the person has read. */
export async function forYou(
  redis: Redis,
  userId: string,
  now: Date,
  { count, since = 0 }: Wanted,
): Promise<ForYouPage> {
  const { affinities, candidates } = await readAffinities(redis, userId);
  const young = candidates.filter(({ at }) => at >= since);
  const recommendations = recommend(affinities, young, now, count);
  const because = recommendations.flatMap((recommendation) => recommendation.because);
  const idsOf = (kind: ReasonReference['kind']) => [
    ...new Set(because.flatMap((one) => (one.kind === kind ? [one.id] : []))),
  ];
  const shown = await readShown(redis, userId, {
    notes: recommendations.map(({ uuid }) => uuid),
    named: idsOf('note'),
    people: idsOf('person'),
  });
  const cards = await mapWithYields(shown.notes, ({ note, counts }) => {
    const author = shown.people.get(note.authorId);
    const recommendation = recommendations.find(({ uuid }) => uuid === note.uuid);
    return author && recommendation
      ? [
          cardOf(
            note,
            author,
            counts,
            recommendation.because.flatMap((one) => reasonOf(one, shown)),
          ),
        ]
      : [];
  });
  return { notes: cards.flat(), known: knownOf(affinities) };
}

function knownOf({ signals, follows, more }: Affinities): number {
  return signals.length + follows.length + more.length;
}

function cardOf(note: Note, author: Author, counts: Counts, reasons: Reason[]): ForYouNote {
  return {
    uuid: note.uuid,
    title: note.title,
    path: paths.note(note),
    url: note.url,
    excerpt: excerptOf(note.body),
    minutes: readingMinutes(note.body),
    tags: note.tags,
    author: { id: author.id, handle: author.handle, name: author.name },
    publishedAt: note.publishedAt ?? note.createdAt,
    counts,
    ...(note.pictures && { pictures: note.pictures }),
    reasons,
  };
}

type Names = { named: ReadonlyMap<string, NamedNote>; people: ReadonlyMap<string, Author> };

/** The reason with current names; an empty list if the thing it names is gone. */
function reasonOf(because: ReasonReference, { named, people }: Names): Reason[] {
  const { kind, id } = because;
  if (kind === 'everyone') return [{ ...because, name: '', path: null }];
  if (kind === 'tag') return [{ ...because, name: `#${id}`, path: paths.tag(id) }];
  const note = named.get(id);
  if (kind === 'note') return note ? [{ ...because, name: note.title, path: addressOf(note) }] : [];
  const person = people.get(id);
  return person ? [{ ...because, name: person.name || `@${person.handle}`, path: paths.person(person.handle) }] : [];
}

/** Finds what a path names for feedback: a tag, a person by handle or id, or a note that this person may read. */
export async function feedbackTarget(
  redis: Redis,
  { kind, id }: { kind: FeedbackKind; id: string },
  user: User,
): Promise<Target<FeedbackKind>> {
  if (kind !== 'note') return targetOf(redis, kind, id, user);
  const opened = isUuid(id) ? await openNote(redis, id.toLowerCase(), async () => user.id) : undefined;
  return opened?.ok ? { ok: true, kind, id: opened.note.uuid } : { ok: false, reason: 'missing' };
}

/** A person's feedback with current names, newest first. What is gone is shown as such, and can still be removed. */
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
