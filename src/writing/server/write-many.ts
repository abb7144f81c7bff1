import { type Note, type NotePatch, changedNote } from '../../notes/model/note.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import { noteProblem, type Refusal } from '../../notes/server/note-http.ts';
import { readNotes, replaceNotes } from '../../notes/server/notes.ts';
import { type WriteContext, checkAndWriteMany, type Change } from '../../moderation/server/moderation-check.ts';
import { announceNoteSoon } from '../../inbox/server/events.ts';
import { authorOf, type User } from '../../people/model/user.ts';
import { afterAnswer, type CallContext } from '../../platform/server/http/endpoint.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { afterWrite, changeOf, mostUrgent, type PublicChange } from '../../publishing/server/publishing.ts';
import { ownNote, tombstoneOf } from './notes.ts';
import { inParts } from '../../platform/model/parts.ts';

/**
 * Returns what changes of a note; undefined leaves it as it is, and a sentence refuses it. `points`: key points that belong
 * to a restored text. Called again for a note that was written meanwhile.
 */
export type ChangeOfMany = (
  note: Note,
) => (Omit<NotePatch, 'rev' | 'noModel'> & Pick<Note, 'points'>) | string | undefined;

/** A note without its text: a call may change thousands, each of 200 KB, and keeps them all until the end. */
type Textless = Omit<Note, 'body'>;
const textless = ({ body: _, ...note }: Note): Textless => note;

/**
 * `revision`: the last one of the change log, or null. `change`: what all of it does to what readers see. `reason` is a
 * sentence for the author. In `done`, `after` is the same as `before` if the note was deleted or restored.
 */
export type ManyChanged = {
  done: { before: Textless; after: Textless }[];
  refused: { uuid: string; reason: string }[];
  revision: number | null;
  change: PublicChange;
};

/** Nothing yet. */
export const unchanged = (): ManyChanged => ({ done: [], refused: [], revision: null, change: 'adds' });

/** Both changes; refusals are the first one's. */
export function bothChanges(one: ManyChanged, other: ManyChanged): ManyChanged {
  return {
    done: [...one.done, ...other.done],
    refused: one.refused,
    revision: other.revision ?? one.revision,
    change: mostUrgent(one.change, other.change),
  };
}

/** How many notes are read and written together. */
export const notesAtOnce = 100;

/** `first`: the first notes in the order of a call's uuids, if they were read already by `readFirstBatch`. */
type Read = { first?: Awaited<ReturnType<typeof readNotes>> };

/** The first notes of a call, which may be read before the caller is known. */
export function readFirstBatch(redis: Redis, uuids: readonly string[]) {
  return readNotes(redis, [...new Set(uuids)].slice(0, notesAtOnce));
}

/** How often a note is tried again that is being written elsewhere at the same time. */
const tries = 6;

/**
 * Changes many notes of one author, each like `editNote`: a hundred are read in one round trip and written in one. A note
 * that was written meanwhile is changed in its new state, so that no change is lost. Repeated uuids count once. A note that
 * cannot be changed is refused with a reason, and does not hold back the others. `by.room` is awaited before anything is
 * written, and throws if there is no space.
 */
export async function changeMany(
  redis: Redis,
  by: Omit<WriteContext, 'once'>,
  uuids: readonly string[],
  change: ChangeOfMany,
  { first }: Read = {},
): Promise<ManyChanged> {
  const changed = unchanged();
  const all = [...new Set(uuids)];
  for (const [at, names] of inParts(all, notesAtOnce).entries()) {
    const found = (at === 0 && first) || (await readNotes(redis, names));
    await changeBatch(redis, by, ownOf(found, by.author.id, names, changed), change, changed);
  }
  return changed;
}

/**
 * Moves many notes of one author into their bin, each like `removeNote`. `stays` returns the
 * sentence that refuses a note in its current state, or undefined.
 */
