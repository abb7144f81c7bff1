import { z } from 'zod';
import type { Copy } from '../../domain/capture.ts';
import { Highlight } from '../../domain/highlight.ts';
import { ImportLine, LeftLine, type Import, type LinesQuery } from '../../domain/import.ts';
import { Imported } from '../../domain/imported.ts';
import { limits } from '../../domain/limits.ts';
import type { Note } from '../../domain/note.ts';
import type { PlannedReading } from '../planned-entry.ts';
import { packed } from './copies.ts';
import { keys } from './keys.ts';
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
const read = readScript(
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

/** KEYS import, imported ids, what notes are found by. ARGV the most notes of each, JSON of digests and of ids. */
const find = readScript(
  `
  local most, byDigest, byId = ARGV[1], {}, {}
  for i, digest in ipairs(cjson.decode(ARGV[2])) do
    local members = redis.call('ZRANGEBYLEX', KEYS[2], '[' .. digest .. ':', '(' .. digest .. ';', 'LIMIT', 0, most)
    for at, member in ipairs(members) do members[at] = string.sub(member, #digest + 2) end
    byDigest[i] = members
  end
  for i, id in ipairs(cjson.decode(ARGV[3])) do byId[i] = redis.call('HGET', KEYS[1], id) or '' end
  return { byDigest, byId }
  `,
  z.tuple([z.array(z.array(z.string())), z.array(z.string())]),
);

/** More notes of one person about one page are not looked through. */
const alike = 50;

/** The uuids of this person's notes by what they are found by, and those that came of items with these ids. */
export async function findImported(
  redis: Redis,
  userId: string,
  { digests, ids }: { digests: string[]; ids: string[] },
): Promise<{ byDigest: Map<string, string[]>; byId: Map<string, string> }> {
  if (digests.length + ids.length === 0) return { byDigest: new Map(), byId: new Map() };
  const names = [keys.imported(userId), keys.authorLinks(userId)];
  const [uuids, known] = await find(redis, names, [alike, JSON.stringify(digests), JSON.stringify(ids)]);
  return {
    byDigest: new Map(digests.map((digest, at) => [digest, uuids[at] ?? []])),
    byId: new Map(ids.flatMap((id, at) => (known[at] ? [[id, known[at]] as const] : []))),
  };
}

/**
 * What an import did with a note, or with a choice, so that it can be undone: whether it brought it (`own`: from our own
 * export), at which revision and with how many highlights it left it, and what it gave to what was there.
 */
export const Done = z.object({
  kept: z.literal(true).optional(),
  own: z.literal(true).optional(),
  rev: z.int().default(0),
  tags: z.array(z.string()).default([]),
  icon: z.string().optional(),
  words: z.array(z.object({ from: z.int(), text: z.string() })).default([]),
  told: Imported.default({}),
  copy: z.literal(true).optional(),
  highlights: z.array(z.string()).default([]),
  saved: z.literal(true).optional(),
  favourite: z.literal(true).optional(),
});
export type Done = z.infer<typeof Done>;

/** What goes with a note of one's own. `done`: what this import did with it before. */
export type Belongings = {
  told: Imported;
  hasCopy: boolean;
  highlights: Highlight[];
  saved: boolean;
  favourite: boolean;
  done: Done | undefined;
};

const JsonOrEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), jsonOf(schema)]);

/** KEYS reading list, its favourites, what an import did. ARGV prefixes of what came, of copies and highlights; uuids. */
const readBelongings = readScript(
  `
  local found = {}
  for i = 4, #ARGV do
    local uuid = ARGV[i]
    found[i - 3] = {
      redis.call('GET', ARGV[1] .. uuid) or '', redis.call('EXISTS', ARGV[2] .. uuid), redis.call('HVALS', ARGV[3] .. uuid),
      redis.call('ZSCORE', KEYS[1], uuid) and 1 or 0, redis.call('SISMEMBER', KEYS[2], uuid),
      redis.call('HGET', KEYS[3], uuid) or ''
    }
  end
  return found
  `,
  z.array(z.tuple([JsonOrEmpty(Imported), z.int(), z.array(jsonOf(Highlight)), z.int(), z.int(), JsonOrEmpty(Done)])),
);

/** Notes may have many highlights, and an answer has its limits. */
const atOnce = 50;

/** What goes with each of these notes of one person, by uuid. */
export async function belongingsOf(
  redis: Redis,
  { userId, id }: { userId: string; id: string },
  uuids: readonly string[],
): Promise<Map<string, Belongings>> {
  const found = new Map<string, Belongings>();
  const prefixes = [keys.noteImported(''), keys.copy(''), keys.highlights('')];
  const names = [keys.reading(userId), keys.readingFavourites(userId), keys.importDone(id)];
  for (let from = 0; from < uuids.length; from += atOnce) {
    const some = uuids.slice(from, from + atOnce);
    for (const [at, each] of (await readBelongings(redis, names, [...prefixes, ...some])).entries()) {
      const [told = {}, copies, highlights, saved, favourite, done] = each;
      const belongings = { told, highlights, hasCopy: copies > 0, saved: saved > 0, favourite: favourite > 0, done };
      found.set(some[at] ?? '', belongings);
    }
  }
  return found;
}

