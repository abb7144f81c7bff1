import { detailNames } from '../../model/details.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { libraryChanged } from './library-changes.ts';
import { millis, recordPersonChange } from '../../../platform/server/store/script-parts.ts';

/** The fields whose changes a history keeps, besides tags. */

const written = ['title', 'body', 'url', 'visibility', ...detailNames];
const revisions = luaKey(keys.revisions, 'note.uuid');
const copy = luaKey(keys.copy, 'note.uuid');
const formerCopy = luaKey(keys.formerCopy, 'note.uuid');
const drafts = luaKey(keys.drafts, 'note.authorId');

/**
 * Keeps what a note's next version changes, newest first: as many earlier revisions as the limits allow, in number and in
 * bytes, and always the previous one. Tags are stored as words separated by spaces, since an empty list would come back
 * as an object. Nothing is stored if no field of the history changes.
 */
export const keepRevision: LuaPart = {
  body: `
    local function keepRevision(old, note)
      local was, differs = {}, false
      for _, field in ipairs({ ${written.map((name) => `'${name}'`).join(', ')} }) do
        local before = old[field] or cjson.null
        if before ~= (note[field] or cjson.null) then was[field], differs = before, true end
      end
      local tags = table.concat(old.tags, ' ')
      if tags ~= table.concat(note.tags, ' ') then was.tags, differs = tags, true end
      if not differs then return end
      local key = ${revisions}
      redis.call('LPUSH', key, cjson.encode({ rev = old.rev, at = old.updatedAt, was = was }))
      local bytes, kept = 0, 0
      for _, entry in ipairs(redis.call('LRANGE', key, 0, ${limits.revisions.count - 2})) do
        bytes = bytes + #entry
        if kept > 0 and bytes > ${limits.revisions.bytes} then break end
        kept = kept + 1
      end
      redis.call('LTRIM', key, 0, kept - 1)
    end
  `,
};

/**
 * A note whose link changes loses its copy of the former page, and gets the copy that its author captured from the new
 * link. Highlights stay, since a person wrote them, until the note has no link at all.
 */
export const moveCopy: LuaPart = {
  body: `
    local function moveCopy(old, note)
      local copy = ${copy}
      if old and old.link and old.link ~= note.link then
        redis.call('DEL', copy, ${formerCopy})
        if type(note.url) ~= 'string' then redis.call('DEL', ${luaKey(keys.highlights, 'note.uuid')}) end
      end
      local captured = note.link and ${luaKey(keys.captured, 'note.authorId', 'note.link')}
      if captured and redis.call('EXISTS', captured) == 1 then
        redis.call('RENAME', captured, copy)
        redis.call('PERSIST', copy)
      end
    end
  `,
};

const former = luaKey(keys.formerTitles, 'note.uuid');
const authorFormer = luaKey(keys.authorFormerTitles, 'note.authorId');

/** A title that a note gives up still leads to it, so that its author's links by that title keep working. */
export const keepTitle: LuaPart = {
  body: `
    local function keepTitle(old, note)
      if old.deletedAt or not old.titleKey or old.titleKey == note.titleKey then return end
      local function leave(title) redis.call('ZREM', ${authorFormer}, title .. '\\n' .. note.uuid) end
      redis.call('LREM', ${former}, 0, old.titleKey)
      redis.call('LPUSH', ${former}, old.titleKey)
      redis.call('ZADD', ${authorFormer}, 0, old.titleKey .. '\\n' .. note.uuid)
      while redis.call('LLEN', ${former}) > ${limits.formerTitles} do leave(redis.call('RPOP', ${former})) end
    end
  `,
};

/** Adds the comments on a note to their authors' pages, or removes them, when the note becomes public or stops being so. */
export const listComments: LuaPart = {
  uses: [recordPersonChange],
  body: `
    local function listComments(uuid, public)
      local times, authors, people = redis.call('ZRANGE', ${luaKey(keys.threadTimes, 'uuid')}, 0, -1, 'WITHSCORES'), {}, {}
      for i = 1, #times, 2 do
        local comment = redis.call('GET', ${luaKey(keys.comment, 'times[i]')})
        if comment then authors[i] = cjson.decode(comment).authorId end
      end
      for i, author in pairs(authors) do
        local list = ${luaKey(keys.authorPublicComments, 'author')}
        if public then redis.call('ZADD', list, times[i + 1], times[i]) else redis.call('ZREM', list, times[i]) end
        people[author] = true
      end
      for author in pairs(people) do recordPersonChange(author) end
    end
  `,
};

