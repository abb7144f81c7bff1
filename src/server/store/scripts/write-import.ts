import { z } from 'zod';
import { writeScript } from '../script.ts';
import { jsonOf } from '../stored.ts';
import { Import } from '../../../domain/import.ts';
import { writeNoteLua } from './write-note.ts';

const Count = z.int().nonnegative().default(0);

/** An import with whose it is. Until version 3 of the store, notes were called added or seen. */
export const StoredImport = jsonOf(
  z
    .looseObject({ added: Count.optional(), seen: Count.optional() })
    .transform(({ added, seen, ...told }): unknown => ({ kept: added, merged: seen, ...told }))
    .pipe(Import.extend({ userId: z.string(), kept: Count, merged: Count, aside: Count })),
);

/**
 * Writes a part of an import as one step: its notes with all their indexes, what is kept with them, a line of the report
 * for each entry, and the place up to which the import has come. A part that was written before changes nothing, and
 * neither does one that was made for notes which are others by now.
 *
 * KEYS import, its lines, its refused lines, those with something set aside, what to undo of it, the person's imported
 * ids, what their notes are found by, their reading list, its states `toread`, `reading` and `archived`, its
 * favourites, then the keys of each note's write.
 * ARGV person, how many entries came before, now as ISO 8601, `last` or empty, seconds to keep the import, prefixes of
 * notes, copies, highlights and of what came with notes, then as JSON: how many lines there are of each outcome; what is
 * to be undone of choices; each id with the note by which it was known (or empty) and the one that it is now; and for
 * each note its uuid, the revision that it had (0: it is new), by what it is found (`same`) with how many others there
 * are, how many keys its write has and its arguments (none where the note itself stays), what came with it, its copy, ids
 * and JSON of its highlights, its place in the reading list, and what to undo. Then the lines, the refused and those with
 * something set aside, each a number of them and their JSON.
 *
 * Gives `written`, the import's JSON and the last revision that was raised or null; `moved` with the import where it is
 * at another place, `changed` where something is not as the part supposes, or `missing`.
 */
export const writeImportPart = writeScript(
  `
  local function writeNote(KEYS, ARGV)
    ${writeNoteLua}
  end
  local userId, from, at, last, ttl, notePrefix, copyPrefix, highlightPrefix, importedPrefix = unpack(ARGV)
  local json = redis.call('GET', KEYS[1])
  local import = json and cjson.decode(json)
  if not import or import.userId ~= userId then return { 'missing' } end
  if import.at ~= tonumber(from) or import.state ~= 'running' then return { 'moved', json } end
  if import.added then
    import.kept, import.merged, import.aside = import.added, import.seen, 0
    import.added, import.seen = nil, nil
  end
  for i = 2, 4 do redis.call('LLEN', KEYS[i]) end
  for i = 5, 6 do redis.call('HLEN', KEYS[i]) end
  for i = 7, 11 do redis.call('ZCARD', KEYS[i]) end
  redis.call('SCARD', KEYS[12])

  local counts, choices, ids, notes = unpack(cjson.decode('[' .. table.concat(ARGV, ',', 10, 13) .. ']'))
  for i = 1, #ids, 3 do
    if (redis.call('HGET', KEYS[6], ids[i]) or '') ~= ids[i + 1] then return { 'changed' } end
  end
  for _, note in ipairs(notes) do
    if note.rev == 0 then
      if redis.call('EXISTS', notePrefix .. note.uuid) == 1 then return { 'changed' } end
      if note.same and redis.call('ZLEXCOUNT', KEYS[7], '[' .. note.same .. ':', '(' .. note.same .. ';') ~= note.others then
        return { 'changed' }
      end
    else
      local stored = redis.call('GET', notePrefix .. note.uuid)
      local now = stored and cjson.decode(stored)
      if not now or now.rev ~= note.rev or now.authorId ~= userId or now.deletedAt then return { 'changed' } end
    end
  end

  local nextKey, revision = 13, false
  for _, note in ipairs(notes) do
    local uuid = note.uuid
    if note.args then
      local keys = { unpack(KEYS, nextKey, nextKey + note.keys - 1) }
      nextKey = nextKey + note.keys
      if note.rev == 0 and note.reading then redis.call('SADD', keys[11], userId) end
      revision = writeNote(keys, note.args)[2] or revision
    end
    if note.imported then redis.call('SET', importedPrefix .. uuid, note.imported) end
    if note.copy then redis.call('SET', copyPrefix .. uuid, note.copy, 'NX') end
    for i = 1, #note.highlights, 2 do
      redis.call('HSETNX', highlightPrefix .. uuid, note.highlights[i], note.highlights[i + 1])
    end
    local reading = note.rev == 0 and note.reading
    if reading then
      redis.call('ZADD', KEYS[8], reading.at, uuid)
      redis.call('ZADD', KEYS[({ toread = 9, reading = 10, archived = 11 })[reading.state]], reading.changedAt, uuid)
      if reading.favourite then redis.call('SADD', KEYS[12], uuid) end
    end
    if note.undo then redis.call('HSET', KEYS[5], uuid, note.undo) end
  end
  for i = 1, #choices, 2 do redis.call('HSET', KEYS[5], choices[i], choices[i + 1]) end
  for i = 1, #ids, 3 do redis.call('HSET', KEYS[6], ids[i], ids[i + 2]) end

  local list = 14
  for i = 2, 4 do
    local many = tonumber(ARGV[list])
    for first = list + 1, list + many, 1000 do
      redis.call('RPUSH', KEYS[i], unpack(ARGV, first, math.min(first + 999, list + many)))
    end
    list = list + many + 1
  end
  for name, many in pairs(counts) do import[name] = import[name] + many end
  import.at = import.at + tonumber(ARGV[14])
  import.changedAt = at
  if last == 'last' then import.state = 'done' end
  json = cjson.encode(import)
  redis.call('SET', KEYS[1], json, 'EX', ttl)
  for i = 2, 5 do redis.call('EXPIRE', KEYS[i], ttl) end
  return { 'written', json, revision }
  `,
  z.union([
    z.tuple([z.literal('written'), StoredImport, z.int().nullable()]),
    z.tuple([z.literal('moved'), StoredImport]),
    z.tuple([z.enum(['changed', 'missing'])]),
  ]),
);
