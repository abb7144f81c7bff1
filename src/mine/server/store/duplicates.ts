import * as z from 'zod';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';

/** How many notes of one group are listed: merging some makes room for others. */
const groupSize = 20;

/** The members are `{digest}:{uuid}` in order, so notes of one link or one text are next to each other. */
const list = readScript({
  keys: ['links'],
  args: ['max'],
  returns: z.tuple([z.int(), z.array(z.array(z.string()))]),
  body: `
    local groups, count, last, group = {}, 0, '', {}
    local function close()
      if #group < 2 then return end
      count = count + 1
      if #groups < tonumber(max) then table.insert(groups, group) end
    end
    for _, member in ipairs(redis.call('ZRANGE', links, 0, -1)) do
      local digest, uuid = string.match(member, '^(.*):([^:]+)$')
      if digest ~= last then
        close()
        group, last = {}, digest
      end
      if #group < ${groupSize} then table.insert(group, uuid) end
    end
    close()
    return { count, groups }
    `,
});

/** A person's notes with the same link or the same text: at most `max` groups, and how many there are. */
export async function listDuplicates(
  redis: Redis,
  userId: string,
  max: number,
): Promise<{ total: number; groups: string[][] }> {
  const [total, groups] = await list(redis, { links: keys.authorLinks(userId), max });
  return { total, groups };
}

const take = writeScript({
  uses: [libraryChanged],
  keys: ['copy', 'highlights', 'otherCopy', 'otherHighlights'],
  args: ['userId', 'uuid', 'max'],
  returns: z.literal([0, 1, 2]),
  body: `
    checkLibrary(userId)
    local theirs = redis.call('HGETALL', otherHighlights)
    if redis.call('HLEN', highlights) + #theirs / 2 > tonumber(max) then return 0 end
    local copied = redis.call('COPY', otherCopy, copy)
    for at = 1, #theirs, 2 do redis.call('HSETNX', highlights, theirs[at], theirs[at + 1]) end
    libraryChanged(userId, { uuid })
    return 1 + copied
    `,
});

/** The keys of what is stored with two notes. */
const keptWith = (uuid: string, from: string) => ({
  copy: keys.copy(uuid),
  highlights: keys.highlights(uuid),
  otherCopy: keys.copy(from),
  otherHighlights: keys.highlights(from),
});

/**
 * Copies the highlights of another note about the same link to a note, and its page copy if the note has none. The other
 * note keeps them, so that restoring it is complete. Returns whether the page copy was taken; undefined if the note would
 * have too many highlights.
 */
export async function copyParts(
  redis: Redis,
  userId: string,
  { uuid, from, max }: { uuid: string; from: string; max: number },
): Promise<{ copy: boolean } | undefined> {
  const taken = await take(redis, {
    ...keptWith(uuid, from),
    userId,
    uuid,
    max,
  });
  return taken === 0 ? undefined : { copy: taken === 2 };
}

const giveBack = writeScript({
  uses: [libraryChanged],
  keys: ['copy', 'highlights', 'otherCopy', 'otherHighlights'],
  args: ['userId', 'uuid', 'withCopy'],
  returns: z.literal(1),
  body: `
    checkLibrary(userId)
    local theirs = redis.call('HGETALL', otherHighlights)
    for at = 1, #theirs, 2 do
      if redis.call('HGET', highlights, theirs[at]) == theirs[at + 1] then redis.call('HDEL', highlights, theirs[at]) end
    end
    if withCopy == '1' and redis.call('GET', copy) == redis.call('GET', otherCopy) then redis.call('DEL', copy) end
    libraryChanged(userId, { uuid })
    return 1
    `,
});

/** Undoes `copyParts`: removes the highlights that are still equal to those of the other note, so that none is lost. */
export async function removeParts(
  redis: Redis,
  userId: string,
  { uuid, from, copy }: { uuid: string; from: string; copy: boolean },
): Promise<void> {
  await giveBack(redis, {
    ...keptWith(uuid, from),
    userId,
    uuid,
    withCopy: copy ? '1' : '0',
  });
}
