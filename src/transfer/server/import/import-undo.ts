import { detailNames, forEachDetail } from '../../../notes/model/details.ts';
import type { Import, UndoLeftover } from '../../model/import.ts';
import { withoutMergedFields } from '../../model/merged-note.ts';
import type { DatedPlace } from '../../../library/model/reading-list.ts';
import type { Note } from '../../../notes/model/note.ts';
import type { User } from '../../../people/model/user.ts';
import { undoChoice } from './import-choices.ts';
import { titleFor } from './import-sources.ts';
import { belongingsOf, type Belongings } from '../store/import-findings.ts';
import type { ImportEffect } from '../store/import-parts.ts';
import { endStep, leaveCollections, nextUndoStep, takeBackBelongings } from '../store/import-undo.ts';
import { deleteUnchanged, readNotes, replaceNote } from '../../../notes/server/notes.ts';
import { removeFromCollection } from '../../../library/server/collections.ts';
import { unsaveNote, saveNote } from '../../../library/server/reading-list.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readTops, emptyThreadTop } from '../../../discussion/server/threads.ts';

type Undone =
  | { ok: true; import: Import; left: UndoLeftover[]; revision: number | null; changed: string[] }
  | { ok: false; reason: 'missing' | 'unknown' };

/**
 * What undoing one thing did: it was removed, or stays for a reason. `revision`: the change log's, if it rose with this
 * note.
 */
type Outcome = { left?: UndoLeftover; revision?: number | null };

/**
 * Undoes the next part of an import: notes that it added are moved to the bin and leave their collections, and what it added
 * to existing notes is removed from them. What was changed since stays, and is reported. To be called until the import is
 * undone. `unknown`: the import was made by a version that did not record what to undo.
 */
export async function undoStep(redis: Redis, user: User, id: string, now: Date): Promise<Undone> {
  const to = { userId: user.id, id };
  const step = await nextUndoStep(redis, to, now);
  if (!step.ok) return step;
  const notes = step.done.filter(({ name }) => !name.startsWith('choice:'));
  const choices = step.done.filter(({ name }) => name.startsWith('choice:'));
  const listed = choices.flatMap(({ name }) => /^choice:reading:(.*)$/.exec(name)?.[1] ?? []);
  const uuids = [...notes.map(({ name }) => name), ...listed];
  const [stored, belongings, tops] = await Promise.all([
    readNotes(redis, uuids),
    belongingsOf(redis, to, uuids),
    readTops(redis, uuids, 0),
  ]);
  const outcomes = await Promise.all([
    ...notes.map(async ({ name, done }, at): Promise<Outcome> => {
      const note = stored[at];
      const had = belongings.get(name);
      if (!note || 'deletedAt' in note || note.authorId !== user.id || !had) return {};
      if (!done.kept) return takenBack(redis, note, done, had, now);
      const comments = (tops[at] ?? emptyThreadTop).count;
      return removed(redis, note, done, { had, comments, knowsPlaces: step.knowsPlaces, now });
    }),
    ...choices.map(async ({ name, done }): Promise<Outcome> => {
      const uuid = /^choice:reading:(.*)$/.exec(name)?.[1] ?? '';
      if (isMoved(belongings.get(uuid)?.place, done.place)) {
        const title = titleFor(stored[uuids.indexOf(uuid)], user.id) ?? uuid;
        return {
          left: { title, uuid, says: 'You’ve moved it in your reading list since, so it stays there.' },
        };
      }
      await undoChoice(redis, user, { name, done }, now);
      return {};
    }),
  ]);
  // Those in the bin already include what an interrupted step has moved there.
  const gone = notes.filter(({ done }, at) => done.kept && !outcomes[at]?.left);
  const uncollected = await leaveCollections(
    redis,
    user.id,
    gone.map(({ name }) => name),
  );
  const left = outcomes.flatMap((outcome) => outcome.left ?? []);
  const names = step.done.map(({ name }) => name);
  const ended = await endStep(redis, to, { names, left }, now);
  const revision = outcomes.reduce<number | null>((last, outcome) => outcome.revision ?? last, uncollected);
  const changed = notes.flatMap(({ name }, at) => (outcomes[at]?.revision ? [name] : []));
  return { ok: true, import: ended, left, revision, changed };
}

