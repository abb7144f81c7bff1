import { readBinned, readNotes } from '../../notes/server/notes.ts';
import { noteProblem } from '../../notes/server/note-http.ts';
import { limits } from '../../platform/model/limits.ts';
import { inParts } from '../../platform/model/parts.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { restoreFromBin } from '../../writing/server/routes-bin.ts';
import {
  changeMany,
  readFirstBatch,
  removeMany,
  bothChanges,
  type ChangeOfMany,
  type ManyChanged,
} from '../../writing/server/write-many.ts';
import { addedTags } from '../../writing/model/undone-tags.ts';
import type { LibraryActionResult, LibraryAction } from '../model/library.ts';
import { inGroups, move, star, takeOut } from './reading-places.ts';
import { unmerge } from './unmerge.ts';
import { outcomeOf, collect, uncollect, uncollectAll, type Outcome, type Actor, type ActionOf } from './collecting.ts';

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
      return { binned: await allBinned(redis, [...new Set(ids)].slice(0, restoredTogether)) };
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
      return star(redis, by, action);
    case 'collect':
      return collect(redis, by, action);
  }
}

async function tag(redis: Redis, by: Actor, { ids, tags, places }: ActionOf<'tag'>, on: ReadNotes): Promise<Outcome> {
  const full: LibraryActionResult['refused'] = [];
  const placesOf = new Map(places?.map((each, at) => [ids[at], each]));
  const acted = await write(redis, by, { ids, on }, (note) => {
    const next = addedTags(note.tags, tags, placesOf.get(note.uuid));
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
  const tagsOf = new Map(acted.changed.done.map(({ before }) => [before.uuid, before.tags]));
  return {
    ...acted,
    undo: undo.map(({ ids: changed, value }) => {
      const places = changed.map((uuid) => value.map((one) => tagsOf.get(uuid)?.indexOf(one) ?? 0));
      return { action: 'tag', ids: changed, tags: value, places };
    }),
  };
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

async function remove(redis: Redis, by: Actor, { ids }: ActionOf<'delete'>, on: ReadNotes): Promise<Outcome> {
  const changed = await removeMany(redis, by, ids, firstOf(on));
  const ownDone = changed.done.map(({ after }) => after.uuid);
  // Notes by other people are in the library because they were saved or collected: they are taken out of both.
  const left = changed.refused.map(({ uuid }) => uuid);
  const found = await readNotes(redis, left);
  const others = left.filter((_, at) => found[at] !== undefined && found[at].authorId !== by.author.id);
  const [unsaved, uncollected] = [
    await takeOut(redis, by.author.id, others, 'go'),
    await uncollectAll(redis, { ...by, room: undefined }, others),
  ];
  const out = new Set([...unsaved.done, ...uncollected.done]);
  const refused = changed.refused.filter(({ uuid }) => !out.has(uuid));
  return {
    done: [...ownDone, ...out],
    refused: refused.map((one) => (others.includes(one.uuid) ? { ...one, reason: onlyCommented } : one)),
    undo: [
      ...(ownDone.length > 0 ? [{ action: 'restore' as const, ids: ownDone }] : []),
      ...unsaved.undo,
      ...uncollected.undo,
    ],
    changed: bothChanges(changed, uncollected.changed),
  };
}

const onlyCommented =
  'It has no star, and it’s in neither your reading list nor a collection. If you commented on it, it’s found until you delete your comments.';

/** How many notes are restored together: each is checked like a new note. */
const restoredTogether = 10;

const allBinned = (redis: Redis, uuids: readonly string[]) => Promise.all(uuids.map((uuid) => readBinned(redis, uuid)));

async function restore(redis: Redis, by: Actor, { ids }: ActionOf<'restore'>, on: ReadNotes): Promise<Outcome> {
  const acted = outcomeOf();
  for (const [nth, part] of inParts([...new Set(ids)], restoredTogether).entries()) {
    const binned = (nth === 0 && on.binned) || (await allBinned(redis, part));
    const outcomes = await Promise.all(binned.map((one) => restoreFromBin(redis, one, by)));
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
