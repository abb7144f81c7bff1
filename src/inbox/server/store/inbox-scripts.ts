import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript, writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { placeAfter } from '../../../platform/server/store/script-parts.ts';
import { isPublished } from '../../../notes/server/store/note-parts.ts';
import { deliver, pull } from './deliver.ts';
import { StoredUser } from '../../../people/server/store/users.ts';

/**
 * Delivers notifications. Each is given as kind, id, time, item and `about` (JSON), its author, `line`, the number of names,
 * and the names. Without a `line`, names are user ids. With one, they are keys of followers: everyone who followed before the
 * note was published gets it, unless there are more followers than `line`. Returns for each notification how many people got
 * it, or -1 if followers pull it when they open their inbox; and whether any mail is due.
 */
export const deliverAll = writeScript({
  uses: [deliver],
  args: ['now', 'nextDigest', '...notices'],
  returns: z.tuple([z.array(z.int()), z.literal([0, 1])]),
  body: `
    local clock = { now = tonumber(now), digest = tonumber(nextDigest), here = false }
    local counts, from = {}, 1
    while notices[from] do
      local kind, id, at, item, about, authorId, line, names = unpack(notices, from, from + 7)
      local words, count = cjson.decode(about), 0
      for i = from + 8, from + 7 + names do
        if line == '' then
          if deliver(notices[i], kind, id, at, item, words, clock) then count = count + 1 end
        elseif redis.call('ZCARD', notices[i]) > tonumber(line) then
          count = -1
        else
          for _, user in ipairs(redis.call('ZRANGEBYSCORE', notices[i], '-inf', '(' .. at)) do
            if user ~= authorId and deliver(user, kind, id, at, item, words, clock) then count = count + 1 end
          end
        end
      end
      counts[#counts + 1] = count
      from = from + 8 + names
    end
    local due = redis.call('ZRANGEBYSCORE', mailDue.mail, '-inf', now, 'LIMIT', 0, 1)
    return { counts, #due }
    `,
});

/** Gives the unread count. */
export const countUnread = writeScript({
  uses: [pull],
  keys: ['unread'],
  args: ['user', 'now', 'nextDigest'],
  returns: z.int().nonnegative(),
  body: `
    pull(user, { now = tonumber(now), digest = tonumber(nextDigest), here = true })
    return redis.call('ZCARD', unread)
    `,
});

/** A note in a page of the inbox: uuid, title, slug, author id, and the text around a mention of this person. */
const ListedNote = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);

/**
 * around(body, handle) gives the paragraph with a text's first mention of a handle, at most 900 bytes, cut at spaces if there
 * are any; it may end within a character. Empty without a mention.
 */
const around: LuaPart = {
  body: `
  local function around(body, handle)
    local at = string.find(string.lower(body), '@' .. handle .. '%f[^%w_]')
    if not at then return '' end
    local head = string.sub(body, math.max(1, at - 100), at - 1)
    local tail = string.sub(body, at, at + 800)
    head = string.match(head, '.*\\n%s*\\n(.*)$') or (at > 101 and (string.match(head, '%s(.*)$') or '')) or head
    local word = string.match(tail, '^(.*)%s') or ''
    tail = string.match(tail, '^(.-)\\n%s*\\n') or (at + 800 < #body and #word > 400 and word) or tail
    return head .. tail
  end
`,
};

/** One notification: id, time, `1` if unread, and its kind with the item as JSON. */
const ListedItem = z.tuple([z.string(), z.coerce.number(), z.enum(['0', '1']), z.string()]);

/**
 * Pulls news from large sources, then reads a page of the inbox, newest first, after the notification `last` with this score.
 * `filter` is `unread` to list only unread ones. Reads at most 1,000 notifications. One whose note or comment is gone is
 * removed; one that is hidden or muted at the moment is skipped and marked as read.
 *
 * Returns the score and id of the last notification read (empty if it is the last of all), the unread count, the items, the
 * notes, and the JSON of comments and people.
 */