/**
 * The bin keeps a deleted note unchanged: `old` is its JSON and `note` the tombstone. What belongs to the note is not
 * touched.
 */
export const putIntoBin: LuaPart = {
  uses: [millis],
  fixed: { bins: keys.bins },
  body: `
    local function putIntoBin(old, note)
      local at = millis(note.deletedAt)
      redis.call('SET', ${luaKey(keys.binned, 'note.uuid')}, old)
      redis.call('ZADD', bins, at, note.uuid)
      redis.call('ZADD', ${luaKey(keys.bin, 'note.authorId')}, at, note.uuid)
    end
  `,
};

/** Takes a note out of the bin, because it is restored or deleted for good. */
export const takeFromBin: LuaPart = {
  fixed: { bins: keys.bins },
  body: `
    local function takeFromBin(note)
      redis.call('DEL', ${luaKey(keys.binned, 'note.uuid')})
      redis.call('ZREM', bins, note.uuid)
      redis.call('ZREM', ${luaKey(keys.bin, 'note.authorId')}, note.uuid)
    end
  `,
};

/** Takes a note out of every collection, including other people's and deleted ones that may be restored. */
const leaveCollections: LuaPart = {
  uses: [libraryChanged],
  body: `
    local function leaveCollections(uuid)
      local collected, owners = ${luaKey(keys.collected, 'uuid')}, {}
      local ids = redis.call('SMEMBERS', collected)
      for i, id in ipairs(ids) do
        local json = redis.call('GET', ${luaKey(keys.collection, 'id')})
        owners[i] = json and cjson.decode(json).ownerId
        if owners[i] then checkLibrary(owners[i]) end
      end
      for i, id in ipairs(ids) do
        redis.call('ZREM', ${luaKey(keys.collectionNotes, 'id')}, uuid)
        if owners[i] then libraryChanged(owners[i], { uuid }) end
      end
      redis.call('DEL', collected)
    end
  `,
};

/**
 * Deletes everything that belongs to a note that is deleted for good. People who have it and wait to be notified of its
 * last change are notified now, since afterwards nobody knows who they were. The author, who may have saved it too, is not
 * among the savers.
 */
export const forgetNote: LuaPart = {
  uses: [leaveCollections],
  fixed: { pending: keys.librariesPending },
  body: `
    local function forgetNote(note)
      local uuid = note.uuid
      redis.call('DEL', ${copy}, ${formerCopy}, ${luaKey(keys.highlights, 'note.uuid')}, ${revisions}, ${luaKey(keys.noteImported, 'uuid')}, ${luaKey(keys.linkState, 'uuid')})
      for _, title in ipairs(redis.call('LRANGE', ${former}, 0, -1)) do
        redis.call('ZREM', ${authorFormer}, title .. '\\n' .. uuid)
      end
      redis.call('DEL', ${former})
      redis.call('HDEL', ${drafts}, uuid)
      local voters, savers = ${luaKey(keys.voters, 'uuid')}, ${luaKey(keys.savers, 'uuid')}
      for _, voter in ipairs(redis.call('SMEMBERS', voters)) do redis.call('ZREM', ${luaKey(keys.votes, 'voter')}, uuid) end
      local isPending = redis.call('HDEL', pending, uuid) == 1
      if isPending then
        for _, entry in ipairs(redis.call('ZRANGE', ${luaKey(keys.threadAuthors, 'uuid')}, 0, -1)) do
          libraryChanged(string.match(entry, '^[^:]+'), { uuid })
        end
      end
      local readers = redis.call('SMEMBERS', savers)
      table.insert(readers, note.authorId)
      for _, saver in ipairs(readers) do
        if isPending and saver ~= note.authorId then libraryChanged(saver, { uuid }) end
        redis.call('ZREM', ${luaKey(keys.reading, 'saver')}, uuid)
        for _, state in ipairs({ 'toread', 'reading', 'archived' }) do
          redis.call('ZREM', ${luaKey(keys.readingIn, 'saver', 'state')}, uuid)
        end
        redis.call('HDEL', ${luaKey(keys.readingProgress, 'saver')}, uuid)
        redis.call('SREM', ${luaKey(keys.readingFavourites, 'saver')}, uuid)
      end
      redis.call('DEL', voters, savers)
      leaveCollections(uuid)
    end
  `,
};

/** Fails, before any write, if one of these keys holds another type than it should. */
export const checkBelongings: LuaPart = {
  body: `
    local function checkBelongings(note)
      redis.call('LLEN', ${revisions})
      redis.call('HLEN', ${drafts})
      redis.call('LLEN', ${former})
      redis.call('ZCARD', ${authorFormer})
    end
  `,
};