export async function removeMany(
  redis: Redis,
  { author, now, room }: Pick<WriteContext, 'author' | 'now' | 'room'>,
  uuids: readonly string[],
  { first, stays = () => undefined }: Read & { stays?: (note: Note) => string | undefined } = {},
): Promise<ManyChanged> {
  const removed = unchanged();
  const all = [...new Set(uuids)];
  for (const [at, names] of inParts(all, notesAtOnce).entries()) {
    const [found] = await Promise.all([(at === 0 && first) || readNotes(redis, names), room?.()]);
    let left = ownOf(found, author.id, names, removed);
    for (let time = 1; left.length > 0; time += 1) {
      left = left.filter((note) => {
        const reason = stays(note);
        if (reason !== undefined) removed.refused.push({ uuid: note.uuid, reason });
        return reason === undefined;
      });
      const outcomes = await replaceNotes(
        redis,
        left.map((note) => tombstoneOf(note, now)),
      );
      const overtaken: Note[] = [];
      for (const [at, outcome] of outcomes.entries()) {
        const note = left[at];
        if (!note) continue;
        if (outcome.ok) {
          removed.done.push({ before: textless(note), after: textless(note) });
          removed.change = mostUrgent(removed.change, changeOf(note, undefined));
          removed.revision = outcome.revision ?? removed.revision;
        } else if (outcome.reason === 'stale' && time < tries) overtaken.push(outcome.current);
        else removed.refused.push(refused(note.uuid, outcome));
      }
      left = overtaken;
    }
  }
  return removed;
}

/** The notes that belong to this author; the others are added to `refused`. */
function ownOf(
  found: Awaited<ReturnType<typeof readNotes>>,
  authorId: string,
  uuids: readonly string[],
  { refused: why }: Pick<ManyChanged, 'refused'>,
) {
  return uuids.flatMap((uuid, at) => {
    const mine = ownNote(found[at], authorId);
    if (!mine.ok) why.push(refused(uuid, mine));
    return mine.ok ? [mine.note] : [];
  });
}

async function changeBatch(
  redis: Redis,
  by: Omit<WriteContext, 'once'>,
  notes: readonly Note[],
  change: ChangeOfMany,
  changed: ManyChanged,
): Promise<void> {
  let left = notes;
  for (let time = 1; left.length > 0; time += 1) {
    const changes = left.flatMap((before): Change[] => {
      const patch = change(before);
      if (typeof patch === 'string') changed.refused.push({ uuid: before.uuid, reason: patch });
      if (typeof patch !== 'object') return [];
      const { points, ...rest } = patch;
      const note = changedNote(before, { ...rest, rev: before.rev }, by.now);
      return [{ before, note: points && !note.noModel ? { ...note, points } : note }];
    });
    const outcomes = await checkAndWriteMany(redis, changes, by);
    const overtaken: Note[] = [];
    for (const [at, outcome] of outcomes.entries()) {
      const before = changes[at]?.before;
      if (!before) continue;
      if (outcome.ok) {
        changed.done.push({ before: textless(before), after: textless(outcome.note) });
        changed.change = mostUrgent(changed.change, changeOf(before, outcome.note));
        changed.revision = outcome.revision ?? changed.revision;
      } else if (outcome.reason === 'stale' && time < tries) overtaken.push(outcome.current);
      else changed.refused.push(refused(before.uuid, outcome));
    }
    left = overtaken;
  }
}

function refused(uuid: string, refusal: Refusal): { uuid: string; reason: string } {
  return { uuid, reason: refusalSentence(refusal) };
}

function refusalSentence(refusal: Refusal): string {
  if (refusal.reason === 'stale') return 'This note keeps changing elsewhere. Nothing is lost: try again.';
  if (refusal.reason === 'banned-link')
    return `Links to ${refusal.domain} aren’t accepted here. The reason given: “${refusal.because}” Remove the link from this note first.`;
  return noteProblem(refusal).detail;
}

/** How many texts are read together for notifications. */
const announcedAtOnce = 20;

/**
 * Does what follows a change of many notes: one build, and notifications about those that became public. The caller does not
 * wait if the platform can continue after the answer.
 */
export async function afterBulkWrite(
  redis: Redis,
  { done, revision, change }: ManyChanged,
  { author, now }: { author: User; now: Date },
  context: CallContext,
): Promise<void> {
  await afterWrite(
    revision,
    done.map(({ after }) => after.uuid),
    context,
    change,
  );
  const fresh = done.filter(({ before, after }) => isPublished(after) && !isPublished(before));
  if (fresh.length === 0) return;
  const { waitUntil: _, ...waiting } = context;
  await afterAnswer(context, async () => {
    const all = fresh.map(({ after }) => after.uuid);
    for (const some of inParts(all, announcedAtOnce)) {
      for (const note of await readNotes(redis, some)) {
        if (note && 'visibility' in note)
          await announceNoteSoon(redis, { note, author: authorOf(author) }, now, waiting);
      }
    }
  });
}
