import { defaultDelivery, inboxLimits, notificationKinds } from '../../model/notification.ts';
import { parentTags } from '../../../notes/server/store/note-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script.ts';

const table = (entries: [string, string | number][]) =>
  `{ ${entries.map(([name, value]) => `${name} = ${typeof value === 'number' ? value : `'${value}'`}`).join(', ')} }`;

/**
 * `deliver(user, kind, id, at, item, about, clock)` puts one notification into a person's inbox, and returns whether it is
 * new there. `item` is the JSON of what it points to, `about` the names that a mute may have, `clock` says when mail may be
 * sent. A person who turned the kind off, or muted something in `about`, gets nothing. A notification that exists stays
 * read, and changes its kind only to a more specific one. No mail is sent to a person who is on the site: their page has
 * just shown the notification.
 */
export const deliver: LuaPart = {
  body: `
  local closeness = ${table(notificationKinds.map((kind, index) => [kind, index]))}
  local usual = ${table(Object.entries(defaultDelivery))}

  local function hasMuted(user, about)
    local mutes = ${luaKey(keys.mutes, 'user')}
    if redis.call('EXISTS', mutes) == 0 then return false end
    for _, part in ipairs(about) do
      if redis.call('ZSCORE', mutes, part) then return true end
    end
    return false
  end

  local function makeRoom(inbox, unread, items)
    local over = redis.call('ZCARD', inbox) - ${inboxLimits.kept}
    if over <= 0 then return end
    for _, oldest in ipairs(redis.call('ZRANGE', inbox, 0, over - 1)) do
      redis.call('ZREM', inbox, oldest)
      redis.call('ZREM', unread, oldest)
      redis.call('HDEL', items, oldest)
    end
  end

  local mailItems = { mail = '${keys.mailItems('mail', '')}', digest = '${keys.mailItems('digest', '')}' }
  local mailDue = { mail = '${keys.mailDue('mail')}', digest = '${keys.mailDue('digest')}' }

  local function putIntoMail(user, way, id, at, clock)
    if clock.here then return end
    redis.call('ZADD', mailItems[way] .. user, at, id)
    local due = clock.digest
    if way == 'mail' then due = clock.now + math.max(0, redis.call('PTTL', ${luaKey(keys.mailPause, 'user')})) end
    redis.call('ZADD', mailDue[way], 'NX', string.format('%.0f', due), user)
  end

  local function deliver(user, kind, id, at, item, about, clock)
    local way = redis.call('HGET', ${luaKey(keys.delivery, 'user')}, kind) or usual[kind]
    if way == 'off' or hasMuted(user, about) then return false end
    local inbox, unread = ${luaKey(keys.inbox, 'user')}, ${luaKey(keys.inboxUnread, 'user')}
    local items = ${luaKey(keys.inboxItems, 'user')}
    local known = redis.call('HGET', items, id)
    if known then
      local before = string.match(known, '^%a+')
      if closeness[kind] < closeness[before] then
        redis.call('HSET', items, id, kind .. string.sub(known, #before + 1))
      end
      return false
    end
    redis.call('HSET', items, id, kind .. '|' .. item)
    redis.call('ZADD', inbox, at, id)
    redis.call('ZADD', unread, at, id)
    makeRoom(inbox, unread, items)
    if mailItems[way] then putIntoMail(user, way, id, at, clock) end
    return true
  end
`,
};

/** Allows for entries that are stored later than their time (a slow write, a slow clock): the next pull still finds them. */
const overlapMs = 10 * 60_000;
const newestOfSource = 50;

/**
 * `pull(user, clock)` delivers the entries of the large sources that a person follows since the last pull: at most the
 * newest ${newestOfSource} of each. It uses `deliver`, so that an inbox is the same whether its notifications were pushed or
 * pulled.
 */
export const pull: LuaPart = {
  uses: [deliver, parentTags],
  body: `
  local function record(key)
    local json = redis.call('GET', key)
    local found = json and cjson.decode(json)
    return found and type(found.deletedAt) ~= 'string' and found or nil
  end

  local function partsOf(note, authorId)
    local about = { 'person:' .. authorId }
    for _, tag in ipairs(withParents(note.tags)) do table.insert(about, 'tag:' .. tag) end
    local host = type(note.url) == 'string' and string.match(note.url, '^%a+://([^/?#]+)')
    if host then
      host = string.lower(string.gsub(string.gsub(host, '^.*@', ''), ':%d+$', ''))
      table.insert(about, 'site:' .. string.gsub(host, '^www%.', ''))
    end
    return about
  end

  local function pullNote(user, kind, uuid, at, clock)
    local note = record(${luaKey(keys.note, 'uuid')})
    if not note or note.authorId == user then return end
    local item = cjson.encode({ note = uuid, by = note.authorId })
    deliver(user, kind, 'n:' .. uuid, at, item, partsOf(note, note.authorId), clock)
  end

  local function pullComment(user, uuid, id, at, clock)
    local note, comment = record(${luaKey(keys.note, 'uuid')}), record(${luaKey(keys.comment, 'id')})
    if not note or not comment or comment.authorId == user then return end
    local item = cjson.encode({ note = uuid, comment = id, by = comment.authorId })
    deliver(user, 'thread', 'c:' .. id, at, item, partsOf(note, comment.authorId), clock)
  end

  local function indexOf(kind, id)
    if kind == 'person' then return ${luaKey(keys.authorPublicNotes, 'id')} end
    if kind == 'tag' then return ${luaKey(keys.tagNotes, 'id')} end
    return ${luaKey(keys.threadTimes, 'id')}
  end

  local function pull(user, clock)
    if redis.call('EXISTS', '${keys.largeSources}') == 0 then return end
    local follows = redis.call('ZRANGE', ${luaKey(keys.follows, 'user')}, 0, -1, 'WITHSCORES')
    local pulled = ${luaKey(keys.inboxPulled, 'user')}
    local mark = tonumber(redis.call('GET', pulled) or '0') - ${overlapMs}
    for i = 1, #follows, 2 do
      if redis.call('SISMEMBER', '${keys.largeSources}', follows[i]) == 1 then
        local kind, id = string.match(follows[i], '^(%a+):(.+)$')
        local from = string.format('(%.0f', math.max(tonumber(follows[i + 1]), mark))
        local index = indexOf(kind, id)
        local found = redis.call('ZREVRANGEBYSCORE', index, '+inf', from, 'WITHSCORES', 'LIMIT', 0, ${newestOfSource})
        for at = 1, #found, 2 do
          if kind == 'thread' then pullComment(user, id, found[at], found[at + 1], clock)
          else pullNote(user, kind, found[at], found[at + 1], clock) end
        end
      end
    end
    redis.call('SET', pulled, string.format('%.0f', clock.now))
  end
`,
};
