import { addToCollection } from '../../library/server/collections.ts';
import { saveNotes, unsaveNotes } from '../../library/server/reading-list.ts';
import type { ReadingChange, ReadingPlaceThen } from '../../library/model/reading-list.ts';
import { noteProblem } from '../../notes/server/note-http.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { LibraryActionResult, LibraryAction, LibraryItem } from '../model/library.ts';
import { inParts } from '../../platform/model/parts.ts';
import { outcomeOf, type ActionOf, type Actor, type Outcome } from './collecting.ts';

/** How many notes one script moves in the reading list. */
const placesAtOnce = 100;

export function move(
  redis: Redis,
  by: Actor,
  { ids, state, progress, favourite, times }: ActionOf<'read'>,
): Promise<Outcome> {
  if (state === null && favourite !== true) {
    return takeOut(redis, by.author.id, ids, favourite === undefined ? 'stay' : 'go');
  }
  const change = { state, ...(progress !== undefined && { progress }), ...(favourite !== undefined && { favourite }) };
  return place(redis, by, { ids, times }, change);
}

export function star(redis: Redis, by: Actor, { ids, favourite, progress, times }: ActionOf<'star'>): Promise<Outcome> {
  return place(redis, by, { ids, times }, { favourite, ...(progress !== undefined && { progress }) });
}

async function place(
  redis: Redis,
  { author, now }: Actor,
  { ids, times }: Pick<ActionOf<'read'>, 'ids' | 'times'>,
  change: ReadingChange,
): Promise<Outcome> {
  const timesOf = new Map(times?.map((each, at) => [ids[at] ?? '', each]));
  const moved: { uuid: string; was: ReadingPlaceThen | undefined }[] = [];
  const refused: LibraryActionResult['refused'] = [];
  for (const part of inParts([...new Set(ids)], placesAtOnce)) {
    const known = part.flatMap((uuid) => timesOf.get(uuid) ?? []);
    const isKnown = known.length === part.length;
    const outcomes = await saveNotes(redis, author.id, part, change, now, isKnown ? known : []);
    for (const [at, outcome] of outcomes.entries()) {
      const uuid = part[at] ?? '';
      if (outcome.ok) moved.push({ uuid, was: outcome.before });
      else refused.push({ uuid, reason: noteProblem(outcome).detail });
    }
  }
  return outcomeOf({ done: moved.map(({ uuid }) => uuid), refused, undo: backTo(moved, change) });
}

/** `stars`: what becomes of theirs. */
export async function takeOut(redis: Redis, userId: string, ids: string[], stars: 'stay' | 'go'): Promise<Outcome> {
  const taken: { uuid: string; was: ReadingPlaceThen }[] = [];
  for (const part of inParts([...new Set(ids)], placesAtOnce)) {
    const outcomes = await unsaveNotes(redis, userId, part, stars);
    for (const [at, { before }] of outcomes.entries()) {
      if (before && (before.state !== null || stars === 'go')) taken.push({ uuid: part[at] ?? '', was: before });
    }
  }
  return outcomeOf({
    done: taken.map(({ uuid }) => uuid),
    undo: backTo(taken, { state: null, ...(stars === 'go' && { favourite: false }) }),
  });
}

type Was = ReadingPlaceThen | undefined;

/** Actions that restore what `change` made of the notes' places, with their times. What was done since stays. */
function backTo(all: readonly { uuid: string; was: Was }[], change: ReadingChange): LibraryAction[] {
  const times = new Map(all.flatMap(({ uuid, was }) => (was ? [[uuid, was.times]] : [])));
  return inGroups(all.map(({ uuid, was }) => ({ uuid, value: undoOf(change, was) }))).map(({ ids, value }) => ({
    ...{ ...value, ids },
    ...(value.progress !== undefined && { times: ids.flatMap((uuid) => times.get(uuid) ?? []) }),
  }));
}

function undoOf(
  { state, favourite }: ReadingChange,
  was: Was,
): Omit<ActionOf<'read'>, 'ids'> | Omit<ActionOf<'star'>, 'ids'> {
  if (state === undefined) {
    // A note that only had a star left with it, and with how far it was read.
    const hasLeft = was?.state === null && favourite === false;
    return { action: 'star', favourite: was?.favourite === true, ...(hasLeft && { progress: was.progress }) };
  }
  const star = favourite === undefined ? {} : { favourite: was?.favourite === true };
  const isKept = was && (was.state !== null || favourite !== undefined);
  return { action: 'read', state: was?.state ?? null, ...(isKept && { progress: was.progress }), ...star };
}

/** Groups notes by the value that undoing needs. */
export function inGroups<Value>(all: { uuid: string; value: Value }[]): { ids: string[]; value: Value }[] {
  const groups = new Map<string, { ids: string[]; value: Value }>();
  for (const { uuid, value } of all) {
    const name = JSON.stringify(value);
    const group = groups.get(name) ?? { ids: [], value };
    group.ids.push(uuid);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Adds the note to keep to the others' collections and reading list; returns the actions that undo that. */
export async function takePlaces(
  redis: Redis,
  { author, now }: Actor,
  keep: string,
  others: readonly LibraryItem[],
  before: LibraryItem | undefined,
): Promise<LibraryAction[]> {
  const collections = new Set(others.flatMap(({ collections: ids }) => ids));
  for (const id of before?.collections ?? []) collections.delete(id);
  for (const id of collections) await addToCollection(redis, author.id, id, [keep], now);
  const undo = [...collections].map((collection): LibraryAction => ({ action: 'uncollect', ids: [keep], collection }));
  const places = others.flatMap(({ reading }) => reading ?? []);
  const [first] = places
    .filter(({ state }) => state !== null)
    .toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
  const had = before?.reading;
  if (first && !had?.state) {
    await saveNotes(redis, author.id, [keep], { state: first.state, progress: first.progress }, now);
    undo.push({ action: 'read', ids: [keep], state: null });
  }
  if (places.some(({ favourite }) => favourite) && !had?.favourite) {
    await saveNotes(redis, author.id, [keep], { favourite: true }, now);
    undo.push({ action: 'star', ids: [keep], favourite: false });
  }
  return undo;
}
