import type { ImportSource } from '../../model/import-item.ts';
import { FollowKind, MuteKind } from '../../../inbox/model/follow.ts';
import { FeedbackKind, FeedbackWay } from '../../../recommendations/model/for-you.ts';
import { shownName, type User } from '../../../people/model/user.ts';
import { targetOf, followSource, muteSource, unfollowSource, unmuteSource } from '../../../inbox/server/follows.ts';
import { hasChosen } from '../store/imports.ts';
import { readNote } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readUser } from '../../../people/server/people.ts';
import { dropFeedback, putFeedback } from '../../../recommendations/server/for-you.ts';
import type { ImportLine } from '../../model/import.ts';
import { mayRead } from '../../../notes/model/note-access.ts';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';

/** What became of a choice: the line of the report without its place. */
export type ChoiceResult = Pick<ImportLine, 'title' | 'outcome' | 'uuid' | 'says' | 'leftOut'>;

export const noteMissingMessage = 'This note isn’t here, or you can’t read it.';
export const limitReachedMessage = 'You have as many of these as anyone can. Remove one first.';

export function refused(title: string, says: string): ChoiceResult {
  return { title, outcome: 'refused', says };
}

/** When something was chosen, but never in the future. */
export function notInFuture(at: string, now: Date): Date {
  return new Date(Math.min(Date.parse(at), now.getTime()));
}

/** The title of a note, if this person may read it: a file may name any note. */
export function titleFor(note: Note | DeletedNote | undefined, userId: string): string | undefined {
  return note && 'title' in note && mayRead(note, userId) ? note.title : undefined;
}

const named = { follow: 'Follow', mute: 'Mute', more: 'More of', less: 'Less of' } as const;

type Source = { does: keyof typeof named; kind: string; of: string };

/** What `tag:css`, `more:tag:css` and `note:{uuid}` mean. */
function sourceIn({ kind, id }: Pick<ImportSource, 'kind' | 'id'>): Source | undefined {
  const [, prefix, name = '', of = ''] = /^(?:(more|less):)?([a-z]+):(.+)$/.exec(id) ?? [];
  if (kind === 'wish') return prefix === 'more' || prefix === 'less' ? { does: prefix, kind: name, of } : undefined;
  return prefix === undefined && of ? { does: kind, kind: name, of } : undefined;
}

/** Follows or mutes what a file names, or gives the file's feedback on it. */
export async function chooseSource(redis: Redis, user: User, choice: ImportSource, now: Date): Promise<ChoiceResult> {
  const source = sourceIn(choice);
  const followed = source?.kind === 'note' ? 'thread' : source?.kind;
  const kind = (choice.kind === 'mute' ? MuteKind : FollowKind).safeParse(followed).data;
  if (!source || !kind) return refused(choice.id, 'This item isn’t in a format we know.');
  const [name, isChosen, target] = await Promise.all([
    nameOf(redis, kind, source.of, user.id),
    hasChosen(redis, choice.kind, user.id, choice.id),
    targetOf(redis, kind, source.of, user),
  ]);
  const title = `${named[source.does]}: ${name ?? source.of}`.slice(0, 200);
  if (isChosen) return { title, outcome: 'merged' };
  if (!target.ok) return refused(title, target.reason === 'self' ? 'That’s you.' : missing[kind]);
  const made = await choose(redis, user.id, source.does, target, notInFuture(choice.at, now));
  return made.ok ? { title, outcome: 'kept' } : refused(title, limitReachedMessage);
}

/** Takes back what `chooseSource` did. */
export async function dropSource(
  redis: Redis,
  userId: string,
  choice: Pick<ImportSource, 'kind' | 'id'>,
): Promise<void> {
  const source = sourceIn(choice);
  if (!source) return;
  const { does, of: id } = source;
  const follow = FollowKind.safeParse(source.kind).data;
  const mute = MuteKind.safeParse(source.kind).data;
  const about = FeedbackKind.safeParse(source.kind).data;
  if (does === 'follow' && follow) await unfollowSource(redis, userId, { kind: follow, id });
  else if (does === 'mute' && mute) await unmuteSource(redis, userId, { kind: mute, id });
  else if (about) await dropFeedback(redis, userId, { kind: about, id });
}

const missing = {
  person: 'This person isn’t on this site.',
  tag: 'This isn’t a tag.',
  thread: noteMissingMessage,
  collection: 'This collection isn’t here, or it isn’t public.',
  site: 'This isn’t a site.',
} as const;

type Target = { kind: FollowKind | MuteKind; id: string };

function choose(redis: Redis, userId: string, does: keyof typeof named, { kind, id }: Target, at: Date) {
  if (does === 'mute') return muteSource(redis, userId, { kind: MuteKind.parse(kind), id }, at);
  if (does === 'follow') return followSource(redis, userId, { kind: FollowKind.parse(kind), id }, at);
  const about = FeedbackKind.parse(kind === 'thread' ? 'note' : kind);
  return putFeedback(redis, userId, FeedbackWay.parse(does), { kind: about, id }, at);
}

async function nameOf(
  redis: Redis,
  kind: FollowKind | MuteKind,
  id: string,
  readerId: string,
): Promise<string | undefined> {
  if (kind === 'person') {
    const person = await readUser(redis, id);
    return person && shownName(person);
  }
  return kind === 'thread' ? titleFor(await readNote(redis, id), readerId) : kind === 'tag' ? `#${id}` : id;
}
