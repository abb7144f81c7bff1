import * as z from 'zod';
import { Case, Report, Appeal } from '../../model/case.ts';
import { subjectName, type Subject, Entry } from '../../model/entry.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript, writeScript } from '../../../platform/server/store/script.ts';
import { toStored, jsonOf } from '../../../platform/server/store/stored.ts';

const addOnce = writeScript({
  keys: ['appeal', 'queue', 'entryKey'],
  args: ['json', 'about', 'nowMs'],
  returns: z.enum(['missing', 'undone', 'already', 'written']),
  body: `
    local entry = redis.call('GET', entryKey)
    if not entry then return 'missing' end
    if type(cjson.decode(entry).undoneBy) == 'string' then return 'undone' end
    redis.call('ZCARD', queue)
    if not redis.call('SET', appeal, json, 'NX') then return 'already' end
    redis.call('ZADD', queue, nowMs, about)
    return 'written'
    `,
});

/** Stores the only appeal against an entry: `already` if there is one, `undone` if the entry was undone. */
export async function addAppeal(redis: Redis, appeal: Appeal): Promise<'missing' | 'undone' | 'already' | 'written'> {
  const { about, at } = appeal;
  return addOnce(redis, {
    appeal: keys.appeal(about),
    queue: keys.queue('appeal'),
    entryKey: keys.entry(about),
    json: toStored(appeal),
    about,
    nowMs: Date.parse(at),
  });
}

/** The appeal against an entry, and its exact text, which a decision compares. */
export async function readAppeal(redis: Redis, about: string): Promise<{ appeal: Appeal; text: string } | undefined> {
  const text = await redis.get<string>(keys.appeal(about));
  return text === null ? undefined : { appeal: StoredAppeal.parse(text), text };
}

export const StoredCase = jsonOf(Case);

export const StoredReport = jsonOf(Report);

export const StoredEntry = jsonOf(Entry);

export const StoredAppeal = jsonOf(Appeal);

/** The ids of people who reported a subject with an open case. */
export async function reportersOf(redis: Redis, subject: Subject): Promise<string[]> {
  return redis.hkeys(keys.reports(subjectName(subject)));
}

/** How many reports a case stores: it is open already, and more would add nothing. */
const reportsKept = 100;

const add = writeScript({
  keys: ['case', 'reports', 'queue'],
  args: ['by', 'report', 'json', 'subject', 'nowMs', 'max'],
  returns: z.enum(['already', 'enough', 'written']),
  body: `
    redis.call('ZCARD', queue)
    if redis.call('HEXISTS', reports, by) == 1 then return 'already' end
    if redis.call('HLEN', reports) >= tonumber(max) then return 'enough' end
    if redis.call('SET', case, json, 'NX') then redis.call('ZADD', queue, nowMs, subject) end
    redis.call('HSET', reports, by, report)
    return 'written'
    `,
});

/**
 * Adds a report to its subject's open case, or opens one: `fresh` is the case to open. A person has one open report per
 * subject; another changes nothing.
 */
export async function addReport(redis: Redis, report: Report, fresh: Case): Promise<'already' | 'enough' | 'written'> {
  const name = subjectName(fresh.subject);
  return add(redis, {
    case: keys.moderationCase(name),
    reports: keys.reports(name),
    queue: keys.queue('report'),
    by: report.by,
    report: toStored(report),
    json: toStored(fresh),
    subject: name,
    nowMs: Date.parse(fresh.openedAt),
    max: reportsKept,
  });
}

/** The open case of a subject, and its exact text, which a decision compares. */
export async function readCase(redis: Redis, subject: Subject): Promise<{ open: Case; text: string } | undefined> {
  const text = await redis.get<string>(keys.moderationCase(subjectName(subject)));
  return text === null ? undefined : { open: StoredCase.parse(text), text };
}

/** Returns subjects with the JSON of the person's report. */
const readReported = readScript({
  keys: ['queue'],
  args: ['userId'],
  returns: z.array(z.tuple([z.string(), StoredReport])),
  body: `
    local found = {}
    for _, subject in ipairs(redis.call('ZRANGE', queue, 0, -1)) do
      local report = redis.call('HGET', ${luaKey(keys.reports, 'subject')}, userId)
      if report then table.insert(found, { subject, report }) end
    end
    return found
    `,
});

/** A person's reports that are not decided yet: reports are deleted with their case. */
export async function readOwnReports(redis: Redis, userId: string) {
  const found = await readReported(redis, { queue: keys.queue('report'), userId });
  return found.map(([subject, { reason, text, at }]) => ({ subject, reason, text, at }));
}

/** An entry of the moderation log, and its exact text, which a decision compares. */
export async function readEntry(redis: Redis, id: string): Promise<{ entry: Entry; text: string } | undefined> {
  const text = await redis.get<string>(keys.entry(id));
  return text === null ? undefined : { entry: StoredEntry.parse(text), text };
}

/** Returns the total and the JSON of the entries. */
const page = readScript({
  keys: ['index'],
  args: ['from', 'to'],
  returns: z.tuple([z.int(), z.array(StoredEntry)]),
  body: `
    local entries = {}
    for _, id in ipairs(redis.call('ZREVRANGE', index, from, to)) do
      table.insert(entries, redis.call('GET', ${luaKey(keys.entry, 'id')}))
    end
    return { redis.call('ZCARD', index), entries }
    `,
});

/** Which entries are listed: all, the public ones, or those about one person. */
type EntryList = 'all' | 'public' | { person: string };

/** One page of entries, newest first, and their total, in one round trip. */
export async function listEntries(
  redis: Redis,
  list: EntryList,
  { page: number, size }: { page: number; size: number },
): Promise<{ total: number; entries: Entry[] }> {
  const name = list === 'all' ? keys.entries : list === 'public' ? keys.publicEntries : keys.personEntries(list.person);
  const [total, entries] = await page(redis, { index: name, from: (number - 1) * size, to: number * size - 1 });
  return { total, entries };
}

/** The entries of bans that apply to these domains. */
export async function bannedAmong(redis: Redis, domains: readonly string[]): Promise<Entry[]> {
  if (domains.length === 0) return [];
  const found = await redis.hmget<Record<string, string | null>>(keys.bannedDomains, ...domains);
  return Object.values(found ?? {}).flatMap((text) => (text === null ? [] : [StoredEntry.parse(text)]));
}

/** All bans of domains, newest first. */
export async function bannedDomains(redis: Redis): Promise<Entry[]> {
  const found = z.array(StoredEntry).parse(await redis.hvals(keys.bannedDomains));
  return found.sort((one, other) => (one.at < other.at ? 1 : -1));
}
