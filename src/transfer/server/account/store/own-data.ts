import * as z from 'zod';
import { ReadingState } from '../../../../library/model/reading-list.ts';
import { keys } from '../../../../platform/server/store/keys.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { readScript } from '../../../../platform/server/store/script.ts';

const Dated = z
  .array(z.string())
  .transform((flat) =>
    flat.flatMap((id, at) => (at % 2 === 0 ? [{ id, at: new Date(Number(flat[at + 1])).toISOString() }] : [])),
  );

const asTime = (text: string | undefined) => new Date(Number(text)).toISOString();

/** By turns: id, when it was saved, its state (empty if it only has a star), since when it has that state, how far it was read, and whether it has a star. */
const Saved = z.array(z.string()).transform((flat) =>
  flat.flatMap((id, from) => {
    if (from % 6 !== 0) return [];
    const [at, state, changed, progress, star] = flat.slice(from + 1, from + 6);
    const place = {
      state: state ? ReadingState.parse(state) : null,
      progress: Number(progress),
      favourite: star === '1',
    };
    return [{ id, at: asTime(at), changedAt: asTime(changed), ...place }];
  }),
);

/** The four sorted sets by time, and the reading list with what is known of each note in it. */
const read = readScript({
  keys: ['votes', 'follows', 'mutes', 'wishes', 'reading', 'progressKey', 'favourites', '...states'],
  returns: z.tuple([Dated, Dated, Dated, Dated, Saved]),
  body: `
    local names = { ${ReadingState.options.map((state) => `'${state}'`).join(', ')} }
    local found = {}
    for i, index in ipairs({ votes, follows, mutes, wishes }) do
      found[i] = redis.call('ZRANGE', index, 0, -1, 'WITHSCORES')
    end
    local list, saved = redis.call('ZRANGE', reading, 0, -1, 'WITHSCORES'), {}
    for at = 1, #list, 2 do
      local star = redis.call('SISMEMBER', favourites, list[at])
      local state, changed = star == 1 and '' or names[1], list[at + 1]
      for i, name in ipairs(names) do
        local score = redis.call('ZSCORE', states[i], list[at])
        if score then state, changed = name, score end
      end
      local progress = redis.call('HGET', progressKey, list[at]) or '0'
      for _, each in ipairs({ list[at], list[at + 1], state, changed, progress, tostring(star) }) do table.insert(saved, each) end
    end
    found[5] = saved
    return found
    `,
});

/**
 * What a person voted for, follows, mutes, and wants more or less of, each with its time; and their reading list, with the
 * place of each note in it. Ids are those of notes and comments.
 */
export async function readChoices(redis: Redis, userId: string) {
  const [votes, follows, mutes, wishes, readingList] = await read(redis, {
    votes: keys.votes(userId),
    follows: keys.follows(userId),
    mutes: keys.mutes(userId),
    wishes: keys.feedback(userId),
    reading: keys.reading(userId),
    progressKey: keys.readingProgress(userId),
    favourites: keys.readingFavourites(userId),
    states: ReadingState.options.map((state) => keys.readingIn(userId, state)),
  });
  return { votes, readingList, follows, mutes, wishes };
}
