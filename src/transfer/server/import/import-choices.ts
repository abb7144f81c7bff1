import { isShown } from '../../../discussion/model/thread.ts';
import type { ImportChoice, ImportEntry } from '../../model/import-item.ts';
import type { User } from '../../../people/model/user.ts';
import {
  chooseSource,
  dropSource,
  notInFuture,
  limitReachedMessage,
  noteMissingMessage,
  refused,
  titleFor,
  type ChoiceResult,
} from './import-sources.ts';
import { forgetSearch, keepSearch, listSearches } from '../../../inbox/server/saved-searches.ts';
import { undoCollection } from './import-collections.ts';
import { hasChosen } from '../store/imports.ts';
import type { ChoiceEffect } from '../store/import-parts.ts';
import { readComment } from '../../../discussion/server/comments.ts';
import { belongingsOf, findImported } from '../store/import-findings.ts';
import { readNote } from '../../../notes/server/notes.ts';
import { saveNote, unsaveNote } from '../../../library/server/reading-list.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { voteForEither } from '../../../discussion/server/votes.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

const uuidAtEnd = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Replaces a note's id in the file by its id here, if it was imported under another one. */
export async function choiceIdMapper(
  redis: Redis,
  userId: string,
  entries: readonly ImportEntry[],
): Promise<(choice: ImportChoice) => ImportChoice> {
  const named = (choice: ImportChoice) => ('id' in choice ? uuidAtEnd.exec(choice.id)?.[0] : undefined);
  const uuids = new Set(entries.flatMap((entry) => ('choice' in entry ? (named(entry.choice) ?? []) : [])));
  const { byId } = await findImported(redis, userId, {
    digests: [],
    ids: [...uuids].map((uuid) => `commonplace:${uuid}`),
  });
  return (choice) => {
    const here = byId.get(`commonplace:${named(choice)}`);
    return here !== undefined && 'id' in choice ? { ...choice, id: choice.id.replace(uuidAtEnd, here) } : choice;
  };
}

/** `done`: what it did with a note's place in the reading list. */
type MadeChoice = ChoiceResult & { done?: ChoiceEffect };

/** The name of a choice, by which undoing an import finds it. */
export function choiceName(choice: ImportChoice): string {
  return `choice:${choice.kind}:${choice.kind === 'search' ? choice.query : choice.id}`;
}

/** Takes back what an import chose: a vote that was taken back already stays so. */
export async function undoChoice(
  redis: Redis,
  user: User,
  { name, done }: { name: string; done: ChoiceEffect },
  now: Date,
): Promise<void> {
  const [, kind, id = ''] = /^choice:([a-z]+):(.*)$/s.exec(name) ?? [];
  if (kind === 'collection') await undoCollection(redis, user.id, id, now);
  else if (kind === 'vote') await voteForEither(redis, id, user.id, 'take', now);
  else if (kind === 'reading' && done.favourite) await saveNote(redis, user.id, id, { favourite: false }, now);
  else if (kind === 'reading') await unsaveNote(redis, user.id, id, done.wasStarred ? 'stay' : 'go');
  else if (kind === 'search') {
    const found = (await listSearches(redis, user.id)).find(({ query }) => query === id);
    if (found) await forgetSearch(redis, user.id, found.id);
  } else if (kind === 'follow' || kind === 'mute' || kind === 'wish') await dropSource(redis, user.id, { kind, id });
}

type Dated<Kind> = Extract<ImportChoice, { kind: Kind }>;

/**
 * Makes a choice of a file again, as if the person had made it here at the file's time, with the same scripts as any
 * choice. What is chosen already stays as it is.
 */
export async function makeChoice(
  redis: Redis,
  { user, import: importId }: { user: User; import: string },
  choice: Exclude<ImportChoice, { kind: 'collection' }>,
  now: Date,
): Promise<MadeChoice> {
  switch (choice.kind) {
    case 'vote':
      return voteAgain(redis, user, choice, now);
    case 'reading':
      return saveAgain(redis, user, { importId, ...choice }, now);
    case 'search':
      return searchAgain(redis, user, choice, now);
    case 'comment':
      return lookUpComment(redis, user, choice);
    default:
      return chooseSource(redis, user, choice, now);
  }
}

