import { saveNotes, unsaveNotes } from '../../library/server/reading-list.ts';
import type { ReadingChange, ReadingPlace, ReadingPlaceThen } from '../../library/model/reading-list.ts';
import { readBinned, readNotes } from '../../notes/server/notes.ts';
import { noteProblem } from '../../notes/server/note-http.ts';
import { limits } from '../../platform/model/limits.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { restoreFromBin } from '../../writing/server/routes-bin.ts';
import {
  changeMany,
  readFirstBatch,
  removeMany,
  type ChangeOfMany,
  type ManyChanged,
} from '../../writing/server/write-many.ts';
import type { LibraryActionResult, LibraryAction } from '../model/library.ts';
import { unmerge } from './unmerge.ts';
import { collect, uncollect, nothingWritten, type Outcome, type Actor, type ActionOf } from './collecting.ts';

/** The notes that an action starts from, which may be read before the caller is known. */
export type ReadNotes = { notes?: Awaited<ReturnType<typeof readNotes>>; binned?: Binned[] };
type Binned = Awaited<ReturnType<typeof readBinned>>;

export async function readActionNotes(redis: Redis, { action, ids }: LibraryAction): Promise<ReadNotes> {
  switch (action) {
    case 'tag':
    case 'untag':
    case 'visibility':
    case 'delete':
      return { notes: await readFirstBatch(redis, ids) };
    case 'restore':
      return { binned: await allBinned(redis, [...new Set(ids)].slice(0, restoredAtOnce)) };
    default:
      return {};
  }
}

/**
 * Does one thing to many items of a person's library, and returns how to undo it. `by.room` is awaited before anything is
 * written, and throws if the action is not allowed. `on`: the result of `readActionNotes`, if it was read already.
 */
export async function runAction(redis: Redis, by: Actor, action: LibraryAction, on: ReadNotes = {}): Promise<Outcome> {
  switch (action.action) {
    case 'tag':
      return tag(redis, by, action, on);
    case 'untag':
      return untag(redis, by, action, on);
    case 'visibility':
      return setVisibility(redis, by, action, on);
    case 'delete':
      return remove(redis, by, action, on);
    case 'restore':
      return restore(redis, by, action, on);
    case 'uncollect':
      return uncollect(redis, by, action);
    case 'unmerge':
      return unmerge(redis, by, action);
    default:
      await by.room?.();
  }
  switch (action.action) {
    case 'read':
      return move(redis, by, action);
    case 'star':
      return place(redis, by, action.ids, { favourite: action.favourite });
    case 'collect':
      return collect(redis, by, action);
  }
}

async function tag(redis: Redis, by: Actor, { ids, tags }: ActionOf<'tag'>, on: ReadNotes): Promise<Outcome> {
  const full: LibraryActionResult['refused'] = [];
  const acted = await write(redis, by, { ids, on }, (note) => {
    const next = [...new Set([...note.tags, ...tags])];
    if (next.length === note.tags.length) return undefined;
    if (next.length <= limits.tags.count) return { tags: next };
    full.push({
      uuid: note.uuid,
      reason: `A note can have at most ${limits.tags.count} tags, and this one has ${note.tags.length}. Remove some first.`,
    });
    return undefined;
  });
  const undo = grouped(acted.changed, (before, after) => after.tags.filter((one) => !before.tags.includes(one)));
  return {
    ...acted,
    refused: [...acted.refused, ...full],
    undo: undo.map(({ ids: changed, value }) => ({ action: 'untag', ids: changed, tags: value })),
  };
}

async function untag(redis: Redis, by: Actor, { ids, tags }: ActionOf<'untag'>, on: ReadNotes): Promise<Outcome> {
  const acted = await write(redis, by, { ids, on }, (note) =>
    note.tags.some((one) => tags.includes(one)) ? { tags: note.tags.filter((one) => !tags.includes(one)) } : undefined,
  );
  const undo = grouped(acted.changed, (before, after) => before.tags.filter((one) => !after.tags.includes(one)));
  return { ...acted, undo: undo.map(({ ids: changed, value }) => ({ action: 'tag', ids: changed, tags: value })) };
}

async function setVisibility(
  redis: Redis,
  by: Actor,
  { ids, visibility }: ActionOf<'visibility'>,
  on: ReadNotes,
): Promise<Outcome> {
  const acted = await write(redis, by, { ids, on }, (note) =>
    note.visibility === visibility ? undefined : { visibility },
  );
  const undo = grouped(acted.changed, (before) => before.visibility);
  return {
    ...acted,
    undo: undo.map(({ ids: changed, value }) => ({ action: 'visibility', ids: changed, visibility: value })),
  };
}

async function write(
  redis: Redis,
  by: Actor,
  { ids, on }: { ids: string[]; on: ReadNotes },
  change: ChangeOfMany,
): Promise<Omit<Outcome, 'undo'>> {
  const changed = await changeMany(redis, by, ids, change, firstOf(on));
  return { done: changed.done.map(({ after }) => after.uuid), refused: changed.refused, changed };
}

const firstOf = ({ notes }: ReadNotes) => (notes ? { first: notes } : {});

/** Groups the uuids of changed notes by the value that undoing needs. */
type Changed = ManyChanged['done'][number]['after'];

function grouped<Value>({ done }: ManyChanged, of: (before: Changed, after: Changed) => Value) {
  return inGroups(done.map(({ before, after }) => ({ uuid: after.uuid, value: of(before, after) })));
}

