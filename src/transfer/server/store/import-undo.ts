import * as z from 'zod';
import type { Import, UndoLeftover } from '../../model/import.ts';
import type { Imported } from '../../../notes/model/details.ts';
import { ImportEffect } from './import-parts.ts';
import { newImportJson, formWithPlaces, keptSeconds, withoutOwner } from './imports.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readCollection, recordCollectionChange } from '../../../library/server/store/shown-collections.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { luaKey, writeScript } from '../../../platform/server/store/script.ts';
import { listing, StoredImport } from './listed-imports.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

type To = { userId: string; id: string };

/** How much is undone in one step. */
const atOnce = 100;

/** What to undo next. From here on, the import takes no more parts. */
const next = writeScript({
  keys: ['importKey', 'doneKey'],
  args: ['userId', 'max', 'now', 'ttl'],
  returns: z.union([
    z.tuple([z.literal('some'), z.array(z.string()), z.int()]),
    z.tuple([z.enum(['missing', 'unknown'])]),
  ]),
  body: `
    local json = redis.call('GET', importKey)
    local import = json and cjson.decode(json)
    if not import or import.userId ~= userId then return { 'missing' } end
    if import.added then return { 'unknown' } end
    if import.state ~= 'undone' then
      import.state, import.changedAt = 'undoing', now
      import.undone = import.undone or { removed = 0, left = 0 }
      redis.call('SET', importKey, cjson.encode(import), 'EX', ttl)
    end
    return { 'some', redis.call('HRANDFIELD', doneKey, max, 'WITHVALUES'), import.form or 0 }
    `,
});

const note = writeScript({
  uses: [listing],
  keys: ['importKey', 'userImports', 'doneKey'],
  args: ['fresh', 'ttl', '...names'],
  returns: z.literal(1),
  body: `
    local isThere = redis.call('EXISTS', importKey) == 1
    if not isThere and fresh == '' then return 1 end
    redis.call('ZCARD', userImports)
    redis.call('HLEN', doneKey)
    if not isThere then
      redis.call('SET', importKey, fresh, 'EX', ttl)
      listImport(userImports, cjson.decode(fresh))
    end
    for _, name in ipairs(names) do redis.call('HSETNX', doneKey, name, '{}') end
    redis.call('EXPIRE', doneKey, ttl)
    return 1
    `,
});

/**
 * Records what was made for a part that could not be written then, so that undoing finds it. It begins the import if no
 * part was written before.
 */
export async function recordMade(redis: Redis, userId: string, open: Import, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await note(redis, {
    importKey: keys.import(open.id),
    userImports: keys.userImports(userId),
    doneKey: keys.importDone(open.id),
    fresh: open.at === 0 ? newImportJson(userId, open) : '',
    ttl: keptSeconds,
    names: [...names],
  });
}

/** What an import did with a note, named by its uuid, or with a choice, named by `choice:` and what it is. */
export type UndoStep = { name: string; done: ImportEffect };

const StoredDone = jsonOf(ImportEffect);

/**
 * Begins or continues undoing an import: what to undo next, or nothing once all is undone. `knowsPlaces`: the import
 * recorded where it put notes in the reading list.
 */
export async function nextUndoStep(
  redis: Redis,
  { userId, id }: To,
  now: Date,
): Promise<{ ok: true; done: UndoStep[]; knowsPlaces: boolean } | { ok: false; reason: 'missing' | 'unknown' }> {
  const [outcome, flat, form] = await next(redis, {
    importKey: keys.import(id),
    doneKey: keys.importDone(id),
    userId,
    max: atOnce,
    now: now.toISOString(),
    ttl: keptSeconds,
  });
  if (outcome !== 'some') return { ok: false, reason: outcome };
  const done = flat.flatMap((name, at) => (at % 2 === 0 ? [{ name, done: StoredDone.parse(flat[at + 1]) }] : []));
  return { ok: true, done, knowsPlaces: form >= formWithPlaces };
}

