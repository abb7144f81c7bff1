import { z } from 'zod';
import { ReadingState } from '../../../../library/model/reading-list.ts';
import { InboxItem } from '../../../../inbox/server/store/inbox.ts';
import { keys } from '../../../../platform/server/store/keys.ts';
import type { Redis } from '../../../../platform/server/store/redis.ts';
import { readScript } from '../../../../platform/server/store/script.ts';
import { jsonOf } from '../../../../platform/server/store/stored.ts';
import { StoredReport } from '../../../../moderation/server/store/cases.ts';

const Dated = z
  .array(z.string())
  .transform((flat) =>
    flat.flatMap((id, at) => (at % 2 === 0 ? [{ id, at: new Date(Number(flat[at + 1])).toISOString() }] : [])),
  );

const asTime = (text: string | undefined) => new Date(Number(text)).toISOString();

/** Id, when it was saved, its state, since when it is there, how far it was read, and whether it has a star, by turns. */
const Saved = z.array(z.string()).transform((flat) =>
  flat.flatMap((id, from) => {
    if (from % 6 !== 0) return [];
    const [at, state, changed, progress, star] = flat.slice(from + 1, from + 6);
    const place = { state: ReadingState.parse(state), progress: Number(progress), favourite: star === '1' };
    return [{ id, at: asTime(at), changedAt: asTime(changed), ...place }];
  }),
);

/** The four sorted sets by time as they are, and the reading list with what is known of each note in it. */
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
      local state, changed = names[1], list[at + 1]
      for i, name in ipairs(names) do
        local score = redis.call('ZSCORE', states[i], list[at])
        if score then state, changed = name, score end
      end
      local progress = redis.call('HGET', progressKey, list[at]) or '0'
      local star = tostring(redis.call('SISMEMBER', favourites, list[at]))
      for _, each in ipairs({ list[at], list[at + 1], state, changed, progress, star }) do table.insert(saved, each) end
    end
    found[5] = saved
    return found
    `,
});

/**
 * What a person voted for, follows, mutes and wants more or less of, each with since when, and what they saved to read,
 * with where that is in their list. Ids are those of notes and comments.
 */
export async function readChoices(redis: Redis, userId: string) {
  const [votes, follows, mutes, wishes, readingList] = await read(redis, {
    votes: keys.votes(userId),
    follows: keys.follows(userId),
    mutes: keys.mutes(userId),
    wishes: keys.wishes(userId),
    reading: keys.reading(userId),
    progressKey: keys.readingProgress(userId),
    favourites: keys.readingFavourites(userId),
    states: ReadingState.options.map((state) => keys.readingIn(userId, state)),
  });
  return { votes, readingList, follows, mutes, wishes };
}

const readWhole = readScript({
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

/** A person's notifications, oldest first, as references to what they tell of; what cannot be read is left out. */
export async function readNotifications(redis: Redis, userId: string) {
  const found = await readWhole(redis, {
    inbox: keys.inbox(userId),
    unreadKey: keys.inboxUnread(userId),
    items: keys.inboxItems(userId),
  });
  return found.flatMap(([id, at, unread, text]) => {
    const [kind = '', json = ''] = [text.slice(0, text.indexOf('|')), text.slice(text.indexOf('|') + 1)];
    const item = jsonOf(InboxItem).safeParse(json);
    return item.success ? [{ id, kind, at: new Date(at).toISOString(), unread: unread === 1, ...item.data }] : [];
  });
}

/** Gives subjects and the JSON of each report. */
const readReported = readScript({
  keys: ['queue'],
  args: ['userId'],
  prefixes: { reportPrefix: keys.reports('') },
  returns: z.array(z.tuple([z.string(), StoredReport])),
  body: `
    local found = {}
    for _, subject in ipairs(redis.call('ZRANGE', queue, 0, -1)) do
      local report = redis.call('HGET', reportPrefix .. subject, userId)
      if report then table.insert(found, { subject, report }) end
    end
    return found
    `,
});

/** What a person reported and nobody has decided yet: a report goes with its case. */
export async function readOwnReports(redis: Redis, userId: string) {
  const found = await readReported(redis, { queue: keys.queue('report'), userId });
  return found.map(([subject, { reason, text, at }]) => ({ subject, reason, text, at }));
}