function inGroups<Value>(all: { uuid: string; value: Value }[]): { ids: string[]; value: Value }[] {
  const groups = new Map<string, { ids: string[]; value: Value }>();
  for (const { uuid, value } of all) {
    const name = JSON.stringify(value);
    const group = groups.get(name) ?? { ids: [], value };
    group.ids.push(uuid);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** How many notes one script moves in the reading list. */
const placesAtOnce = 100;

function move(redis: Redis, by: Actor, { ids, state, progress, favourite, times }: ActionOf<'read'>): Promise<Outcome> {
  if (state === null) return takeOut(redis, by.author.id, ids);
  const change = { state, ...(progress !== undefined && { progress }), ...(favourite !== undefined && { favourite }) };
  return place(redis, by, ids, change, new Map(times?.map((each, at) => [ids[at] ?? '', each])));
}

type Times = ReadingPlaceThen['times'];

async function place(
  redis: Redis,
  { author, now }: Actor,
  ids: string[],
  change: ReadingChange,
  times: ReadonlyMap<string, Times> = new Map(),
): Promise<Outcome> {
  const moved: { uuid: string; was: ReadingPlaceThen | undefined }[] = [];
  const refused: LibraryActionResult['refused'] = [];
  for (const part of inParts(ids)) {
    const known = part.flatMap((uuid) => times.get(uuid) ?? []);
    const isKnown = known.length === part.length;
    const outcomes = await saveNotes(redis, author.id, part, change, now, isKnown ? known : []);
    for (const [at, outcome] of outcomes.entries()) {
      const uuid = part[at] ?? '';
      if (outcome.ok) moved.push({ uuid, was: outcome.before });
      else refused.push({ uuid, reason: noteProblem(outcome).detail });
    }
  }
  return { done: moved.map(({ uuid }) => uuid), refused, undo: backTo(moved), changed: nothingWritten };
}

async function takeOut(redis: Redis, userId: string, ids: string[]): Promise<Outcome> {
  const taken: { uuid: string; was: ReadingPlaceThen }[] = [];
  for (const part of inParts(ids)) {
    const outcomes = await unsaveNotes(redis, userId, part);
    for (const [at, { before }] of outcomes.entries()) if (before) taken.push({ uuid: part[at] ?? '', was: before });
  }
  return { done: taken.map(({ uuid }) => uuid), refused: [], undo: backTo(taken), changed: nothingWritten };
}

/** Actions that restore the notes' places in the reading list, with their times, or remove them from it. */
function backTo(all: readonly { uuid: string; was: ReadingPlaceThen | undefined }[]): LibraryAction[] {
  const times = new Map(all.flatMap(({ uuid, was }) => (was ? [[uuid, was.times]] : [])));
  const places = all.map(({ uuid, was }): { uuid: string; value: ReadingPlace | null } => {
    return { uuid, value: was ? { state: was.state, progress: was.progress, favourite: was.favourite } : null };
  });
  return inGroups(places).map(({ ids, value }) => {
    if (!value) return { action: 'read', ids, state: null };
    return { action: 'read', ids, ...value, times: ids.flatMap((uuid) => times.get(uuid) ?? []) };
  });
}

function inParts(ids: readonly string[]): string[][] {
  const all = [...new Set(ids)];
  return Array.from({ length: Math.ceil(all.length / placesAtOnce) }, (_, at) =>
    all.slice(at * placesAtOnce, (at + 1) * placesAtOnce),
  );
}

async function remove(redis: Redis, by: Actor, { ids }: ActionOf<'delete'>, on: ReadNotes): Promise<Outcome> {
  const changed = await removeMany(redis, by, ids, firstOf(on));
  const ownDone = changed.done.map(({ after }) => after.uuid);
  // Notes by other people are in the library because they were saved: they are removed from the reading list.
  const left = changed.refused.map(({ uuid }) => uuid);
  const found = await readNotes(redis, left);
  const others = left.filter((_, at) => found[at]?.authorId !== by.author.id);
  const { done: out, undo } = await takeOut(redis, by.author.id, others);
  return {
    done: [...ownDone, ...out],
    refused: changed.refused.filter(({ uuid }) => !out.includes(uuid)),
    undo: [...(ownDone.length > 0 ? [{ action: 'restore' as const, ids: ownDone }] : []), ...undo],
    changed,
  };
}

/** How many notes are restored together: each is checked like a new note. */
const restoredAtOnce = 10;

const allBinned = (redis: Redis, uuids: readonly string[]) => Promise.all(uuids.map((uuid) => readBinned(redis, uuid)));

async function restore(redis: Redis, by: Actor, { ids }: ActionOf<'restore'>, on: ReadNotes): Promise<Outcome> {
  const acted: Outcome = { done: [], refused: [], undo: [], changed: { done: [], refused: [], revision: null } };
  const left = [...new Set(ids)];
  let { binned } = on;
  while (left.length > 0) {
    const part = left.splice(0, restoredAtOnce);
    binned ??= await allBinned(redis, part);
    const outcomes = await Promise.all(binned.map((one) => restoreFromBin(redis, one, by)));
    binned = undefined;
    for (const [at, outcome] of outcomes.entries()) {
      const uuid = part[at] ?? '';
      if (!outcome.ok) acted.refused.push({ uuid, reason: noteProblem(outcome).detail });
      else {
        acted.done.push(uuid);
        acted.changed.done.push({ before: outcome.note, after: outcome.note });
        acted.changed.revision = outcome.revision ?? acted.changed.revision;
      }
    }
  }
  if (acted.done.length > 0) acted.undo.push({ action: 'delete', ids: acted.done });
  return acted;
}
