import * as z from 'zod';
import { firstReviewBefore } from '../../model/highlight.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript } from '../../../platform/server/store/script.ts';

/** How much one call to the store searches. */
const dueAtOnce = { notes: 500, highlights: 2000 };

/**
 * Searches some notes of a person from the rank `from` on, fewer if they have many highlights. Returns the rank to
 * continue at (-1 at the end), and the note, id and due time of each due highlight. One that was never reviewed is due if
 * it was made before `made`.
 */
const due = readScript({
  keys: ['authorNotes'],
  args: ['from', 'now', 'made'],
  returns: z.tuple([z.int(), z.array(z.tuple([z.string(), z.string(), z.string()]))]),
  body: `
    local found, read, rank = {}, 0, tonumber(from)
    local uuids = redis.call('ZREVRANGE', authorNotes, from, from + ${dueAtOnce.notes - 1})
    for _, uuid in ipairs(uuids) do
      if read >= ${dueAtOnce.highlights} then return { rank, found } end
      rank = rank + 1
      for _, json in ipairs(redis.call('HVALS', ${luaKey(keys.highlights, 'uuid')})) do
        read = read + 1
        local highlight = cjson.decode(json)
        local review = type(highlight.review) == 'table' and highlight.review
        if review and type(review.due) == 'string' and review.due <= now then
          table.insert(found, { uuid, highlight.id, review.due })
        elseif not review and highlight.createdAt <= made then
          -- What one began to review comes first.
          table.insert(found, { uuid, highlight.id, '~' .. highlight.createdAt })
        end
      end
    end
    return { #uuids < ${dueAtOnce.notes} and -1 or rank, found }
    `,
});

/** Every due highlight of a person, as note and id, in the order in which they are shown. */
export async function dueHighlights(redis: Redis, userId: string, now: Date): Promise<{ uuid: string; id: string }[]> {
  const all: [string, string, string][] = [];
  for (let from = 0; from >= 0;) {
    const made = firstReviewBefore(now).toISOString();
    const at = { authorNotes: keys.authorNotes(userId), from, now: now.toISOString(), made };
    const [next, found] = await due(redis, at);
    for (const one of found) all.push(one);
    from = next;
  }
  return all.toSorted(([, , one], [, , other]) => (one < other ? -1 : 1)).map(([uuid, id]) => ({ uuid, id }));
}