export const listInbox = writeScript({
  uses: [pull, around, isPublished, placeAfter],
  keys: ['inbox', 'unreadKey', 'itemsKey'],
  args: ['user', 'now', 'nextDigest', 'max', 'score', 'last', 'filter', '...kinds'],
  returns: z.tuple([
    z.string(),
    z.string(),
    z.int(),
    z.array(ListedItem),
    z.array(ListedNote),
    z.array(z.string()),
    z.array(StoredUser),
  ]),
  body: `
  local limit, wanted = tonumber(max), {}
  for _, kind in ipairs(kinds) do wanted[kind] = true end
  pull(user, { now = tonumber(now), digest = tonumber(nextDigest), here = true })

  local notes, comments, people, seen = {}, {}, {}, {}

  local function person(id)
    if not id or seen['u' .. id] then return end
    seen['u' .. id] = true
    local json = redis.call('GET', ${luaKey(keys.user, 'id')})
    if json then table.insert(people, json) end
  end

  -- 'here', 'gone' for good, or 'withheld' for now.
  local function stateOf(key, keep)
    if seen[key] then return seen[key] end
    local json = redis.call('GET', key)
    local found = json and cjson.decode(json)
    local state = 'here'
    if not found or (type(found.deletedAt) == 'string') then state = 'gone'
    elseif found.hidden and found.hidden ~= cjson.null then state = 'withheld'
    elseif found.visibility and not isPublished(found) then
      state = found.authorId == user and 'here' or 'withheld'
    end
    seen[key] = state
    if state == 'here' then keep(found, json) end
    return state
  end

  local parts, kept = {}, {}
  local function keepNote(note)
    parts[note.uuid] = partsOf(note, note.authorId)
    kept[note.uuid] = { row = { note.uuid, note.title, note.slug, note.authorId, '' }, body = note.body }
    table.insert(notes, kept[note.uuid].row)
  end
  local handle
  local function sayMention(uuid)
    if not handle then
      local json = redis.call('GET', ${luaKey(keys.user, 'user')})
      handle = json and cjson.decode(json).handle or ''
    end
    if handle ~= '' then kept[uuid].row[5] = around(kept[uuid].body, handle) end
  end
  local function keepComment(_, json) table.insert(comments, json) end

  local start = placeAfter(inbox, score, last)
  local gone, withheld, items, at, id, time = {}, {}, {}, 0, '', ''
  local total = redis.call('ZCARD', inbox) - start
  local chunk, before = {}, 0
  while at < total and at < 1000 and #items < limit do
    if at == before + #chunk / 2 then
      before = at
      chunk = redis.call('ZREVRANGE', inbox, start + at, start + at + limit - 1, 'WITHSCORES')
    end
    at = at + 1
    id, time = chunk[(at - before) * 2 - 1], chunk[(at - before) * 2]
    local unread = redis.call('ZSCORE', unreadKey, id) and '1' or '0'
    local text = redis.call('HGET', itemsKey, id) or ''
    local kind = string.match(text, '^%a+')
    if kind and wanted[kind] and (filter ~= 'unread' or unread == '1') then
      local item = cjson.decode(string.sub(text, #kind + 2))
      local state = 'here'
      if item.note then state = stateOf(${luaKey(keys.note, 'item.note')}, keepNote) end
      if item.comment and state == 'here' then state = stateOf(${luaKey(keys.comment, 'item.comment')}, keepComment) end
      if state == 'here' and item.note then
        parts[item.note][1] = 'person:' .. (item.by or '')
        local owner = item.collection and { 'person:' .. item.collection.ownerId } or {}
        if hasMuted(user, parts[item.note]) or hasMuted(user, owner) then state = 'withheld' end
      end
      if state == 'here' then
        person(item.by)
        if kind == 'mention' and item.note and not item.comment then sayMention(item.note) end
        table.insert(items, { id, time, unread, text })
      else
        table.insert(state == 'gone' and gone or withheld, id)
      end
    end
  end
  for _, other in ipairs(withheld) do redis.call('ZREM', unreadKey, other) end
  for _, other in ipairs(gone) do
    redis.call('ZREM', inbox, other)
    redis.call('ZREM', unreadKey, other)
    redis.call('HDEL', itemsKey, other)
  end
  local unread = redis.call('ZCARD', unreadKey)
  if at >= total then return { '', '', unread, items, notes, comments, people } end
  return { time, id, unread, items, notes, comments, people }
  `,
});

/** Gives the unread count. */
export const markRead = writeScript({
  keys: ['unread'],
  args: ['...ids'],
  returns: z.int().nonnegative(),
  body: `
    redis.call('ZREM', unread, unpack(ids))
    return redis.call('ZCARD', unread)
    `,
});

/** Gives the unread count. */
export const markAllRead = writeScript({
  keys: ['unread'],
  args: ['last'],
  returns: z.int().nonnegative(),
  body: `
    redis.call('ZREMRANGEBYSCORE', unread, '-inf', last)
    return redis.call('ZCARD', unread)
    `,
});

/** All notifications of an inbox, oldest first: id, time, whether it is unread, and its stored text. */
export const readWholeInbox = readScript({
  keys: ['inbox', 'unreadKey', 'items'],
  returns: z.array(z.tuple([z.string(), z.coerce.number(), z.int(), z.string()])),
  body: `
    local found = {}
    local times = redis.call('ZRANGE', inbox, 0, -1, 'WITHSCORES')
    for i = 1, #times, 2 do
      local unread = redis.call('ZSCORE', unreadKey, times[i]) and 1 or 0
      table.insert(found, { times[i], times[i + 1], unread, redis.call('HGET', items, times[i]) or '' })
    end
    return found
    `,
});