async function voteAgain(
  redis: Redis,
  { id: userId }: User,
  { id, at }: Dated<'vote'>,
  now: Date,
): Promise<ChoiceResult> {
  const [comment, named, isChosen] = await Promise.all([
    readComment(redis, id),
    readNote(redis, id),
    hasChosen(redis, 'vote', userId, id),
  ]);
  const noteUuid = comment?.noteUuid ?? id;
  const on = titleFor(comment ? await readNote(redis, noteUuid) : named, userId);
  const words = comment && isShown(comment) && on !== undefined ? opening(comment.body) : id;
  const title = comment ? `Vote for a comment: ${words}` : `Vote: ${on ?? id}`;
  if (isChosen) return { title, outcome: 'merged', uuid: noteUuid };
  const voted = await voteForEither(redis, id, userId, 'give', notInFuture(at, now));
  if (voted.ok) return { title, outcome: 'kept', uuid: noteUuid };
  return refused(
    title,
    voted.reason === 'own' ? 'It’s your own, and only others can vote for it.' : noteMissingMessage,
  );
}

/** A note that is there, though its author may have hidden it since, only gets the state or the star that it lacks. */
async function saveAgain(
  redis: Redis,
  user: User,
  saved: Dated<'reading'> & { importId: string },
  now: Date,
): Promise<MadeChoice> {
  const { id, at, state, progress, favourite, importId } = saved;
  const [note, belongings] = await Promise.all([
    readNote(redis, id),
    belongingsOf(redis, { userId: user.id, id: importId }, [id]),
  ]);
  const title = `Reading list: ${titleFor(note, user.id) ?? id}`;
  const had = belongings.get(id)?.place;
  const [isListed, isStarred] = [state !== null && !had?.state, favourite && !had?.favourite];
  if (had && !isListed && !isStarred) return { title, outcome: 'merged', uuid: id };
  const changedAt = notInFuture(state === null ? at : saved.changedAt, now);
  const change = had
    ? {
        ...(isListed && { state, progress: Math.max(progress, had.progress) }),
        ...(isStarred && { favourite }),
      }
    : { state, progress, favourite };
  const times = { savedAt: at, changedAt: changedAt.toISOString() };
  const put = await saveNote(redis, user.id, id, { ...change, times }, now);
  if (!put.ok) return refused(title, noteMissingMessage);
  const since = had && !isListed ? had.changedAt : changedAt.getTime();
  return {
    ...{ title, outcome: had ? 'merged' : 'kept', uuid: id },
    done: {
      ...(put.place && { place: { ...put.place, changedAt: since } }),
      ...(had && (isListed ? { wasStarred: true } : { favourite: true })),
    },
  };
}

async function searchAgain(redis: Redis, user: User, { query, at }: Dated<'search'>, now: Date): Promise<ChoiceResult> {
  const title = `Saved search: ${query}`.slice(0, 200);
  if (await hasChosen(redis, 'search', user.id, query)) return { title, outcome: 'merged' };
  const kept = await keepSearch(redis, user.id, query, notInFuture(at, now));
  if (kept.ok) return { title, outcome: 'kept' };
  return refused(title, kept.reason === 'full' ? limitReachedMessage : 'This search can’t look out for new notes.');
}

/** A comment is only looked up: it is not posted again in somebody's name with another date. */
async function lookUpComment(redis: Redis, user: User, { id, title: text }: Dated<'comment'>): Promise<ChoiceResult> {
  const comment = await readComment(redis, id);
  const title = `Comment: ${text}`;
  if (comment?.authorId === user.id && !comment.deletedAt) return { title, outcome: 'merged', uuid: comment.noteUuid };
  return refused(title, 'Comments aren’t posted again: this one would have a new date, apart from what it replied to.');
}

function opening(text: string): string {
  return cutTo(text.trim(), 80);
}
