import { publicEntry, logPageSize, type DecisionsPage, type LogPage } from '../model/entry.ts';
import { listEntries } from './store/cases.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUsers } from '../../people/server/people.ts';

/** A page of the public log, newest first. */
export async function readLog(redis: Redis, page: number): Promise<LogPage> {
  const { total, entries } = await listEntries(redis, 'public', { page, size: logPageSize });
  return { page, pages: pagesOf(total), entries: entries.map(publicEntry) };
}

/** A page of all decisions with the moderators' names, for moderators. */
export async function readDecisions(redis: Redis, page: number): Promise<DecisionsPage> {
  const { total, entries } = await listEntries(redis, 'all', { page, size: logPageSize });
  const ids = [...new Set(entries.map(({ by }) => by))];
  const users = await readUsers(redis, ids);
  const handles = new Map(users.map((user, at) => [ids[at], user?.handle]));
  return {
    page,
    pages: pagesOf(total),
    entries: entries.map((entry) => ({ ...entry, byHandle: handles.get(entry.by) ?? '' })),
  };
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / logPageSize));
}
