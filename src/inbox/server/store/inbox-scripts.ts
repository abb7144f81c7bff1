import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { numberedWrite, writeScript } from '../../../platform/server/store/script.ts';
import { deliver, pull } from './deliver.ts';
import { StoredUser } from '../../../people/server/store/stored-user.ts';

const clock = (now: number, digest: number, here = false) =>
  `local clock = { now = tonumber(ARGV[${now}]), digest = tonumber(ARGV[${digest}]), here = ${here} }`;

/** ARGV now, when the next digest is due, then kind, id, time, item, about (JSON list), and the users. Gives how many got it. */
export const deliverTo = numberedWrite(
  `
  ${deliver}
  ${clock(1, 2)}
  local about, count = cjson.decode(ARGV[7]), 0
  for i = 8, #ARGV do
    if deliver(ARGV[i], ARGV[3], ARGV[4], ARGV[5], ARGV[6], about, clock) then count = count + 1 end
  end
  return count
  `,
  z.int(),
);

/**
 * To the followers of one source, unless it has more of them than the line. KEYS followers. ARGV now, when the next
 * digest is due, kind, id, time, item, about (JSON list), the line, who must not get it (the author). Only those who
 * followed before it was published. Gives how many got it, or -1 where their own openings fetch it.
 */
export const deliverToFollowers = numberedWrite(
  `
  if redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[8]) then return -1 end
  ${deliver}
  ${clock(1, 2)}
  local about, count = cjson.decode(ARGV[7]), 0
  for _, user in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[5])) do
    if user ~= ARGV[9] and deliver(user, ARGV[3], ARGV[4], ARGV[5], ARGV[6], about, clock) then count = count + 1 end
  end
  return count
  `,
  z.int(),
);

/** KEYS unread. ARGV user, now, when the next digest is due. Gives the unread count. */
export const countUnread = numberedWrite(
  `
  ${deliver}
  ${pull}
  ${clock(2, 3, true)}
  pull(ARGV[1], clock)
  return redis.call('ZCARD', KEYS[1])
  `,
  z.int().nonnegative(),
);

/** What a page of the inbox shows of a note: uuid, title, slug, author id, and what it says around a mention of this person. */
const ListedNote = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);

/**
 * Lua: around(body, handle) gives the paragraph in which a text mentions a handle first, at most 900 bytes of it,
 * cut at spaces where it has any, and maybe within a character at its end; empty where it does not.
 */
const around = `
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
`;
/** One notification: id, time, `1` when unread, kind and what it points to. */
const ListedItem = z.tuple([z.string(), z.coerce.number(), z.enum(['0', '1']), z.string()]);

/**
 * A page of the inbox, newest first, after taking in what large sources brought.
 *
 * KEYS inbox, unread, items. ARGV user, now, when the next digest is due, limit, score and id of the last one of the
 * page before (empty at the start), `1` for unread ones alone, the kinds to give. Looks at most at 1,000 notifications.
 * One whose note or comment is gone is taken out; one that is withheld or muted at present is passed over and no longer
 * unread.
 *
 * Gives score and id of the last one looked at (empty when there is nothing after it), the unread count, the items,
 * the notes, the comments' JSON and the people's JSON.
 */
export const listInbox = numberedWrite(
  `
  ${deliver}
  ${pull}
  ${around}
  ${clock(2, 3, true)}
  local user, limit, score, last = ARGV[1], tonumber(ARGV[4]), ARGV[5], ARGV[6]
  pull(user, clock)
  local wanted = {}
  for i = 8, #ARGV do wanted[ARGV[i]] = true end

  local notes, comments, people, seen = {}, {}, {}, {}

  local function person(id)
    if not id or seen['u' .. id] then return end
    seen['u' .. id] = true
    local json = redis.call('GET', '${keys.user('')}' .. id)
    if json then table.insert(people, json) end
  end

  -- 'here', 'gone' for good, or 'withheld' for now.
  local function stateOf(key, keep)
    if seen[key] then return seen[key] end
    local json = redis.call('GET', key)
    local record = json and cjson.decode(json)
    local state = 'here'
    if not record or (type(record.deletedAt) == 'string') then state = 'gone'
    elseif record.hidden and record.hidden ~= cjson.null then state = 'withheld'
    elseif record.visibility and record.visibility ~= 'public' and record.visibility ~= 'unlisted' then
      state = record.authorId == user and 'here' or 'withheld'
    end
    seen[key] = state
    if state == 'here' then keep(record, json) end
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
      local json = redis.call('GET', '${keys.user('')}' .. user)
      handle = json and cjson.decode(json).handle or ''
    end
    if handle ~= '' then kept[uuid].row[5] = around(kept[uuid].body, handle) end
  end
  local function keepComment(_, json) table.insert(comments, json) end

  local start = 0
  if last ~= '' then
    local rank = tonumber(redis.call('ZSCORE', KEYS[1], last) or 'nan') == tonumber(score)
      and redis.call('ZREVRANK', KEYS[1], last)
    if rank then
      start = rank + 1
    else
      start = redis.call('ZCOUNT', KEYS[1], '(' .. score, '+inf')
      for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], score, score)) do
        if id > last then start = start + 1 end
      end
    end
  end

  local gone, withheld, items, at, id, time = {}, {}, {}, 0, '', ''
  local total = redis.call('ZCARD', KEYS[1]) - start
  local chunk, before = {}, 0
  while at < total and at < 1000 and #items < limit do
    if at == before + #chunk / 2 then
      before = at
      chunk = redis.call('ZREVRANGE', KEYS[1], start + at, start + at + limit - 1, 'WITHSCORES')
    end
    at = at + 1
    id, time = chunk[(at - before) * 2 - 1], chunk[(at - before) * 2]
    local unread = redis.call('ZSCORE', KEYS[2], id) and '1' or '0'
    local text = redis.call('HGET', KEYS[3], id) or ''
    local kind = string.match(text, '^%a+')
    if kind and wanted[kind] and (ARGV[7] ~= '1' or unread == '1') then
      local item = cjson.decode(string.sub(text, #kind + 2))
      local state = 'here'
      if item.note then state = stateOf('${keys.note('')}' .. item.note, keepNote) end
      if item.comment and state == 'here' then state = stateOf('${keys.comment('')}' .. item.comment, keepComment) end
      if state == 'here' and item.note then
        parts[item.note][1] = 'person:' .. (item.by or '')
        if hasMuted(user, parts[item.note]) then state = 'withheld' end
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
  for _, other in ipairs(withheld) do redis.call('ZREM', KEYS[2], other) end
  for _, other in ipairs(gone) do
    redis.call('ZREM', KEYS[1], other)
    redis.call('ZREM', KEYS[2], other)
    redis.call('HDEL', KEYS[3], other)
  end
  local unread = redis.call('ZCARD', KEYS[2])
  if at >= total then return { '', '', unread, items, notes, comments, people } end
  return { time, id, unread, items, notes, comments, people }
  `,
  z.tuple([
    z.string(),
    z.string(),
    z.int(),
    z.array(ListedItem),
    z.array(ListedNote),
    z.array(z.string()),
    z.array(StoredUser),
  ]),
);

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
