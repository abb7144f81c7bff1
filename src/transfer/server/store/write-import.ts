import { z } from 'zod';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import { Import } from '../../model/import.ts';
import { writeNoteLua } from '../../../notes/server/store/write-note.ts';

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
 * ids, what their notes are found by, all their notes, their reading list, its states `toread`, `reading` and
 * `archived`, its favourites, then the keys of the writes of notes that others read or that were here.
 * ARGV person, how many entries came before, now as ISO 8601, `last` or empty, seconds to keep the import, prefixes of
 * notes, copies, highlights, of what came with notes, of what the person captured and of savers, then as JSON: how many
 * lines there are of each outcome; what to undo, by names; each id with the note by which it was known (or empty) and
 * the one that it is now; by how much notes were found when the part was made; each note (below); and the lines, the
 * refused and those with something set aside. Then the JSON of each new note that nobody else reads, which is in two
 * lists alone: these come by the hundred.
 *
 * A note: its uuid, the revision that it had (0: it is new) and whether the id came along, by what it is found (`same`) and how many others are; how
 * many keys its write has and its arguments, or, for a new one without, when it was made; what came with it, its copy,
 * ids and JSON of its highlights, and its place in the reading list.
 *
 * Gives `written`, the import's JSON and the last revision that was raised or null; `moved` with the import where it is
 * at another place, `changed` where something is not as the part supposes, or `missing`.
 */
export const writeImportPart = numberedWrite(
  `
  local function writeNote(KEYS, ARGV)
    ${writeNoteLua}
  end
  local userId, from, at, last, ttl, notePrefix, copyPrefix, highlightPrefix, importedPrefix, captured, savers = unpack(ARGV)
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
  local found = redis.call('ZCARD', KEYS[7])
  for i = 8, 12 do redis.call('ZCARD', KEYS[i]) end
  redis.call('SCARD', KEYS[13])

  local counts, undo, ids, links, notes, lines, refused, aside = unpack(cjson.decode('[' .. table.concat(ARGV, ',', 12, 19) .. ']'))
  for i = 1, #ids, 3 do
    if (redis.call('HGET', KEYS[6], ids[i]) or '') ~= ids[i + 1] then return { 'changed' } end
  end
  for _, note in ipairs(notes) do
    if note.rev == 0 then
      if note.own and redis.call('EXISTS', notePrefix .. note.uuid) == 1 then return { 'changed' } end
      if found ~= links and note.same and
        redis.call('ZLEXCOUNT', KEYS[7], '[' .. note.same .. ':', '(' .. note.same .. ';') ~= note.others then
        return { 'changed' }
      end
    else
      local stored = redis.call('GET', notePrefix .. note.uuid)
      local now = stored and cjson.decode(stored)
      if not now or now.rev ~= note.rev or now.authorId ~= userId or now.deletedAt then return { 'changed' } end
    end
  end

  local function inBulk(command, key, values)
    for i = 1, #values, 1000 do redis.call(command, key, unpack(values, i, math.min(i + 999, #values))) end
  end
  local looked = {}
  for _, note in ipairs(notes) do if note.at and note.same then table.insert(looked, captured .. note.same) end end
  local hasCaptured = #looked > 0 and redis.call('EXISTS', unpack(looked)) > 0
  local nextKey, nextJson, revision, byTime, byLink = 14, 20, false, {}, {}
  for _, note in ipairs(notes) do
    local uuid = note.uuid
    local reading = note.rev == 0 and note.reading
    if reading then redis.call('SADD', savers .. uuid, userId) end
    if note.args then
      revision = writeNote({ unpack(KEYS, nextKey, nextKey + note.keys - 1) }, note.args)[2] or revision
      nextKey = nextKey + note.keys
    elseif note.at then
      redis.call('SET', notePrefix .. uuid, ARGV[nextJson])
      nextJson = nextJson + 1
      table.insert(byTime, note.at)
      table.insert(byTime, uuid)
      if note.same then
        table.insert(byLink, 0)
        table.insert(byLink, note.same .. ':' .. uuid)
        if hasCaptured and redis.call('EXISTS', captured .. note.same) == 1 then
          redis.call('RENAME', captured .. note.same, copyPrefix .. uuid)
          redis.call('PERSIST', copyPrefix .. uuid)
        end
      end
    end
    if note.imported then redis.call('SET', importedPrefix .. uuid, note.imported) end
    if note.copy then redis.call('SET', copyPrefix .. uuid, note.copy, 'NX') end
    for i = 1, note.highlights and #note.highlights or 0, 2 do
      redis.call('HSETNX', highlightPrefix .. uuid, note.highlights[i], note.highlights[i + 1])
    end
    if reading then
      redis.call('ZADD', KEYS[9], reading.at, uuid)
      redis.call('ZADD', KEYS[({ toread = 10, reading = 11, archived = 12 })[reading.state]], reading.changedAt, uuid)
      if reading.favourite then redis.call('SADD', KEYS[13], uuid) end
    end
  end
  inBulk('ZADD', KEYS[8], byTime)
  inBulk('ZADD', KEYS[7], byLink)
  inBulk('HSET', KEYS[5], undo)
  for i = 1, #ids, 3 do redis.call('HSET', KEYS[6], ids[i], ids[i + 2]) end
  inBulk('RPUSH', KEYS[2], lines)
  inBulk('RPUSH', KEYS[3], refused)
  inBulk('RPUSH', KEYS[4], aside)
  for name, many in pairs(counts) do import[name] = import[name] + many end
  import.at = import.at + #lines
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
