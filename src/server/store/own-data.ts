import { z } from 'zod';
import { InboxItem } from './inbox.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { readScript } from './script.ts';
import { jsonOf, StoredReport } from './stored.ts';

const Dated = z
  .array(z.string())
  .transform((flat) =>
    flat.flatMap((id, at) => (at % 2 === 0 ? [{ id, at: new Date(Number(flat[at + 1])).toISOString() }] : [])),
  );

/** KEYS votes, reading list, follows, mutes, wishes: sorted sets by time. */
const read = readScript(
  `
  local found = {}
  for i, key in ipairs(KEYS) do found[i] = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
  return found
  `,
  z.tuple([Dated, Dated, Dated, Dated, Dated]),
);

/** What a person voted for, saved, follows, mutes and wants more or less of, each with since when. Ids are those of notes and comments. */
export async function readChoices(redis: Redis, userId: string) {
  const names = [
    keys.votes(userId),
    keys.reading(userId),
    keys.follows(userId),
    keys.mutes(userId),
    keys.wishes(userId),
  ];
  const [votes, readingList, follows, mutes, wishes] = await read(redis, names, []);
  return { votes, readingList, follows, mutes, wishes };
}

const readWhole = readScript(
  `
  local found = {}
  local times = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  for i = 1, #times, 2 do
    local unread = redis.call('ZSCORE', KEYS[2], times[i]) and 1 or 0
    table.insert(found, { times[i], times[i + 1], unread, redis.call('HGET', KEYS[3], times[i]) or '' })
  end
  return found
  `,
  z.array(z.tuple([z.string(), z.coerce.number(), z.int(), z.string()])),
);

/** A person's notifications, oldest first, as references to what they tell of; what cannot be read is left out. */
export async function readNotifications(redis: Redis, userId: string) {
  const found = await readWhole(redis, [keys.inbox(userId), keys.inboxUnread(userId), keys.inboxItems(userId)], []);
  return found.flatMap(([id, at, unread, text]) => {
    const [kind = '', json = ''] = [text.slice(0, text.indexOf('|')), text.slice(text.indexOf('|') + 1)];
    const item = jsonOf(InboxItem).safeParse(json);
    return item.success ? [{ id, kind, at: new Date(at).toISOString(), unread: unread === 1, ...item.data }] : [];
  });
}

/** KEYS cases that wait for a decision. ARGV prefix of reports, the person. Gives subjects and the JSON of each report. */
const readReported = readScript(
  `
  local found = {}
  for _, subject in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local report = redis.call('HGET', ARGV[1] .. subject, ARGV[2])
    if report then table.insert(found, { subject, report }) end
  end
  return found
  `,
  z.array(z.tuple([z.string(), StoredReport])),
);

/** What a person reported and nobody has decided yet: a report goes with its case. */
export async function readOwnReports(redis: Redis, userId: string) {
  const found = await readReported(redis, [keys.queue('report')], [keys.reports(''), userId]);
  return found.map(([subject, { reason, text, at }]) => ({ subject, reason, text, at }));
}
