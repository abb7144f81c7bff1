import type { Note, Visibility, Counts } from '../../../notes/model/note.ts';
import type { Candidate } from '../../model/recommended.ts';
import type { Chosen, Affinities } from '../../model/affinities.ts';
import { mutableParts } from '../../../inbox/model/follow.ts';
import { authorOf } from '../../../people/model/user.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readNamed, readAffinities as read } from './for-you-scripts.ts';
import { Wishes, type StoredFeedback } from './feedback.ts';
import type { Author } from '../../../people/model/user.ts';

/** What is known of a person’s taste, and the notes that may be shown to them, without what they mute. In one round trip. */
export async function readAffinities(
  redis: Redis,
  userId: string,
): Promise<{ taste: Affinities; candidates: Candidate[] }> {
  const [signals, follows, mutes, wished, found] = await read(redis, {
    votes: keys.votes(userId),
    reading: keys.reading(userId),
    archived: keys.readingIn(userId, 'archived'),
    followsKey: keys.follows(userId),
    mutes: keys.mutes(userId),
    wishesKey: keys.wishes(userId),
    user: userId,
  });
  const feedback = Wishes.parse(wished);
  const muted = new Set(mutes);
  return {
    taste: {
      signals: signals.map(([why, at, uuid, authorId, tags]) => ({ why, at, note: { uuid, authorId, tags } })),
      follows: follows.flatMap(chosenOf),
      more: feedback.filter(({ way }) => way === 'more').flatMap(chosenFeedback),
      less: feedback.filter(({ way }) => way === 'less').flatMap(chosenFeedback),
    },
    candidates: found.flatMap(([uuid, authorId, tags, url, at, said]) => {
      const parts = mutableParts({ authorId, tags, url: url === '' ? null : url });
      return parts.some((part) => muted.has(part)) ? [] : [{ uuid, authorId, tags, at, said }];
    }),
  };
}

function chosenOf(source: string): Chosen[] {
  const [, kind, id = ''] = /^(person|tag):(.+)$/.exec(source) ?? [];
  return kind === 'person' || kind === 'tag' ? [{ kind, id }] : [];
}

function chosenFeedback({ kind, id }: StoredFeedback): Chosen[] {
  return kind === 'note' ? [] : [{ kind, id }];
}

/** What stands for a note by its name. */
export type NamedNote = { uuid: string; title: string; slug: string; visibility: Visibility };

/** What is shown, and what is named beside it. In one round trip; what this person may not read is left out. */
export async function readShown(
  redis: Redis,
  userId: string,
  wanted: { notes: readonly string[]; named: readonly string[]; people: readonly string[] },
): Promise<{
  notes: { note: Note; counts: Counts }[];
  named: Map<string, NamedNote>;
  people: Map<string, Author>;
}> {
  const [notes, counts, named, users] = await readNamed(redis, {
    user: userId,
    shown: JSON.stringify(wanted.notes),
    named: JSON.stringify(wanted.named),
    people: wanted.people,
  });
  return {
    notes: notes.flatMap((note, index) => {
      const counted = counts[index];
      return counted ? [{ note, counts: counted }] : [];
    }),
    named: new Map(named.map(([uuid, title, slug, visibility]) => [uuid, { uuid, title, slug, visibility }])),
    people: new Map(users.map((user) => [user.id, authorOf(user)])),
  };
}
