import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { writeScript, luaKey } from '../../../platform/server/store/script.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { limits } from '../../../platform/model/limits.ts';
import { recordCollectionChange, readCollection } from '../../../library/server/store/shown-collections.ts';
import { noteWriting } from '../../../notes/server/store/write-note.ts';
import { listing, StoredImport } from './listed-imports.ts';

/**
 * Writes a part of an import as one step: its notes with all their indexes and private parts, a line of the report for each
 * entry, and the position that the import has reached. A part that was written before changes nothing, and neither does one
 * that was prepared for notes that have changed since.
 *
 * `fresh` is the JSON of an import that this part begins, or empty; if the same file is being imported by then, the result
 * is `moved`. `counts` has the number of lines of each outcome, `choices` what was chosen and what undoing must know of it,
 * `ids` each id with the note that it named before (or empty) and the one that it names now, `into` what goes into each
 * collection, `found` how many entries the index of the person's notes had when the part was planned; these and `notes` are
 * JSON. Each note has: its uuid; its revision before (none: it is new) and whether its id is from our own export; what finds
 * it (`same`), and how many others that finds (none: no other); how it is written; what undoing must know besides that it
 * was added (`done`); its imported fields, former titles, copy, ids and JSON of its highlights, and place in the reading list. New notes
 * that nobody else reads are `alone`, since hundreds may come: `stored` is their JSON, and `indexes` lists them all in one
 * value (by key: score, the member up to the uuid, and the number of its note). Of `lines`, each with its JSON in a line of
 * its own, those at the places `refused` and `aside` are also listed separately.
 *
 * Returns `written`, the import's JSON and the last head revision or null; `moved` with the import if it is at another
 * position; `changed` if something is not as the part expects; `full` with the collections that have no room for all of
 * theirs, each with how many more it takes; or `missing`.
 */