async function removed(
  redis: Redis,
  note: Note,
  done: ImportEffect,
  { had, comments, knowsPlaces, now }: { had: Belongings; comments: number; knowsPlaces: boolean; now: Date },
): Promise<Outcome> {
  const stays = (says: string): Outcome => ({ left: { title: note.title, uuid: note.uuid, says } });
  if (note.rev !== done.rev) return stays('You’ve changed this note since, so it stays.');
  if (comments > 0) return stays('It has comments now, so it stays.');
  if (had.highlights.some((one) => !done.highlights.includes(one.id) || one.updatedAt > done.at)) {
    return stays('You’ve highlighted something in its copy since, so it stays.');
  }
  const given = done.place ?? had.chosen;
  // An older import recorded no places, so what it put there looks as if the person had put it there.
  if (knowsPlaces && had.place && !given) {
    return stays(`You’ve ${had.place.state ? 'put it on your reading list' : 'starred it'} since, so it stays.`);
  }
  if (isMoved(had.place, given)) return stays('You’ve moved it in your reading list since, so it stays.');
  const tombstone = { uuid: note.uuid, rev: note.rev + 1, authorId: note.authorId, deletedAt: now.toISOString() };
  const deleted = await deleteUnchanged(redis, { ...tombstone, binned: true });
  return deleted.ok ? { revision: deleted.revision } : stays('You’ve just changed this note, so it stays.');
}

/** Removes from a note what an import added to it, each part only if it is unchanged. */
async function takenBack(redis: Redis, note: Note, done: ImportEffect, had: Belongings, now: Date): Promise<Outcome> {
  const { uuid, authorId } = note;
  const words = bodyWithout(note.body, done);
  const tags = note.tags.filter((tag) => !done.tags.includes(tag));
  const details = forEachDetail((name) => (note[name] === done[name] ? null : note[name]));
  const isChanged =
    tags.length < note.tags.length || words !== note.body || detailNames.some((name) => details[name] !== note[name]);
  let revision: number | null = null;
  const stays: string[] = [];
  if (done.words.length > 0 && words === note.body) stays.push('its text has changed since');
  if (isChanged) {
    const { points, ...rest } = note;
    const written = await replaceNote(redis, {
      ...rest,
      ...(points && words === note.body && { points }),
      rev: note.rev + 1,
      tags,
      body: words,
      ...details,
      updatedAt: now.toISOString(),
    });
    if (written.ok) revision = written.revision;
    else stays.push('it has just been changed');
  }
  const marks = had.highlights.filter(({ id }) => done.highlights.includes(id));
  const touched = marks.filter(({ updatedAt }) => updatedAt > done.at);
  if (touched.length > 0) stays.push(`you’ve changed ${touched.length} of its highlights since`);
  const gone = marks.filter((one) => !touched.includes(one)).map(({ id }) => id);
  const keepsCopy = done.copy && had.highlights.length > gone.length;
  if (keepsCopy) stays.push('you’ve highlighted something in its copy since');
  await takeBackBelongings(
    redis,
    { userId: authorId, uuid },
    {
      importedFields:
        Object.keys(done.told).length > 0 ? withoutMergedFields(had.importedFields, done.told) : undefined,
      highlights: gone,
      copy: done.copy === true && !keepsCopy,
    },
  );
  for (const id of done.collections) await removeFromCollection(redis, authorId, id, [uuid], now);
  if (done.saved && isMoved(had.place, done.place)) stays.push('you’ve moved it in your reading list since');
  else {
    if (done.saved && had.saved) await unsaveNote(redis, authorId, uuid, done.wasStarred ? 'stay' : 'go');
    if (done.favourite && had.favourite) await saveNote(redis, authorId, uuid, { favourite: false }, now);
  }
  if (stays.length === 0) return { revision };
  const says = `Not everything added to this note could be undone: ${stays.join(', and ')}.`;
  return { left: { title: note.title, uuid, says }, revision };
}

/** Whether somebody moved, read or starred what an import put into their list. */
function isMoved(now: DatedPlace | undefined, given: DatedPlace | undefined): boolean {
  if (!now || !given) return false;
  const { state, progress, favourite, changedAt } = given;
  return now.state !== state || now.progress !== progress || now.favourite !== favourite || now.changedAt !== changedAt;
}

/** The text without the words added to it, the last ones first, as long as they stand where they were added. */
function bodyWithout(body: string, { words }: ImportEffect): string {
  let left = body;
  for (const { from, text } of words.toReversed()) {
    if (left.slice(from) !== text) break;
    left = left.slice(0, from);
  }
  return left;
}
