import * as z from 'zod';
import { announceCollectedSoon } from '../../inbox/server/events.ts';
import { idempotencyKey, noteProblem, noteUuid, idempotencyOf } from '../../notes/server/note-http.ts';
import { token } from '../../people/server/callers.ts';
import { countStored, requireRoom } from '../../people/server/storage.ts';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { afterAnswer } from '../../platform/server/http/endpoint.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { afterProfileChange, afterWrite, changeOf } from '../../publishing/server/publishing.ts';
import {
  CollectedNote,
  Collection,
  CollectionPatch,
  CollectionPlace,
  DeletedCollection,
  isShown,
  NewCollection,
  type StoredCollection,
} from '../model/collection.ts';
import { searchProblem, withRenamed } from '../../search/model/own/collection-searches.ts';
import { collectionId, collectionProblem } from './collection-http.ts';
import {
  restoreDeletedCollection,
  changeCollection,
  changeSearches,
  collectedNotes,
  collectionsOf,
  deleteCollection,
  listDeleted,
  makeCollection,
  memberships,
  readCollection,
  readDeleted,
  removeFromCollection,
} from './collections.ts';
import { addNotes } from './store/collection-notes.ts';

const One = z.object({ collection: Collection });
const ofNote = (request: Request, context: CallContext) => ({
  id: collectionId(request, context),
  uuid: noteUuid(request, context),
});

/** A collection as its owner sees it. Throws HttpError 404. */
async function required(redis: Redis, userId: string, id: string): Promise<Collection> {
  return listed((await collectionsOf(redis, userId, { readable: { id } })).find((one) => one.id === id));
}

function listed(found: Collection | undefined): Collection {
  if (!found) throw collectionProblem('missing');
  return found;
}

/** Throws a 400 if this search cannot fill a collection. */
async function requireSearch(userId: string, search: string, shown: Parameters<typeof isShown>[0]): Promise<void> {
  const named = /collection:/i.test(search) ? await collectionsOf(database(), userId) : [];
  const message = searchProblem(search, named, isShown(shown));
  if (message === undefined) return;
  throw new HttpError(400, 'Bad Request', `Nothing was changed. ${message}`, { errors: [{ path: 'search', message }] });
}

/** After a collection was renamed, other collections' searches that name it go on finding it. */
async function renameInSearches(userId: string, before: StoredCollection, now: StoredCollection, at: Date) {
  if (before.name === now.name) return;
  const others = (await collectionsOf(database(), userId)).filter(({ id }) => id !== now.id);
  await changeSearches(database(), others, (search) => withRenamed(search, before, now, others), at);
}

const From = z.strictObject({ cursor: z.coerce.number().int().nonnegative().max(limits.collections.notes).default(0) });

