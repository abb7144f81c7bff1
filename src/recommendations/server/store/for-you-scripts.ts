import * as z from 'zod';
import { Visibility } from '../../../notes/model/note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript, luaKey } from '../../../platform/server/store/script.ts';
import { isPublic, isPublished, StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';

/** How much is read, so that an answer costs the same however much somebody has read and follows. */
const looked = {
  ...{ more: 40, votes: 40, saved: 60, follows: 300, threads: 20 },
  ...{ tags: 8, people: 8, ofTag: 16, ofPerson: 6, hot: 32 },
  /** Bytes of notes read as signals, and as many as candidates: the store does nothing else meanwhile. */
  bytes: 4_000_000,
};

/** A note that shows what somebody likes: the kind of signal, its time, and the note's uuid, author and tags. */
const SignalRow = z.tuple([
  z.enum(['saved', 'read', 'voted', 'thread', 'more']),
  z.coerce.number(),
  z.string(),
  z.string(),
  z.array(z.string()),
]);
/** A note that may be recommended: uuid, author, tags, link, time of publishing, and the sum of votes, saves and comments. */
const CandidateRow = z.tuple([
  z.string(),
  z.string(),
  z.array(z.string()),
  z.string(),
  z.coerce.number(),
  z.int().nonnegative(),
]);

/**
 * The signals of what a person likes, and candidates to recommend: the newest notes of their favourite tags and people, and
 * the hot ones. Leaves out notes that are their own, or that they saved, voted for or gave feedback about.
 *
 * Returns the signals, the newest follows, the mutes, the feedback with times, and the candidates.
 */
export const readAffinities = readScript({
  uses: [isPublished, isPublic],
  keys: ['votes', 'reading', 'archived', 'followsKey', 'mutes', 'feedbackKey'],
  fixed: { hotNotes: keys.hotNotes, publicNotes: keys.publicNotes },
  args: ['user'],
  returns: z.tuple([
    z.array(SignalRow),
    z.array(z.string()),
    z.array(z.string()),
    z.array(z.string()),
    z.array(CandidateRow),
  ]),
  body: `
  local signals, candidates, strength, notes, shown = {}, {}, {}, {}, {}
  local left = { told = ${looked.bytes}, shown = ${looked.bytes} }

  local function note(uuid, use)
    if notes[uuid] == nil then
      if left[use] <= 0 then return false end
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      left[use] = left[use] - (json and #json or 0)
      local found = json and cjson.decode(json)
      notes[uuid] = found and type(found.deletedAt) ~= 'string' and found or false
    end
    return notes[uuid]
  end

  local function strengthen(source, by) strength[source] = (strength[source] or 0) + by end

  local unwanted = {}
  local feedback = redis.call('ZREVRANGE', feedbackKey, 0, -1, 'WITHSCORES')
  for i = 1, #feedback, 2 do
    local less = string.match(feedback[i], '^less:(.+)$')
    if less then unwanted[less] = true end
    local told = string.match(feedback[i], '^%a+:note:(.+)$')
    if told then shown[told] = true end
  end

  local function signal(why, at, uuid)
    local found = not unwanted['note:' .. uuid] and note(uuid, 'told')
    if not found or not (isPublished(found) or found.authorId == user) then return end
    table.insert(signals, { why, at, uuid, found.authorId, found.tags })
    for _, tag in ipairs(found.tags) do strengthen('tag:' .. tag, 1) end
    if found.authorId ~= user then strengthen('person:' .. found.authorId, 0.6) end
  end

  local alike = 0
  for i = 1, #feedback, 2 do
    local more = string.match(feedback[i], '^more:(.+)$')
    local uuid = more and string.match(more, '^note:(.+)$')
    if more and not uuid then
      strengthen(more, 5)
    elseif uuid and alike < ${looked.more} then
      alike = alike + 1
      signal('more', feedback[i + 1], uuid)
    end
  end
  local voted = redis.call('ZREVRANGE', votes, 0, ${looked.votes - 1}, 'WITHSCORES')
  for i = 1, #voted, 2 do signal('voted', voted[i + 1], voted[i]) end
  local saved = redis.call('ZREVRANGE', reading, 0, ${looked.saved - 1}, 'WITHSCORES')
  for i = 1, #saved, 2 do
    signal(redis.call('ZSCORE', archived, saved[i]) and 'read' or 'saved', saved[i + 1], saved[i])
  end
  local follows = redis.call('ZREVRANGE', followsKey, 0, ${looked.follows - 1}, 'WITHSCORES')
  local sources, threads = {}, 0
  for i = 1, #follows, 2 do
    local uuid = string.match(follows[i], '^thread:(.+)$')
    if not uuid then
      table.insert(sources, follows[i])
      strengthen(follows[i], 4)
    elseif threads < ${looked.threads} then
      threads = threads + 1
      signal('thread', follows[i + 1], uuid)
    end
  end

  local function strongest(kind, most)
    local found = {}
    for source, by in pairs(strength) do
      local id = string.match(source, '^' .. kind .. ':(.+)$')
      if id and not unwanted[source] then table.insert(found, { id, by }) end
    end
    table.sort(found, function(a, b) return a[2] > b[2] or (a[2] == b[2] and a[1] < b[1]) end)
    for i = #found, most + 1, -1 do table.remove(found, i) end
    return found
  end

  local function consider(index, most)
    for _, uuid in ipairs(redis.call('ZREVRANGE', index, 0, most - 1)) do
      if not shown[uuid] then
        shown[uuid] = true
        local known = redis.call('ZSCORE', votes, uuid) or redis.call('ZSCORE', reading, uuid)
        local found = not known and note(uuid, 'shown')
        if found and found.authorId ~= user and isPublic(found) then
          table.insert(candidates, {
            uuid, found.authorId, found.tags, type(found.url) == 'string' and found.url or '',
            redis.call('ZSCORE', publicNotes, uuid) or '0',
            redis.call('SCARD', ${luaKey(keys.voters, 'uuid')}) + redis.call('SCARD', ${luaKey(keys.savers, 'uuid')})
              + redis.call('ZCARD', ${luaKey(keys.threadTimes, 'uuid')})
          })
        end
      end
    end
  end

  for _, tag in ipairs(strongest('tag', ${looked.tags})) do consider(${luaKey(keys.tagNotes, 'tag[1]')}, ${looked.ofTag}) end
  for _, person in ipairs(strongest('person', ${looked.people})) do
    consider(${luaKey(keys.authorPublicNotes, 'person[1]')}, ${looked.ofPerson})
  end
  consider(hotNotes, ${looked.hot})
  return { signals, sources, redis.call('ZRANGE', mutes, 0, -1), feedback, candidates }
  `,
});

const Counted = z
  .tuple([z.int(), z.int(), z.int()])
  .transform(([votes, saves, comments]) => ({ votes, saves, comments }));

/** A note to name in a reason: uuid, title, slug, visibility. */
const NamedRow = z.tuple([z.string(), z.string(), z.string(), Visibility]);

/**
 * Public notes with their counts and authors, and other notes and people to name. The uuids of both are passed as JSON
 * lists. Returns the notes, their counts, the notes to name that this person may read, and the people.
 */
export const readNamedNotes = readScript({
  uses: [isPublished, isPublic],
  args: ['user', 'shown', 'named', '...people'],
  returns: z.tuple([z.array(StoredLiveNote), z.array(Counted), z.array(NamedRow), z.array(StoredUser)]),
  body: `
    local notes, counts, others, users, seen = {}, {}, {}, {}, {}
    local function person(id)
      local json = not seen[id] and redis.call('GET', ${luaKey(keys.user, 'id')})
      seen[id] = true
      if json then table.insert(users, json) end
    end
    local function each(uuids, act)
      for _, uuid in ipairs(cjson.decode(uuids)) do
        local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
        local note = json and cjson.decode(json)
        if note and not note.deletedAt then act(note, json) end
      end
    end
    each(shown, function(note, json)
      if not isPublic(note) then return end
      table.insert(notes, json)
      table.insert(counts, {
        redis.call('SCARD', ${luaKey(keys.voters, 'note.uuid')}), redis.call('SCARD', ${luaKey(keys.savers, 'note.uuid')}),
        redis.call('ZCARD', ${luaKey(keys.threadTimes, 'note.uuid')})
      })
      person(note.authorId)
    end)
    each(named, function(note)
      if not isPublished(note) and note.authorId ~= user then return end
      table.insert(others, { note.uuid, note.title, note.slug, note.visibility })
    end)
    for _, id in ipairs(people) do person(id) end
    return { notes, counts, others, users }
    `,
});
