import { z } from 'zod';
import type { PagePictures } from '../../../pictures/model/picture.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { librariesChanged } from './library-changes.ts';
import { raise } from './note-parts.ts';

/** The pictures are put at the end of the stored text: no brace or quotation mark of a note's own stands unescaped in it. */
const put = writeScript({
  uses: [raise, librariesChanged],
  keys: ['noteKey', 'binnedKey'],
  fixed: { changes: keys.changes },
  args: ['url', 'pictures'],
  returns: z.int().nullable(),
  body: `
    local stored = redis.call('GET', noteKey)
    local note = stored and cjson.decode(stored)
    local isBinned = note and note.deletedAt
    if isBinned then
      stored = redis.call('GET', binnedKey)
      note = stored and cjson.decode(stored)
    end
    if not note or url ~= '' and note.url ~= url then return false end
    checkLibrary(note.authorId)
    redis.call('ZCARD', changes)
    local without = string.gsub(stored, ',"pictures":%b{}', '', 1)
    local with = pictures == '' and without or string.sub(without, 1, -2) .. ',"pictures":' .. pictures .. '}'
    if isBinned then
      redis.call('SET', binnedKey, with)
      return false
    end
    local revision = raise(note)
    redis.call('SET', noteKey, with)
    librariesChanged(note)
    return revision
    `,
});

/**
 * Gives a note, also one in the bin, other pictures of its page, or none, without another revision of it. `url`: the link that they are of, so
 * that a note which has another one by now stays as it is. Gives the head revision where readers see a difference.
 */
export async function putPictures(
  redis: Redis,
  uuid: string,
  pictures: PagePictures | undefined,
  url?: string,
): Promise<number | null> {
  return put(redis, {
    noteKey: keys.note(uuid),
    binnedKey: keys.binned(uuid),
    url: url ?? '',
    pictures: pictures ? JSON.stringify(pictures) : '',
  });
}
