import type { WriteContext } from '../../moderation/server/moderation-check.ts';
import { overBudget } from '../../notes/model/markdown.ts';
import { isPublicOrUnlisted } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { readNotes, sameDigest } from '../../notes/server/notes.ts';
import { limits } from '../../platform/model/limits.ts';
import { fragmentOf } from '../../platform/model/url.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import {
  changeMany,
  removeMany,
  bothChanges,
  type ChangeOfMany,
  type ManyChanged,
} from '../../writing/server/write-many.ts';
import type { Duplicates, LibraryActionResult, LibraryAction } from '../model/library.ts';
import { runAction } from './actions.ts';
import { outcomeOf, type Outcome } from './collecting.ts';
import { itemsNow } from './library.ts';
import { takePlaces } from './reading-places.ts';
import { removeParts, listDuplicates, copyParts } from './store/duplicates.ts';

/** How many groups are read, and how many one answer contains: merging some makes room for others. */
const [groupsRead, groupsAtOnce] = [500, 50];

/**
 * Finds duplicates in a person's notes: the same link, or the same title and text; the oldest of each group first. Links to
 * different sections of one page are no duplicates.
 */
export async function findDuplicates(redis: Redis, userId: string): Promise<Duplicates> {
  const [{ total, groups }, { items }] = await Promise.all([
    listDuplicates(redis, userId, groupsRead),
    itemsNow(redis, userId),
  ]);
  const same = groups.flatMap((uuids) => {
    const all = uuids.flatMap((uuid) => items.get(uuid) ?? []);
    const sections = Map.groupBy(all, ({ note }) => fragmentOf(note.url ?? ''));
    return [...sections.values()].filter(({ length }) => length > 1);
  });
  return {
    groups: same
      .slice(0, groupsAtOnce)
      .map((group) => group.sort((one, other) => one.savedAt.localeCompare(other.savedAt))),
    total: same.length + Math.max(0, total - groups.length),
  };
}

/**
 * Merges several notes with the same link or the same text into `keep`. It gets the tags, text, copy, highlights,
 * collections and place in the reading list of the others, which are moved to the bin unchanged. A note is refused, and
 * stays, if something of it would not fit, if its private text would be shown to others, or if it was changed meanwhile. If
 * all are refused, `keep` becomes what it was. Undoing restores the others and removes from `keep` what it got. `room`
 * rejects if the storage is full.
 */
export async function mergeInto(
  redis: Redis,
  by: Omit<WriteContext, 'once'>,
  { keep, others }: { keep: string; others: readonly string[] },
  room: Promise<void>,
): Promise<Outcome> {
  const from = [...new Set(others)].filter((uuid) => uuid !== keep);
  const refuseAll = (reason: string) => from.map((uuid) => ({ uuid, reason }));
  const [[kept, ...found], { items, behind }] = await Promise.all([
    readNotes(redis, [keep, ...from]),
    itemsNow(redis, by.author.id),
    room,
  ]);
  // The items are complete only when the whole library has been read.
  if (behind > 0) return outcomeOf({ refused: refuseAll(stillRead) });
  const { merged, refused, written } = await takeWords(redis, by, { keep, kept, from, found });
  const failed = written.refused[0];
  if (failed) return outcomeOf({ refused: refuseAll(failed.reason) });
  const taken: Note[] = [];
  let copyOf: string | null = null;
  for (const other of merged) {
    const took = await copyParts(redis, by.author.id, { uuid: keep, from: other.uuid, max: limits.highlight.perCopy });
    if (!took) refused.push({ uuid: other.uuid, reason: tooManyHighlights });
    else taken.push(other);
    if (took?.copy) copyOf = other.uuid;
  }
  const takenItems = taken.flatMap(({ uuid }) => items.get(uuid) ?? []);
  const places = await takePlaces(redis, by, keep, takenItems, items.get(keep));
  const removed = await removeMany(
    redis,
    by,
    taken.map(({ uuid }) => uuid),
    { stays: (now) => (taken.some(({ uuid, rev }) => uuid === now.uuid && rev === now.rev) ? undefined : isNewer) },
  );
  const changed = bothChanges(written, removed);
  const done = removed.done.map(({ after }) => after.uuid);
  if (done.length === 0) {
    const back = await giveAllBack(redis, by, { keep, written, taken, copyOf, places });
    changed.revision = back.revision ?? changed.revision;
    return outcomeOf({ refused: [...refused, ...back.refused, ...removed.refused], changed });
  }
  const [now] = await readNotes(redis, [keep]);
  if (now && 'deletedAt' in now) {
    // `keep` was deleted meanwhile, or merged into one of these; never delete the last of several.
    const back = await runAction(redis, by, { action: 'restore', ids: done });
    changed.revision = back.changed.revision ?? changed.revision;
    const lost = new Map(back.refused.map(({ uuid, reason }) => [uuid, `${inBin} ${reason}`]));
    return outcomeOf({ refused: from.map((uuid) => ({ uuid, reason: lost.get(uuid) ?? keptIsGone })), changed });
  }
  const [rewritten] = written.done;
  const to = rewritten?.before.rev ?? (kept && 'rev' in kept ? kept.rev : 1);
  const isReworded = rewritten !== undefined && written.isReworded;
  const unmerge: LibraryAction = {
    ...{ action: 'unmerge', ids: [keep], copyOf },
    // Includes notes that stayed because they changed meanwhile: their text is removed from `keep` as well.
    others: taken.map(({ uuid }) => uuid),
    ...{ to, rev: isReworded ? rewritten.after.rev : to },
  };
  const added = written.done.flatMap(({ before, after }) => after.tags.filter((tag) => !before.tags.includes(tag)));
  const untag: LibraryAction[] = added.length > 0 ? [{ action: 'untag', ids: [keep], tags: added }] : [];
  return outcomeOf({
    done,
    refused: [...refused, ...removed.refused],
    undo: [{ action: 'restore', ids: done }, unmerge, ...untag, ...places],
    changed,
  });
}

