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
 * import, prefixes of notes, copies and highlights, the most highlights of a copy, then the plan: for each entry its
 * line, and where it is to become a note the ids under which it may be known (\`ids\`), its link's digest, its state in
 * the reading list, the copy of its page, ids and JSON of the highlights in it, how many keys its write has, and the
 * arguments of that write. A note that is there already takes what it has not, when it is about the same link: the copy
 * and single highlights. \`passage\` marks an entry that is a highlight, for which a note is only written where no note
 * about its page is there: the words by which it is known where it has no id of its own (\`quote\`), and what to say
 * of a note that was made for it (\`made\`).
 *
 * Gives \`written\`, the import's JSON, the lines and the last revision that was raised or null; \`moved\` with the
 * import where it is at another place, or \`missing\`.
 */
export const writeImportPart = writeScript(
  `
  local function writeNote(KEYS, ARGV)
    ${writeNoteLua}
  end
  local userId, from, now, at, last, ttl, notePrefix, copyPrefix, highlightPrefix, most = unpack(ARGV)
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
    return note and not note.deletedAt and note.authorId == userId and note
  end
  local function known(entry)
    local function fits(uuid)
      local note = own(uuid)
      return note and (not entry.passage or note.link == entry.link) and uuid
    end
    for _, id in ipairs(entry.ids) do
      local uuid = fits(redis.call('HGET', KEYS[4], id)) or (string.sub(id, 1, 12) == 'commonplace:' and fits(string.sub(id, 13)))
      if uuid then return uuid end
    end
    if not entry.link then return false end
    local members = redis.call('ZRANGEBYLEX', KEYS[5], '[' .. entry.link .. ':', '(' .. entry.link .. ';', 'LIMIT', 0, 1)
    return members[1] and string.sub(members[1], #entry.link + 2)
  end

  local function mark(uuid, highlights)
    local key, came, full = highlightPrefix .. uuid, 0, 0
    for i = 1, #highlights, 2 do
      if redis.call('HEXISTS', key, highlights[i]) == 0 then
        if redis.call('HLEN', key) < tonumber(most) then
          redis.call('HSET', key, highlights[i], highlights[i + 1])
          came = came + 1
        else
          full = full + 1
        end
      end
    end
    return came, full
  end
  local function says(line, sentence)
    line.says = line.says and (line.says .. ' ' .. sentence) or sentence
  end
  local tooMany = 'The copy of a page has at most ' .. most .. ' highlights.'
  local function isMarked(entry, uuid)
    if not entry.passage.quote then return false end
    for _, json in ipairs(redis.call('HVALS', highlightPrefix .. uuid)) do
      if cjson.decode(json).quote == entry.passage.quote then return true end
    end
    return false
  end
  local function highlight(entry, line, uuid)
    line.uuid, line.outcome = uuid, 'seen'
    if isMarked(entry, uuid) then return end
    local came, full = mark(uuid, entry.highlights)
    if came == 1 then line.outcome = 'added' end
    if full == 1 then line.outcome, line.says = 'refused', tooMany end
  end
  local function complete(entry, line, uuid)
    if not entry.link or own(uuid).link ~= entry.link then return end
    if entry.copy and redis.call('EXISTS', copyPrefix .. uuid) == 0 then
      redis.call('SET', copyPrefix .. uuid, entry.copy)
      line.says = 'It was here without the copy of its page, which came in.'
    end
    local came, full = mark(uuid, entry.highlights)
    if came > 0 then says(line, came == 1 and 'A highlight came in that was not here.' or came .. ' highlights came in that were not here.') end
    if full > 0 then says(line, tooMany .. ' ' .. full .. ' of them stayed behind.') end
  end

  local nextKey, revision, lines = 10, false, {}
  for _, entry in ipairs(cjson.decode(ARGV[11])) do
    local line = entry.line
    line.outcome = line.outcome or 'refused'
    if entry.args then
      local uuid = entry.args[3]
      local before = known(entry)
      if before and entry.passage then
        highlight(entry, line, before)
      elseif before then
        line.outcome, line.uuid = 'seen', before
        complete(entry, line, before)
      else
        local keys = { unpack(KEYS, nextKey, nextKey + entry.keys - 1) }
        if entry.state then redis.call('SADD', keys[11], userId) end
        local written = writeNote(keys, entry.args)
        if written[1] == 'written' then
          revision = written[2] or revision
          line.outcome, line.uuid = 'added', uuid
          for _, id in ipairs(entry.ids) do redis.call('HSET', KEYS[4], id, uuid) end
          if entry.copy then redis.call('SET', copyPrefix .. uuid, entry.copy) end
          mark(uuid, entry.highlights)
          if entry.passage then line.says = entry.passage.made end
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
