import { z } from 'zod';
import type { Copy } from '../../domain/capture.ts';
import type { Highlight } from '../../domain/highlight.ts';
import { ImportLine, type Import } from '../../domain/import.ts';
import { limits } from '../../domain/limits.ts';
import type { Note } from '../../domain/note.ts';
import type { ReadingState } from '../../domain/reading-list.ts';
import { packed } from './copies.ts';
import { keys } from './keys.ts';
import { linkDigest } from './link-digest.ts';
import { noteWrite } from './notes.ts';
import type { Redis } from './redis.ts';
import { readScript, writeScript } from './script.ts';
import { StoredImport, writeImportPart } from './scripts/write-import.ts';
import { jsonOf, toStored } from './stored.ts';

const keptSeconds = limits.import.days * 24 * 60 * 60;

/** KEYS import, the person's imports. ARGV JSON, id, now in ms, seconds to keep, how many to keep, prefix of imports. */
const begin = writeScript(
  `
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[4])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
  for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[5])) do
    redis.call('DEL', ARGV[6] .. id, ARGV[6] .. id .. ':lines', ARGV[6] .. id .. ':refused')
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
const list = readScript(
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

/** KEYS import, lines. ARGV from, to. */
const read = readScript(
  `
  local json = redis.call('GET', KEYS[1])
  if not json then return false end
  return { json, redis.call('LRANGE', KEYS[2], ARGV[1], ARGV[2]), redis.call('LLEN', KEYS[2]) }
  `,
  z.tuple([StoredImport, z.array(jsonOf(ImportLine)), z.int()]).nullable(),
);

/** An import of this person with a page of its report, in one round trip. `total` is how many lines there are of this kind. */
export async function readImport(
  redis: Redis,
  userId: string,
  id: string,
  { outcome, from = 0, count = 100 }: { outcome?: 'refused' | undefined; from?: number; count?: number } = {},
): Promise<{ import: Import; lines: ImportLine[]; total: number } | undefined> {
  const lines = outcome === 'refused' ? keys.importRefused(id) : keys.importLines(id);
  const found = await read(redis, [keys.import(id), lines], [from, from + count - 1]);
  if (found?.[0].userId !== userId) return undefined;
  return { import: withoutOwner(found[0]), lines: found[1], total: found[2] };
}

/**
 * One entry of a part: what its line says, and the note that it is to become with the ids under which it may be known,
 * and with the copy of its page, which must be safe. A `passage` is a single highlight, which goes to the note about its
 * page: `note` is what is made where there is none, and `made` what is said of that; `quote`, where it has no id. An entry
 * that was dealt with before has its outcome in its line.
 */
export type PlannedEntry = {
  line: Omit<ImportLine, 'outcome'> & Partial<Pick<ImportLine, 'outcome'>>;
  note?: Note;
  ids: string[];
  state?: ReadingState | undefined;
  copy?: Copy | undefined;
  highlights?: Highlight[] | undefined;
  passage?: { quote?: string | undefined; made: string };
};

export type PartWritten =
  | { ok: true; import: Import; lines: ImportLine[]; revision: number | null }
  | { ok: false; reason: 'moved'; import: Import }
  | { ok: false; reason: 'missing' };

/** Writes a part of an import in one step. Each entry's note is written unless this person has it already. */
export async function writePart(
  redis: Redis,
  to: { userId: string; id: string },
  part: { from: number; entries: PlannedEntry[]; last: boolean },
  now: Date,
): Promise<PartWritten> {
  const { userId, id } = to;
  const writes = part.entries.map(({ note }) => note && noteWrite(note, 'none'));
  const plan = part.entries.map(({ line, note, ids, state, copy, highlights = [], passage }, at) => ({
    line,
    ids,
    state,
    copy: copy && packed(copy),
    highlights: highlights.flatMap((one) => [one.id, toStored(one)]),
    passage,
    link: note?.url ? linkDigest(note.url) : undefined,
    keys: writes[at]?.names.length,
    args: writes[at]?.args.map(String),
  }));
  const places = (['toread', 'reading', 'archived'] as const).map((state) => keys.readingIn(userId, state));
  const own = [keys.imported(userId), keys.authorLinks(userId), keys.reading(userId), ...places];
  const reply = await writeImportPart(
    redis,
    [
      keys.import(id),
      keys.importLines(id),
      keys.importRefused(id),
      ...own,
      ...writes.flatMap((each) => each?.names ?? []),
    ],
    [
      userId,
      part.from,
      now.getTime(),
      now.toISOString(),
      part.last ? 'last' : '',
      keptSeconds,
      keys.note(''),
      keys.copy(''),
      keys.highlights(''),
      limits.highlight.perCopy,
      toStored(plan),
    ],
  );
  if (reply[0] === 'missing') return { ok: false, reason: 'missing' };
  if (reply[0] === 'moved') return { ok: false, reason: 'moved', import: withoutOwner(reply[1]) };
  return { ok: true, import: withoutOwner(reply[1]), lines: reply[2], revision: reply[3] };
}

function withoutOwner({ userId: _, ...shown }: Import & { userId: string }): Import {
  return shown;
}