export const writeImportPart = writeScript({
  uses: [noteWriting.part, libraryChanged, readCollection, recordCollectionChange, listing],
  keys: [
    ...([
      'userImports',
      'importKey',
      'linesKey',
      'refusedKey',
      'asideKey',
      'doneKey',
      'idsKey',
      'authorLinks',
    ] as const),
    ...(['reading', 'toread', 'beingRead', 'archived', 'favourites'] as const),
  ],
  args: [
    ...(['userId', 'from', 'at', 'last', 'ttl', 'counts', 'choices', 'into', 'ids', 'found', 'notes'] as const),
    ...(['fresh', 'lines', 'refused', 'aside', 'indexes', '...stored'] as const),
  ],
  returns: z.union([
    z.tuple([z.literal('written'), StoredImport, z.int().nullable()]),
    z.tuple([z.literal('moved'), StoredImport]),
    z.tuple([z.literal('full'), z.array(z.tuple([z.string(), z.int()]))]),
    z.tuple([z.enum(['changed', 'missing'])]),
  ]),
  body: `
    local json = redis.call('GET', importKey)
    local begins = not json and fresh ~= ''
    if begins then json = fresh end
    local import = json and cjson.decode(json)
    for _, id in ipairs(begins and redis.call('ZRANGE', userImports, 0, -1) or {}) do
      local known = redis.call('GET', ${luaKey(keys.import, 'id')})
      local other = known and cjson.decode(known)
      local isSame = other and other.fingerprint == import.fingerprint and other.visibility == import.visibility
      if isSame and other.state == 'running' then return { 'moved', known } end
    end
    if not import or import.userId ~= userId then return { 'missing' } end
    if import.at ~= tonumber(from) or import.state ~= 'running' then return { 'moved', json } end
    if import.added then
      import.kept, import.merged, import.aside = import.added, import.seen, 0
      import.added, import.seen = nil, nil
    end
    for _, list in ipairs({ linesKey, refusedKey, asideKey }) do redis.call('LLEN', list) end
    for _, hash in ipairs({ doneKey, idsKey }) do redis.call('HLEN', hash) end
    for _, index in ipairs({ reading, toread, beingRead, archived }) do redis.call('ZCARD', index) end
    redis.call('SCARD', favourites)
    redis.call('ZCARD', ${luaKey(keys.authorFormerTitles, 'userId')})
    checkLibrary(userId)

    local asFound = redis.call('ZCARD', authorLinks) == tonumber(found)
    local known, plan = cjson.decode(ids), cjson.decode(notes)
    for i = 1, #known, 3 do
      if (redis.call('HGET', idsKey, known[i]) or '') ~= known[i + 1] then return { 'changed' } end
    end
    for _, each in ipairs(plan) do
      local before = (each.own or each.rev) and redis.call('GET', ${luaKey(keys.note, 'each.uuid')})
      if not each.rev then
        if each.own and before then return { 'changed' } end
        if not asFound and each.same and
          redis.call('ZLEXCOUNT', authorLinks, '[' .. each.same .. ':', '(' .. each.same .. ';') ~= (each.others or 0) then
          return { 'changed' }
        end
      else
        local now = before and cjson.decode(before)
        if not now or now.rev ~= each.rev or now.authorId ~= userId or now.deletedAt then return { 'changed' } end
      end
    end
    local collecting, full = {}, {}
    for id, coming in pairs(cjson.decode(into)) do
      local places = ${luaKey(keys.collectionNotes, 'id')}
      local there, added = redis.call('ZMSCORE', places, unpack(coming)), {}
      for i, uuid in ipairs(coming) do
        if not there[i] then added[#added + 1] = uuid end
      end
      local room = math.max(0, ${limits.collections.notes} - redis.call('ZCARD', places))
      if #added > room then full[#full + 1] = { id, room } end
      collecting[id] = added
    end
    if #full > 0 then return { 'full', full } end
    local entries = cjson.decode(indexes)
    for key in pairs(entries) do redis.call('ZCARD', key) end

    local function inBulk(command, key, values)
      for i = 1, #values, 1000 do redis.call(command, key, unpack(values, i, math.min(i + 999, #values))) end
    end
    local function inLines(text)
      local parts, start = {}, 1
      while start <= #text do
        local stop = string.find(text, '\\n', start, true) or #text + 1
        parts[#parts + 1] = string.sub(text, start, stop - 1)
        start = stop + 1
      end
      return parts
    end
    local function those(places, all)
      local chosen = {}
      for i, place in ipairs(places) do chosen[i] = all[place] end
      return chosen
    end
    local alone = {}
    for _, each in ipairs(plan) do
      if not each.write and each.alone then alone[#alone + 1] = each.uuid end
    end
    for _, values in pairs(entries) do
      local to = 0
      for i = 1, #values, 3 do
        values[to + 1], values[to + 2] = values[i], values[i + 1] .. alone[values[i + 2]]
        to = to + 2
      end
      for i = #values, to + 1, -1 do values[i] = nil end
    end
    local captured, hasCaptured = {}, false
    for _, each in ipairs(plan) do
      if each.alone and each.same then captured[#captured + 1] = ${luaKey(keys.captured, 'userId', 'each.same')} end
    end
    for i = 1, #captured, 1000 do
      if redis.call('EXISTS', unpack(captured, i, math.min(i + 999, #captured))) > 0 then hasCaptured = true end
    end
    local made = {}
    for i, uuid in ipairs(alone) do made[2 * i - 1], made[2 * i] = ${luaKey(keys.note, 'uuid')}, stored[i] end
    for _, each in ipairs(plan) do
      if each.imported then
        made[#made + 1] = ${luaKey(keys.noteImported, 'each.uuid')}
        made[#made + 1] = each.imported
      end
    end
    for i = 1, #made, 1000 do redis.call('MSET', unpack(made, i, math.min(i + 999, #made))) end
    local revision, written, undo = false, 0, {}
    for _, each in ipairs(plan) do
      local uuid = each.uuid
      local place = not each.rev and each.reading
      if each.write then
        revision = writeNote(unpack(each.write))[2] or revision
      elseif each.alone then
        written = written + 1
        if hasCaptured then moveCopy(false, cjson.decode(stored[written])) end
      end
      undo[#undo + 1] = uuid
      undo[#undo + 1] = each.done or '{"kept":true,"rev":1}'
      for _, title in ipairs(each.former or {}) do
        redis.call('RPUSH', ${luaKey(keys.formerTitles, 'uuid')}, title)
        redis.call('ZADD', ${luaKey(keys.authorFormerTitles, 'userId')}, 0, title .. '\\n' .. uuid)
      end
      if each.copy then redis.call('SET', ${luaKey(keys.copy, 'uuid')}, each.copy, 'NX') end
      for i = 1, each.highlights and #each.highlights or 0, 2 do
        redis.call('HSETNX', ${luaKey(keys.highlights, 'uuid')}, each.highlights[i], each.highlights[i + 1])
      end
      if place then
        redis.call('ZADD', reading, place.at, uuid)
        local states = { toread = toread, reading = beingRead, archived = archived }
        if states[place.state] then redis.call('ZADD', states[place.state], place.changedAt, uuid) end
        if place.favourite then redis.call('SADD', favourites, uuid) end
      end
    end
    for id, added in pairs(collecting) do
      local places = ${luaKey(keys.collectionNotes, 'id')}
      local collection = readCollection(id)
      local furthest = tonumber(redis.call('ZRANGE', places, -1, -1, 'WITHSCORES')[2] or 0)
      local placed = {}
      for i, uuid in ipairs(collection and added or {}) do
        placed[#placed + 1] = string.format('%.17g', furthest + i)
        placed[#placed + 1] = uuid
        redis.call('SADD', ${luaKey(keys.collected, 'uuid')}, id)
      end
      inBulk('ZADD', places, placed)
      if collection then revision = recordCollectionChange(collection) or revision end
    end
    local changed = {}
    for i, each in ipairs(plan) do changed[i] = each.uuid end
    libraryChanged(userId, changed)
    for key, values in pairs(entries) do inBulk('ZADD', key, values) end
    for _, word in ipairs(cjson.decode(choices)) do undo[#undo + 1] = word end
    inBulk('HSET', doneKey, undo)
    for i = 1, #known, 3 do redis.call('HSET', idsKey, known[i], known[i + 2]) end
    local told = inLines(lines)
    inBulk('RPUSH', linesKey, told)
    inBulk('RPUSH', refusedKey, those(cjson.decode(refused), told))
    inBulk('RPUSH', asideKey, those(cjson.decode(aside), told))
    for name, many in pairs(cjson.decode(counts)) do import[name] = (import[name] or 0) + many end
    import.at = import.at + #told
    import.changedAt = at
    if last == 'last' then import.state = 'done' end
    if begins then listImport(userImports, import) end
    json = cjson.encode(import)
    redis.call('SET', importKey, json, 'EX', ttl)
    for _, key in ipairs({ linesKey, refusedKey, asideKey, doneKey }) do redis.call('EXPIRE', key, ttl) end
    return { 'written', json, revision }
    `,
});
