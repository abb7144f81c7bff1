import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { listSearches } from '../../../inbox/server/store/saved-searches.ts';
import * as z from 'zod';
import { ImportLine, UndoLeftover, type Import, type LinesQuery } from '../../model/import.ts';
import { limits } from '../../../platform/model/limits.ts';
import { luaKey, readScript, writeScript } from '../../../platform/server/store/script.ts';
import { listing, StoredImport } from './listed-imports.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

const sets = {
  vote: keys.votes,
  follow: keys.follows,
  mute: keys.mutes,
  wish: keys.feedback,
} as const;

/** Whether a person chose this before. `id`: as it is stored; for a search, its query. */
export async function hasChosen(
  redis: Redis,
  kind: keyof typeof sets | 'search',
  userId: string,
  id: string,
): Promise<boolean> {
  if (kind === 'search') return (await listSearches(redis, userId)).some(({ query }) => query === id);
  return (await redis.zscore(sets[kind](userId), id)) !== null;
}

/** How long an import and its report are kept. */
export const keptSeconds = limits.import.days * 24 * 60 * 60;

/** Since this form, an import records where it put a note in the reading list. Older imports have no form. */
export const formWithPlaces = 1;

const begin = writeScript({
  uses: [listing],
  keys: ['import', 'userImports'],
  args: ['json', 'seconds'],
  returns: z.literal(1),
  body: `
    redis.call('ZCARD', userImports)
    redis.call('SET', import, json, 'EX', seconds)
    listImport(userImports, cjson.decode(json))
    return 1
    `,
});

/** Records that an import begins. */
export async function beginImport(redis: Redis, userId: string, fresh: Import): Promise<void> {
  await begin(redis, {
    import: keys.import(fresh.id),
    userImports: keys.userImports(userId),
    json: newImportJson(userId, fresh),
    seconds: keptSeconds,
  });
}

/** The JSON of an import that begins. */
export function newImportJson(userId: string, fresh: Import): string {
  return toStored({ ...fresh, userId, form: formWithPlaces });
}

const list = readScript({
  keys: ['userImports'],
  returns: z.array(StoredImport),
  body: `
    local found = {}
    for _, id in ipairs(redis.call('ZREVRANGE', userImports, 0, -1)) do
      local json = redis.call('GET', ${luaKey(keys.import, 'id')})
      if json then table.insert(found, json) end
    end
    return found
    `,
});

/** A person's imports, the latest first. */
export async function listImports(redis: Redis, userId: string): Promise<Import[]> {
  return (await list(redis, { userImports: keys.userImports(userId) })).map(withoutOwner);
}

/** A line of a report. Before version 3 of the store, two outcomes were called added and seen. */
const StoredLine = jsonOf(
  z
    .looseObject({ outcome: z.string() })
    .transform(({ outcome, ...line }): unknown => ({
      ...line,
      outcome: { added: 'kept', seen: 'merged' }[outcome] ?? outcome,
    }))
    .pipe(ImportLine),
);

const read = readScript({
  keys: ['import', 'lines', 'leftKey'],
  args: ['from', 'to'],
  returns: z.tuple([StoredImport, z.array(StoredLine), z.int(), z.array(jsonOf(UndoLeftover))]).nullable(),
  body: `
    local json = redis.call('GET', import)
    if not json then return false end
    local left = redis.call('LRANGE', leftKey, 0, 99)
    return { json, redis.call('LRANGE', lines, from, to), redis.call('LLEN', lines), left }
    `,
});

type Page = { only?: LinesQuery['only'] | undefined; from?: number; count?: number };
type ReadImport = { import: Import; lines: ImportLine[]; total: number; left?: UndoLeftover[] };

/**
 * An import of this person with a page of its report, in one round trip. `total`: how many lines of this kind there are.
 * `left`, once it was undone: the first of what stayed.
 */
export async function readImport(
  redis: Redis,
  userId: string,
  id: string,
  { only, from = 0, count = 100 }: Page = {},
): Promise<ReadImport | undefined> {
  const lines = { refused: keys.importRefused, aside: keys.importAside, all: keys.importLines }[only ?? 'all'](id);
  const found = await read(redis, {
    import: keys.import(id),
    lines,
    leftKey: keys.importLeft(id),
    from,
    to: from + count - 1,
  });
  if (found?.[0].userId !== userId) return undefined;
  const [stored, shown, total, left] = found;
  return { import: withoutOwner(stored), lines: shown, total, ...(stored.undone && { left }) };
}

/** An import without its owner, as it is shown. */
export function withoutOwner({ userId: _, ...shown }: Import & { userId: string }): Import {
  return shown;
}