/** Collections of notes, for oneself or for others. */
export const collectionRoutes = {
  'GET /api/collections': route({
    id: 'listCollections',
    summary:
      'List your collections in order, each before those inside it. With `note`, also those that have that note (`having`).',
    who: token('read'),
    query: z.strictObject({ note: z.uuid().optional() }),
    gives: { 200: z.object({ collections: z.array(Collection), having: z.array(z.uuid()) }) },
    async handle({ caller, query: { note } }) {
      const [collections, found] = await Promise.all([
        collectionsOf(database(), caller.id, { readable: 'all' }),
        memberships(database(), caller.id, note === undefined ? [] : [note]),
      ]);
      return { collections, having: [...found.values()].flat() };
    },
  }),

  'POST /api/collections': route({
    id: 'makeCollection',
    summary:
      'Create a collection. With `search` it’s a smart one: its notes are those the search finds in your library. With an Idempotency-Key, a call whose answer was lost can be sent again.',
    who: token('write', 'note'),
    headers: [idempotencyKey],
    body: NewCollection,
    rate: 'collections',
    gives: { 201: One, 200: One },
    problems: [409, 507],
    async handle({ request, context, caller, body, now }) {
      const once = idempotencyOf(request, body);
      if (body.search !== null) await requireSearch(caller.id, body.search, body);
      await requireRoom(caller.id, body, now);
      const made = await makeCollection(database(), caller.id, body, { now, once });
      if (!made.ok && made.reason === 'repeated') {
        const collection = await required(database(), caller.id, made.before.id);
        if (made.same) return reply(200, { collection });
        const detail =
          'Nothing was saved: an earlier call with this Idempotency-Key made another collection, returned here. Change that one, or send a new key.';
        throw new HttpError(409, 'Conflict', detail, { members: { current: collection } });
      }
      if (!made.ok) throw collectionProblem(made.reason);
      await countStored(caller.id, made.collection, now, context);
      await afterWrite(made.revision, [], context, 'adds');
      return reply(201, { collection: listed(made.listed) });
    },
  }),

  'GET /api/collections/{id}': route({
    id: 'readCollection',
    summary:
      'Get one of your collections with a page of its notes, in its order. A smart one has none of its own: run its search instead.',
    at: collectionId,
    who: token('read'),
    query: From,
    gives: { 200: One.extend({ notes: z.array(CollectedNote), next: z.int().nullable() }) },
    problems: [404],
    async handle({ caller, at: id, query }) {
      const collection = await required(database(), caller.id, id);
      return { collection, ...(await collectedNotes(database(), caller.id, { id, from: query.cursor })) };
    },
  }),

  'PATCH /api/collections/{id}': route({
    id: 'changeCollection',
    summary:
      'Rename, describe, move or order a collection, or change who can see it. What you leave out stays as it is.',
    at: collectionId,
    who: token('write', 'note'),
    body: CollectionPatch,
    rate: 'collections',
    gives: { 200: One },
    problems: [404, 409, 507],
    reads: ({ at: id }) => readCollection(database(), id),
    async handle({ context, caller, at: id, body: patch, read, now }) {
      const before = read?.collection.ownerId === caller.id ? read.collection : undefined;
      const search = patch.search ?? before?.search;
      // A collection that exists can always be made private.
      if (before && search && (patch.search !== undefined || (patch.visibility && isShown({ ...before, ...patch }))))
        await requireSearch(caller.id, search, { ...before, ...patch });
      await requireRoom(caller.id, patch, now);
      const changed = await changeCollection(database(), caller.id, { id, read, patch }, now);
      if (!changed.ok) throw collectionProblem(changed.reason);
      await afterAnswer(context, async () => before && renameInSearches(caller.id, before, changed.collection, now));
      await countStored(caller.id, patch, now, context);
      const change = before ? changeOf(before, changed.collection) : 'removes';
      await afterProfileChange(changed.revision, caller.id, context, change);
      return { collection: listed(changed.listed) };
    },
  }),

  'GET /api/bin/collections': route({
    id: 'listDeletedCollections',
    summary: `List the collections you deleted in the last ${limits.binDays} days, last deleted first.`,
    who: token('read'),
    gives: { 200: z.object({ collections: z.array(DeletedCollection) }) },
    handle: async ({ caller }) => ({ collections: await listDeleted(database(), caller.id) }),
  }),

  'PUT /api/collections/{id}': route({
    id: 'restoreCollection',
    summary: `Restore a collection you deleted in the last ${limits.binDays} days, with its notes. Doing it again changes nothing.`,
    at: collectionId,
    who: token('write', 'note'),
    rate: 'collections',
    gives: { 200: One },
    problems: [404, 409],
    reads: ({ at: id }) => readDeleted(database(), id),
    async handle({ context, caller, at: id, read: deleted }) {
      const back = await restoreDeletedCollection(database(), caller.id, { id, deleted });
      if (!back.ok && back.reason !== 'there') throw collectionProblem(back.reason);
      if (back.ok) await afterWrite(back.revision, [], context, 'adds');
      return { collection: await required(database(), caller.id, id) };
    },
  }),

  'DELETE /api/collections/{id}': route({
    id: 'deleteCollection',
    summary: 'Delete a collection. Its notes stay, and the collections inside it move to the top level.',
    at: collectionId,
    who: token('write'),
    rate: 'collections',
    gives: { 204: null },
    problems: [404],
    async handle({ context, caller, at: id, now }) {
      const gone = await deleteCollection(database(), caller.id, id, now);
      if (!gone.ok) throw collectionProblem(gone.reason);
      await afterProfileChange(gone.revision, caller.id, context);
    },
  }),

  'PUT /api/collections/{id}/notes/{uuid}': route({
    id: 'collectNote',
    summary:
      'Add a note you can read to a collection, at the beginning. With `after`, put it behind that note (null: first), even if it’s already there.',
    at: ofNote,
    who: token('write', 'note'),
    body: CollectionPlace.optional(),
    maxBytes: 1024,
    rate: 'collections',
    gives: { 200: z.object({ collected: z.boolean() }), 201: z.object({ collected: z.boolean() }) },
    problems: [404, 409, 410],
    async handle({ context, caller, at: { id, uuid }, body, now }) {
      const put = await addNotes(database(), caller.id, { id, uuids: [uuid], after: body?.after }, now);
      if (!put.ok) throw collectionProblem(put.reason === 'full' ? 'notes-full' : put.reason);
      const [refused] = put.refused;
      if (refused) throw noteProblem({ ok: false, reason: refused.reason });
      await afterWrite(put.revision, [], context, 'adds');
      if (put.added.length > 0) await announceCollectedSoon(database(), { id, uuids: [uuid] }, now, context);
      return reply(put.added.length > 0 ? 201 : 200, { collected: true });
    },
  }),

  'DELETE /api/collections/{id}/notes/{uuid}': route({
    id: 'uncollectNote',
    summary: 'Remove a note from a collection. If it isn’t there, nothing changes.',
    at: ofNote,
    who: token('write'),
    rate: 'collections',
    gives: { 200: z.object({ collected: z.boolean() }) },
    problems: [404],
    async handle({ context, caller, at: { id, uuid }, now }) {
      const gone = await removeFromCollection(database(), caller.id, id, [uuid], now);
      if (!gone.ok) throw collectionProblem(gone.reason);
      await afterProfileChange(gone.revision, caller.id, context, 'edits');
      return { collected: false };
    },
  }),
} satisfies Routes;