const Told = z.array(JsonOrEmpty(Imported).nullable());

/** What came with each of these notes when it was imported, by uuid; notes with which nothing came are left out. */
export async function readNotesImported(redis: Redis, uuids: readonly string[]): Promise<Map<string, Imported>> {
  if (uuids.length === 0) return new Map();
  const found = Told.parse(await redis.mget(...uuids.map(keys.noteImported)));
  return new Map(uuids.flatMap((uuid, at) => (found[at] ? [[uuid, found[at]] as const] : [])));
}

/**
 * What a part makes of one note: `before` is the revision that was read, 0 for a new one; `note` is absent where the note
 * itself stays as it is. A new one is found by `same`, as `others` are.
 */
export type NoteWrite = {
  uuid: string;
  before: number;
  note?: Note;
  same?: string | undefined;
  others: number;
  told?: Imported;
  copy?: Copy;
  highlights: Highlight[];
  reading?: PlannedReading;
  done: Done;
};

/** A part as it is written: `known` has each id with the notes by which it was known and that it now is. */
export type WrittenPart = {
  from: number;
  last: boolean;
  lines: ImportLine[];
  notes: NoteWrite[];
  known: { id: string; before: string; uuid: string }[];
  choices: string[];
};

export type PartWritten =
  | { ok: true; import: Import; lines: ImportLine[]; revision: number | null }
  | { ok: false; reason: 'moved'; import: Import }
  | { ok: false; reason: 'changed' }
  | { ok: false; reason: 'missing' };

/** Writes a part of an import in one step, unless what it was made for has changed. */
export async function writePart(
  redis: Redis,
  { userId, id }: { userId: string; id: string },
  part: WrittenPart,
  now: Date,
): Promise<PartWritten> {
  const writes = part.notes.map(({ note, before }) => note && noteWrite(note, before === 0 ? 'none' : String(before)));
  const plan = part.notes.map(({ uuid, before, same, others, told, copy, highlights, reading, done }, at) => ({
    uuid,
    rev: before,
    same,
    others,
    keys: writes[at]?.names.length,
    args: writes[at]?.args.map(String),
    imported: told && toStored(told),
    copy: copy && packed(copy),
    highlights: highlights.flatMap((one) => [one.id, toStored(one)]),
    reading: reading && { ...reading, at: Date.parse(reading.at), changedAt: Date.parse(reading.changedAt) },
    undo: toStored(Object.fromEntries(Object.entries(done).filter(([, value]) => !isEmpty(value)))),
  }));
  const lines = part.lines.map((line) => ({ line, text: toStored(line) }));
  const kinds = [lines, lines.filter(({ line }) => line.outcome === 'refused'), lines.filter(({ line }) => line.aside)];
  const places = (['toread', 'reading', 'archived'] as const).map((state) => keys.readingIn(userId, state));
  const reply = await writeImportPart(
    redis,
    [
      ...[keys.import(id), keys.importLines(id), keys.importRefused(id), keys.importAside(id), keys.importDone(id)],
      ...[keys.imported(userId), keys.authorLinks(userId), keys.reading(userId), ...places],
      keys.readingFavourites(userId),
      ...writes.flatMap((each) => each?.names ?? []),
    ],
    [
      ...[userId, part.from, now.toISOString(), part.last ? 'last' : '', keptSeconds],
      ...[keys.note(''), keys.copy(''), keys.highlights(''), keys.noteImported('')],
      JSON.stringify(countsOf(part.lines)),
      toStored(part.choices.flatMap((choice) => [choice, '{}'])),
      toStored(part.known.flatMap(({ id: known, before, uuid }) => [known, before, uuid])),
      JSON.stringify(plan),
      ...kinds.flatMap((some) => [some.length, ...some.map(({ text }) => text)]),
    ],
  );
  if (reply[0] === 'written') {
    return { ok: true, import: withoutOwner(reply[1]), lines: part.lines, revision: reply[2] };
  }
  if (reply[0] === 'moved') return { ok: false, reason: 'moved', import: withoutOwner(reply[1]) };
  return reply[0] === 'changed' ? { ok: false, reason: 'changed' } : { ok: false, reason: 'missing' };
}

/** Most is empty of most notes, and left out. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}

function countsOf(lines: readonly ImportLine[]) {
  const of = (outcome: ImportLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
  const aside = lines.filter((line) => line.aside).length;
  return { kept: of('kept'), merged: of('merged'), refused: of('refused'), aside };
}

function withoutOwner({ userId: _, ...shown }: Import & { userId: string }): Import {
  return shown;
}
