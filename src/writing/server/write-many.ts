import { type Note, type NotePatch, changedNote } from '../../notes/model/note.ts';
import { isPublic, isPublished } from '../../notes/model/note-access.ts';
import { noteProblem, type Refusal } from '../../notes/server/note-http.ts';
import { readNotes, replaceNotes } from '../../notes/server/notes.ts';
import { type By, checkAndWriteMany, type Change } from '../../moderation/server/moderation-check.ts';
import { announceNoteSoon } from '../../inbox/server/events.ts';
import { authorOf, type User } from '../../people/model/user.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { afterWrites } from '../../publishing/server/publishing.ts';
import { ownNote, tombstoneOf } from './notes.ts';

/**
 * What changes of a note; undefined leaves it as it is, and a sentence refuses it. `points`: what a model wrote of words that
 * come back. It is asked again of a note that somebody else wrote meanwhile.
 */
export type ChangeOfMany = (
  note: Note,
) => (Omit<NotePatch, 'rev' | 'noModel'> & Pick<Note, 'points'>) | string | undefined;

/** A note without its text: a call may change thousands, each of 200 KB, and holds what it did until all are done. */
type Textless = Omit<Note, 'body'>;
const textless = ({ body: _, ...note }: Note): Textless => note;

/** `revision`: the last that was raised, or null. `reason` is a sentence for the author. */
export type ManyChanged = {
  done: { before: Textless; after: Textless }[];
  refused: { uuid: string; reason: string }[];
  revision: number | null;
};

/** Notes that are read and written at a time. */
export const batch = 100;

/** Notes in the order of the uuids that a call names: `first`, where the first of them were read already, by `firstOfMany`. */
type Read = { first?: Awaited<ReturnType<typeof readNotes>> };

/** The notes that a call about these begins with, which may be asked for before it is known who calls. */
export function firstOfMany(redis: Redis, uuids: readonly string[]) {
  return readNotes(redis, [...new Set(uuids)].slice(0, batch));
}

/** How often a note is read again that others keep writing at the same moment. */
const tries = 6;

/**
 * Changes many notes of one author, each as `editNote` does one: a hundred are read in one trip and written in one, and
 * one that was written by another device in between is changed as it is then, so that neither change is lost. Repeated
 * uuids count once. What cannot be changed is refused for a reason of its own and keeps no other from it. `by.room` throws
 * before anything is written, where there is something to write.
 */
export async function changeMany(
  redis: Redis,
  by: Omit<By, 'once'>,
  uuids: readonly string[],
  change: ChangeOfMany,
  { first }: Read = {},
): Promise<ManyChanged> {
  const changed: ManyChanged = { done: [], refused: [], revision: null };
  const all = [...new Set(uuids)];
  for (let start = 0; start < all.length; start += batch) {
    const names = all.slice(start, start + batch);
    const found = (start === 0 && first) || (await readNotes(redis, names));
    await changeBatch(redis, by, ownOf(found, by.author.id, names, changed), change, changed);
  }
  return changed;
}

/**
 * Moves many notes of one author into their bin, as `removeNote` does one; `after` is as each was. `stays`: the sentence by
 * which a note, as it is at that moment, is refused.
 */
export async function removeMany(
  redis: Redis,
  { author, now, room }: Pick<By, 'author' | 'now' | 'room'>,
  uuids: readonly string[],
  { first, stays = () => undefined }: Read & { stays?: (note: Note) => string | undefined } = {},
): Promise<ManyChanged> {
  const removed: ManyChanged = { done: [], refused: [], revision: null };
  const all = [...new Set(uuids)];
  for (let start = 0; start < all.length; start += batch) {
    const names = all.slice(start, start + batch);
    const [found] = await Promise.all([(start === 0 && first) || readNotes(redis, names), room?.()]);
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
          removed.revision = outcome.revision ?? removed.revision;
        } else if (outcome.reason === 'stale' && time < tries) overtaken.push(outcome.current);
        else removed.refused.push(refused(note.uuid, outcome));
      }
      left = overtaken;
    }
  }
  return removed;
}

/** Those of the notes that are this author's, as they are now; the others are refused. */
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
  by: Omit<By, 'once'>,
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
        changed.revision = outcome.revision ?? changed.revision;
      } else if (outcome.reason === 'stale' && time < tries) overtaken.push(outcome.current);
      else changed.refused.push(refused(before.uuid, outcome));
    }
    left = overtaken;
  }
}

function refused(uuid: string, refusal: Refusal): { uuid: string; reason: string } {
  return { uuid, reason: sentenceOf(refusal) };
}

function sentenceOf(refusal: Refusal): string {
  if (refusal.reason === 'stale') return 'This note keeps changing elsewhere. Nothing is lost: try again.';
  if (refusal.reason === 'banned-link')
    return `Links to ${refusal.domain} aren’t accepted here. The reason given: “${refusal.because}” Remove the link from this note first.`;
  return noteProblem(refusal).detail;
}

/** Notes whose texts are read again to tell others of them. */
const toldAtOnce = 20;

/**
 * What follows a call that changed many: one build, and those are told who follow what became public. The caller does not
 * wait where the platform can go on after the answer.
 */
export async function afterMany(
  redis: Redis,
  { done, revision }: ManyChanged,
  { author, now }: { author: User; now: Date },
  context: CallContext,
): Promise<void> {
  await afterWrites(
    revision,
    done.map(({ after }) => after.uuid),
    context,
    done.some(({ before }) => isPublic(before)) ? 'removes' : 'adds',
  );
  const fresh = done.filter(({ before, after }) => isPublished(after) && !isPublished(before));
  if (fresh.length === 0) return;
  const { waitUntil, ...waiting } = context;
  const telling = (async () => {
    for (let from = 0; from < fresh.length; from += toldAtOnce) {
      const uuids = fresh.slice(from, from + toldAtOnce).map(({ after }) => after.uuid);
      for (const note of await readNotes(redis, uuids)) {
        if (note && 'visibility' in note)
          await announceNoteSoon(redis, { note, author: authorOf(author) }, now, waiting);
      }
    }
  })();
  if (waitUntil) waitUntil(telling);
  else await telling;
}
