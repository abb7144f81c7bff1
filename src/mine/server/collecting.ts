import { collectionProblem } from '../../library/server/collection-http.ts';
import { addNotes, memberships, removeFromCollection, uuidsOf } from '../../library/server/collections.ts';
import type { WriteContext } from '../../moderation/server/moderation-check.ts';
import { noteProblem } from '../../notes/server/note-http.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { unchanged, type ManyChanged } from '../../writing/server/write-many.ts';
import type { LibraryActionResult, LibraryAction } from '../model/library.ts';

/** The result of an action; `changed`: the notes that it wrote, which other writes follow. */
export type Outcome = LibraryActionResult & { changed: ManyChanged };

/** Nothing done, apart from these. */
export function outcomeOf(part: Partial<Outcome> = {}): Outcome {
  return { done: [], refused: [], undo: [], changed: unchanged(), ...part };
}

export type Actor = Omit<WriteContext, 'once'>;
export type ActionOf<Name extends LibraryAction['action']> = Extract<LibraryAction, { action: Name }>;

export async function collect(
  redis: Redis,
  { author, now }: Actor,
  { ids, collection, after }: ActionOf<'collect'>,
): Promise<Outcome> {
  const placed = await addNotes(redis, author.id, { id: collection, uuids: ids, after }, now);
  const isLost = !placed.ok && placed.reason === 'no-place';
  const put = isLost ? await addNotes(redis, author.id, { id: collection, uuids: ids }, now) : placed;
  if (!put.ok) throw collectionProblem(put.reason === 'full' ? 'notes-full' : put.reason);
  return {
    done: put.added,
    refused: put.refused.map(({ uuid, reason }) => ({ uuid, reason: noteProblem({ ok: false, reason }).detail })),
    undo: put.added.length > 0 ? [{ action: 'uncollect', ids: put.added, collection }] : [],
    changed: { ...unchanged(), revision: put.revision },
  };
}

export async function uncollect(
  redis: Redis,
  { author, now, room }: Actor,
  { ids, collection }: ActionOf<'uncollect'>,
): Promise<Outcome> {
  const [before] = await Promise.all([uuidsOf(redis, collection), room?.()]);
  const taken = await removeFromCollection(redis, author.id, collection, ids, now);
  if (!taken.ok) throw collectionProblem(taken.reason);
  return {
    done: taken.removed,
    refused: [],
    undo: backInto(collection, before, taken.removed),
    changed: { ...unchanged(), revision: taken.revision, change: 'edits' },
  };
}

/** Takes notes out of all of the person's collections. */
export async function uncollectAll(redis: Redis, by: Actor, uuids: readonly string[]): Promise<Outcome> {
  const all = outcomeOf();
  const byCollection = new Map<string, string[]>();
  for (const [uuid, ids] of await memberships(redis, by.author.id, uuids)) {
    for (const id of ids) byCollection.set(id, [...(byCollection.get(id) ?? []), uuid]);
  }
  for (const [collection, ids] of byCollection) {
    const { done, undo, changed } = await uncollect(redis, by, { action: 'uncollect', ids, collection });
    all.done.push(...done);
    all.undo.push(...undo);
    all.changed = { ...changed, revision: changed.revision ?? all.changed.revision };
  }
  return all;
}

/** How many actions may restore the order of a collection; if more are needed, the notes are put first, in their order. */
const placesKept = 50;

/** Actions that put notes back into a collection that was `before`: each run of neighbours goes after its predecessor. */
function backInto(collection: string, before: readonly string[], removed: readonly string[]): LibraryAction[] {
  const gone = new Set(removed);
  const runs = new Map<string | null, string[]>();
  let stays: string | null = null;
  for (const uuid of before) {
    if (!gone.has(uuid)) stays = uuid;
    else runs.set(stays, [...(runs.get(stays) ?? []), uuid]);
  }
  const inOrder = before.filter((uuid) => gone.has(uuid));
  if (runs.size > placesKept) return [{ action: 'collect', ids: inOrder, collection }];
  return [...runs].map(([after, ids]) => ({ action: 'collect', ids, collection, after }));
}
