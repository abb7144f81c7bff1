import { z } from 'zod';
import { ImportLine, LeftLine, type Import, type LinesQuery } from '../../model/import.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';
import { StoredImport } from './write-import.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

/** How long an import and its report are kept. */
export const keptSeconds = limits.import.days * 24 * 60 * 60;

/** KEYS import, the person's imports. ARGV JSON, id, now in ms, seconds to keep, how many to keep, prefix of imports. */
const begin = numberedWrite(
  `
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[4])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
  for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[5])) do
    for _, part in ipairs({ '', ':lines', ':refused', ':aside', ':done', ':left' }) do
      redis.call('DEL', ARGV[6] .. id .. part)
    end
    redis.call('ZREM', KEYS[2], id)
  end
  return 1
  `,
  z.literal(1),
);

/** Notes that an import begins. Of a person's imports the latest few are kept. */
export async function beginImport(redis: Redis, userId: string, fresh: Import): Promise<void> {
  await begin(
    redis,
    [keys.import(fresh.id), keys.userImports(userId)],
    [
      toStored({ ...fresh, userId }),
      fresh.id,
      Date.parse(fresh.begunAt),
      keptSeconds,
      limits.import.kept,
      keys.import(''),
    ],
  );
}

/** KEYS the person's imports. ARGV prefix of imports. */
const list = numberedRead(
  `
  local found = {}
  for _, id in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, -1)) do
    local json = redis.call('GET', ARGV[1] .. id)
    if json then table.insert(found, json) end
  end
  return found
  `,
  z.array(StoredImport),
);

/** A person's imports, the latest first. */
export async function listImports(redis: Redis, userId: string): Promise<Import[]> {
  return (await list(redis, [keys.userImports(userId)], [keys.import('')])).map(withoutOwner);
}

/** A line of a report. Until version 3 of the store, what came of an entry was called added or seen. */
const StoredLine = jsonOf(
  z
    .looseObject({ outcome: z.string() })
    .transform(({ outcome, ...line }): unknown => ({
      ...line,
      outcome: { added: 'kept', seen: 'merged' }[outcome] ?? outcome,
    }))
    .pipe(ImportLine),
);

/** KEYS import, lines, what undoing left. ARGV from, to. */
const read = numberedRead(
  `
  local json = redis.call('GET', KEYS[1])
  if not json then return false end
  local left = redis.call('LRANGE', KEYS[3], 0, 99)
  return { json, redis.call('LRANGE', KEYS[2], ARGV[1], ARGV[2]), redis.call('LLEN', KEYS[2]), left }
  `,
  z.tuple([StoredImport, z.array(StoredLine), z.int(), z.array(jsonOf(LeftLine))]).nullable(),
);

type Page = { only?: LinesQuery['only'] | undefined; from?: number; count?: number };
export type ReadImport = { import: Import; lines: ImportLine[]; total: number; left?: LeftLine[] };

/**
 * An import of this person with a page of its report, in one round trip. `total` is how many lines there are of this
 * kind; `left`, once it was undone, the first of what stayed.
 */
export async function readImport(
  redis: Redis,
  userId: string,
  id: string,
  { only, from = 0, count = 100 }: Page = {},
): Promise<ReadImport | undefined> {
  const lines = { refused: keys.importRefused, aside: keys.importAside, all: keys.importLines }[only ?? 'all'](id);
  const found = await read(redis, [keys.import(id), lines, keys.importLeft(id)], [from, from + count - 1]);
  if (found?.[0].userId !== userId) return undefined;
  const [stored, shown, total, left] = found;
  return { import: withoutOwner(stored), lines: shown, total, ...(stored.undone && { left }) };
}

/** An import as it is shown. */
export function withoutOwner({ userId: _, ...shown }: Import & { userId: string }): Import {
  return shown;
}
