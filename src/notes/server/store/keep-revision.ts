import { limits } from '../../../platform/model/limits.ts';

/**
 * Lua: keeps what a note's next version changes, in the list that `key` names, newest first: as many earlier revisions as
 * limits say, in number and in bytes, and always the one before. Tags are kept as words parted by spaces, since an
 * empty list would come back as an object. Nothing is kept where nothing changes that a history tells.
 */
export const keepRevision = (key: string) => `
  local function keepRevision(old, next)
    local was, differs = {}, false
    for _, field in ipairs({ 'title', 'body', 'url', 'visibility', 'icon' }) do
      if old[field] ~= next[field] then was[field], differs = old[field], true end
    end
    local tags = table.concat(old.tags, ' ')
    if tags ~= table.concat(next.tags, ' ') then was.tags, differs = tags, true end
    if not differs then return end
    redis.call('LPUSH', ${key}, cjson.encode({ rev = old.rev, at = old.updatedAt, was = was }))
    local bytes, kept = 0, 0
    for _, entry in ipairs(redis.call('LRANGE', ${key}, 0, ${limits.revisions.count - 2})) do
      bytes = bytes + #entry
      if kept > 0 and bytes > ${limits.revisions.bytes} then break end
      kept = kept + 1
    end
    redis.call('LTRIM', ${key}, 0, kept - 1)
  end
`;
