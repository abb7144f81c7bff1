import { z } from 'zod';
import { writeScript } from '../script.ts';
import { jsonOf } from '../stored.ts';
import { Import, ImportLine } from '../../../domain/import.ts';
import { writeNoteLua } from './write-note.ts';

/** An import with whose it is. */
export const StoredImport = jsonOf(Import.extend({ userId: z.string() }));

/**
 * Writes a part of an import as one step: its notes with all their indexes, a line of the report for each entry, and
 * the place up to which the import has come. A part that was written before changes nothing.
 *
 * KEYS import, its lines, its refused lines, the person's imported ids, the links that they have, their reading list,
 * its states `toread`, `reading` and `archived`, then the keys of each note's write.
 * ARGV person, how many entries came before, now in milliseconds and as ISO 8601, `last` or empty, seconds to keep the
 * import, prefixes of notes, copies and highlights, then the plan: for each entry its line, and where it is to become a
 * note the ids under which it may be known (\`ids\`), its link's digest, its state in the reading list, the copy of its
 * page with ids and JSON of the highlights in it, how many keys its write has, and the arguments of that write. A note
 * that is there already takes the copy when it is about the same link and has none.
 *
 * Gives \`written\`, the import's JSON, the lines and the last revision that was raised or null; \`moved\` with the
 * import where it is at another place, or \`missing\`.
 */
export const writeImportPart = writeScript(
  `
  local function writeNote(KEYS, ARGV)
    ${writeNoteLua}
  end
  local userId, from, now, at, last, ttl, notePrefix, copyPrefix, highlightPrefix = unpack(ARGV)
  local json = redis.call('GET', KEYS[1])
  local import = json and cjson.decode(json)
  if not import or import.userId ~= userId then return { 'missing' } end
  if import.at ~= tonumber(from) or import.state ~= 'running' then return { 'moved', json } end
  redis.call('LLEN', KEYS[2])
  redis.call('LLEN', KEYS[3])
  redis.call('HLEN', KEYS[4])
  for i = 5, 9 do redis.call('ZCARD', KEYS[i]) end

  local function own(uuid)
    local stored = uuid and redis.call('GET', notePrefix .. uuid)
    local note = stored and cjson.decode(stored)
    return note and not note.deletedAt and note.authorId == userId and uuid
  end
  local function known(entry)
    for _, id in ipairs(entry.ids) do
      local uuid = own(redis.call('HGET', KEYS[4], id)) or (string.sub(id, 1, 12) == 'commonplace:' and own(string.sub(id, 13)))
      if uuid then return uuid end
    end
    if not entry.link then return false end
    local members = redis.call('ZRANGEBYLEX', KEYS[5], '[' .. entry.link .. ':', '(' .. entry.link .. ';', 'LIMIT', 0, 1)
    return members[1] and string.sub(members[1], #entry.link + 2)
  end

  local function keep(entry, uuid)
    redis.call('SET', copyPrefix .. uuid, entry.copy)
    redis.call('DEL', highlightPrefix .. uuid)
    if #entry.highlights > 0 then redis.call('HSET', highlightPrefix .. uuid, unpack(entry.highlights)) end
  end
  local function lacksCopy(uuid, link)
    local note = cjson.decode(redis.call('GET', notePrefix .. uuid))
    return note.link == link and redis.call('EXISTS', copyPrefix .. uuid) == 0
  end

  local nextKey, revision, lines = 10, false, {}
  for _, entry in ipairs(cjson.decode(ARGV[10])) do
    local line = entry.line
    line.outcome = 'refused'
    if entry.args then
      local uuid = entry.args[3]
      local before = known(entry)
      if before then
        line.outcome, line.uuid = 'seen', before
        if entry.copy and lacksCopy(before, entry.link) then
          keep(entry, before)
          line.says = 'It was here without the copy of its page, which came in.'
        end
      else
        local keys = { unpack(KEYS, nextKey, nextKey + entry.keys - 1) }
        if entry.state then redis.call('SADD', keys[11], userId) end
        local written = writeNote(keys, entry.args)
        if written[1] == 'written' then
          revision = written[2] or revision
          line.outcome, line.uuid = 'added', uuid
          for _, id in ipairs(entry.ids) do redis.call('HSET', KEYS[4], id, uuid) end
          if entry.copy then keep(entry, uuid) end
          if entry.state then
            redis.call('ZADD', KEYS[6], now, uuid)
            redis.call('ZADD', KEYS[({ toread = 7, reading = 8, archived = 9 })[entry.state]], now, uuid)
          end
        else
          if entry.state then redis.call('SREM', keys[11], userId) end
          line.says = 'Its id was taken at this moment. Bring the file once more.'
        end
      end
      nextKey = nextKey + entry.keys
    end
    import[line.outcome] = import[line.outcome] + 1
    import.at = import.at + 1
    local text = cjson.encode(line)
    table.insert(lines, text)
    redis.call('RPUSH', KEYS[2], text)
    if line.outcome == 'refused' then redis.call('RPUSH', KEYS[3], text) end
  end
  import.changedAt = at
  if last == 'last' then import.state = 'done' end
  json = cjson.encode(import)
  redis.call('SET', KEYS[1], json, 'EX', ttl)
  redis.call('EXPIRE', KEYS[2], ttl)
  redis.call('EXPIRE', KEYS[3], ttl)
  return { 'written', json, lines, revision }
  `,
  z.union([
    z.tuple([z.literal('written'), StoredImport, z.array(jsonOf(ImportLine)), z.int().nullable()]),
    z.tuple([z.literal('moved'), StoredImport]),
    z.tuple([z.literal('missing')]),
  ]),
);