type Found = Awaited<ReturnType<typeof readNotes>>;
/** `was`: the note to keep before the merge. `isReworded`: whether its text has changed. */
type Written = ManyChanged & { was: Pick<Note, 'body' | 'tags' | 'points'>; isReworded: boolean };

/** Writes the tags and text of the others into the note to keep; `merged` are the notes it then contains completely. */
async function takeWords(
  redis: Redis,
  by: Omit<WriteContext, 'once'>,
  { keep, kept, from, found }: { keep: string; kept: Found[number]; from: readonly string[]; found: Found },
): Promise<{ merged: Note[]; refused: LibraryActionResult['refused']; written: Written }> {
  const own = found.flatMap((note) => (note && 'visibility' in note && note.authorId === by.author.id ? [note] : []));
  const merged: Note[] = [];
  const refused: LibraryActionResult['refused'] = [];
  let [was, isReworded]: [Written['was'], boolean] = [{ body: '', tags: [] }, false];
  const change: ChangeOfMany = (note) => {
    // Runs again if another device wrote the note meanwhile.
    refused.length = merged.length = 0;
    let next: Pick<Note, 'tags' | 'body'> = note;
    for (const uuid of from) {
      const other = own.find((one) => one.uuid === uuid);
      const both = other ? together(note, next, other) : noSuchNote;
      if (typeof both === 'string') refused.push({ uuid, reason: both });
      else {
        next = both;
        if (other) merged.push(other);
      }
    }
    was = note;
    isReworded = next.body !== note.body;
    return isReworded || next.tags.length !== note.tags.length ? { body: next.body, tags: next.tags } : undefined;
  };
  const written = await changeMany(redis, by, [keep], change, { first: [kept] });
  return { merged, refused, written: { ...written, was, isReworded } };
}

/**
 * Restores the note to keep if none of the others was deleted, so there is nothing to undo: its text as it was, unless it
 * was changed again meanwhile.
 */
async function giveAllBack(
  redis: Redis,
  by: Omit<WriteContext, 'once'>,
  {
    keep,
    written,
    taken,
    copyOf,
    places,
  }: { keep: string; written: Written; taken: readonly Note[]; copyOf: string | null; places: LibraryAction[] },
): Promise<Pick<ManyChanged, 'refused' | 'revision'>> {
  const refused: ManyChanged['refused'] = [];
  let revision: number | null = null;
  for (const { after } of written.done) {
    const { body, tags, points } = written.was;
    const back = await changeMany(redis, by, [keep], ({ rev }) =>
      rev === after.rev ? { body, tags, ...(points && { points }) } : keepsTaken,
    );
    revision = back.revision ?? revision;
    refused.push(...back.refused);
  }
  for (const { uuid } of taken) {
    await removeParts(redis, by.author.id, { uuid: keep, from: uuid, copy: uuid === copyOf });
  }
  for (const place of places) await runAction(redis, by, place);
  return { refused, revision };
}

const stillRead = 'Your library is being prepared for the first time. Try again in a moment.';
const noSuchNote = 'You have no such note.';
const keptIsGone = 'The note you’re keeping was deleted just then, so this one stays.';
const inBin = 'This one is in your bin, and so is the note that was to be kept.';
const keepsTaken = 'The note you’re keeping was changed just then, but it has the others’ text and tags.';
const forModels =
  'You want no language model to read this one, and one may read the note you’re keeping. Keep this one instead.';
const isNewer = 'It was changed elsewhere just then, so it stays. Merge again to take over what is new.';
const tooManyHighlights = `Together they would have more than ${limits.highlight.perCopy} highlights. Delete some first.`;

/** The text and tags of two notes combined; or a sentence saying why that is impossible. */
function together(
  note: Note,
  { tags, body }: Pick<Note, 'tags' | 'body'>,
  other: Note,
): Pick<Note, 'tags' | 'body'> | string {
  if (sameDigest(note) !== sameDigest(other) || fragmentOf(note.url ?? '') !== fragmentOf(other.url ?? '')) {
    return 'It’s about something else: only notes with the same link or the same text can be merged.';
  }
  if (other.noModel && !note.noModel) return forModels;
  const words = other.body.trim();
  const isNew = words !== '' && !body.includes(words);
  const both = [...new Set([...tags, ...other.tags])];
  const shows = isNew || both.length > tags.length;
  if (shows && isPublicOrUnlisted(note) && other.visibility !== note.visibility) {
    return 'Others can read the note you’re keeping, and this one’s text and tags aren’t meant for them. Keep this one instead.';
  }
  if (both.length > limits.tags.count) {
    return `Together they have more than ${limits.tags.count} tags. Take some off first.`;
  }
  const text = isNew ? [body.trim(), words].filter(Boolean).join('\n\n') : body;
  const isTooMuch = Buffer.byteLength(text) > limits.bodyBytes || overBudget(text) !== undefined;
  return isTooMuch ? 'Together their texts are longer than a note can be.' : { tags: both, body: text };
}