/** `names`: those that were dealt with, as JSON. `left`: the JSON of each line of what stays. */
const end = writeScript({
  keys: ['importKey', 'doneKey', 'leftKey'],
  args: ['now', 'ttl', 'names', '...left'],
  returns: StoredImport,
  body: `
    local import = cjson.decode(redis.call('GET', importKey))
    local gone = 0
    for _, name in ipairs(cjson.decode(names)) do gone = gone + redis.call('HDEL', doneKey, name) end
    local undone = import.undone or { removed = 0, left = 0 }
    import.undone = { removed = undone.removed + math.max(0, gone - #left), left = undone.left + #left }
    import.changedAt = now
    if redis.call('HLEN', doneKey) == 0 then import.state = 'undone' end
    local json = cjson.encode(import)
    redis.call('SET', importKey, json, 'EX', ttl)
    for _, line in ipairs(left) do redis.call('RPUSH', leftKey, line) end
    redis.call('EXPIRE', leftKey, ttl)
    return json
    `,
});

/** Records that these were dealt with, and what of them stays. */
export async function endStep(
  redis: Redis,
  { id }: To,
  { names, left }: { names: string[]; left: UndoLeftover[] },
  now: Date,
): Promise<Import> {
  const after = await end(redis, {
    importKey: keys.import(id),
    doneKey: keys.importDone(id),
    leftKey: keys.importLeft(id),
    now: now.toISOString(),
    ttl: keptSeconds,
    names: toStored(names),
    left: left.map((line) => toStored(line)),
  });
  return withoutOwner(after);
}

const removeImported = writeScript({
  uses: [libraryChanged],
  keys: ['imported', 'copy', 'highlights'],
  args: ['userId', 'uuid', 'importedJson', 'copyGoes', '...ids'],
  returns: z.literal(1),
  body: `
    checkLibrary(userId)
    if importedJson == '{}' then
      redis.call('DEL', imported)
    elseif importedJson ~= '' then
      redis.call('SET', imported, importedJson)
    end
    for _, each in ipairs(ids) do redis.call('HDEL', highlights, each) end
    if copyGoes == 'copy' and redis.call('HLEN', highlights) == 0 then redis.call('DEL', copy) end
    libraryChanged(userId, { uuid })
    return 1
    `,
});

/** Removes what was imported with a note. `importedFields`: what stays of the values kept beside it; undefined if all stay. */
export async function takeBackBelongings(
  redis: Redis,
  { userId, uuid }: { userId: string; uuid: string },
  { importedFields, highlights, copy }: { importedFields: Imported | undefined; highlights: string[]; copy: boolean },
): Promise<void> {
  if (importedFields === undefined && highlights.length === 0 && !copy) return;
  await removeImported(redis, {
    imported: keys.noteImported(uuid),
    copy: keys.copy(uuid),
    highlights: keys.highlights(uuid),
    userId,
    uuid,
    importedJson: importedFields ? toStored(importedFields) : '',
    copyGoes: copy ? 'copy' : '',
    ids: highlights,
  });
}

const leave = writeScript({
  uses: [readCollection, recordCollectionChange, libraryChanged],
  args: ['userId', '...uuids'],
  returns: z.int().nullable(),
  body: `
    checkLibrary(userId)
    local changed, revision = {}, false
    for _, uuid in ipairs(uuids) do
      local collected = ${luaKey(keys.collected, 'uuid')}
      for _, id in ipairs(redis.call('SMEMBERS', collected)) do
        local collection = readCollection(id)
        if collection and collection.ownerId == userId then
          redis.call('ZREM', ${luaKey(keys.collectionNotes, 'id')}, uuid)
          redis.call('SREM', collected, id)
          changed[id] = collection
        end
      end
    end
    for _, collection in pairs(changed) do
      if not collection.deletedAt then revision = recordCollectionChange(collection) or revision end
    end
    libraryChanged(userId, uuids)
    return revision
    `,
});

/**
 * Takes notes out of a person's collections, also out of deleted ones, which importing the file again restores. Returns
 * the last revision that rose, or null.
 */
export async function leaveCollections(redis: Redis, userId: string, uuids: readonly string[]): Promise<number | null> {
  return uuids.length === 0 ? null : leave(redis, { userId, uuids: [...uuids] });
}
