import * as z from 'zod';
import { Highlight } from '../../../library/model/highlight.ts';
import { ReadingState, type DatedPlace } from '../../../library/model/reading-list.ts';
import { Imported } from '../../../notes/model/details.ts';
import { ImportEffect } from './import-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript } from '../../../platform/server/store/script.ts';
import { batched, inBatches, jsonOf } from '../../../platform/server/store/stored.ts';

const find = readScript({
  keys: ['imported', 'authorLinks'],
  args: ['maxOfEach', 'digests', 'ids'],
  returns: z.tuple([z.array(z.array(z.string())), z.array(z.string()), z.int()]),
  body: `
    local byDigest, byId = {}, {}
    for i, digest in ipairs(cjson.decode(digests)) do
      local members = redis.call('ZRANGEBYLEX', authorLinks, '[' .. digest .. ':', '(' .. digest .. ';', 'LIMIT', 0, maxOfEach)
      for at, member in ipairs(members) do members[at] = string.sub(member, #digest + 2) end
      byDigest[i] = members
    end
    for i, id in ipairs(cjson.decode(ids)) do byId[i] = redis.call('HGET', imported, id) or '' end
    return { byDigest, byId, redis.call('ZCARD', authorLinks) }
    `,
});

/** How many of a person's notes about one page are looked at. */
const alike = 50;

type Findings = { byDigest: Map<string, string[]>; byId: Map<string, string>; links: number };

/** What a part assumes before anything was looked up. No count equals these `links`, so the part's script looks. */
export const noFindings = (): Findings => ({ byDigest: new Map(), byId: new Map(), links: -1 });

/**
 * This person's notes by the digests that find them, and the notes that came of items with these ids. `links`: how many
 * entries the index of all their notes has.
 */
export async function findImported(
  redis: Redis,
  userId: string,
  { digests, ids }: { digests: string[]; ids: string[] },
): Promise<Findings> {
  if (digests.length + ids.length === 0) return noFindings();
  const [uuids, known, links] = await find(redis, {
    imported: keys.imported(userId),
    authorLinks: keys.authorLinks(userId),
    maxOfEach: alike,
    digests: JSON.stringify(digests),
    ids: JSON.stringify(ids),
  });
  return {
    byDigest: new Map(digests.map((digest, at) => [digest, uuids[at] ?? []])),
    byId: new Map(ids.flatMap((id, at) => (known[at] ? [[id, known[at]] as const] : []))),
    links,
  };
}

/**
 * What belongs to one's own note. `done`: what this import did with it before. `chosen`: the place in the reading list
 * where the import put the note as a choice of its own.
 */
export type Belongings = {
  importedFields: Imported;
  formerTitles: string[];
  hasCopy: boolean;
  highlights: Highlight[];
  saved: boolean;
  favourite: boolean;
  place: DatedPlace | undefined;
  done: ImportEffect | undefined;
  chosen: DatedPlace | undefined;
};

const JsonOrEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), jsonOf(schema)]);

const readBelongings = readScript({
  keys: ['reading', 'favourites', 'doneKey', 'progressKey', 'toread', 'beingRead', 'archived'],
  args: ['...uuids'],
  returns: z.array(
    z.tuple([
      JsonOrEmpty(Imported),
      z.int(),
      z.array(jsonOf(Highlight)),
      z.int(),
      JsonOrEmpty(ImportEffect),
      JsonOrEmpty(ImportEffect),
      z.union([z.literal(''), ReadingState]),
      z.coerce.number(),
      z.coerce.number(),
      z.array(z.string()),
    ]),
  ),
  body: `
    local found = {}
    for i, uuid in ipairs(uuids) do
      local state, since = '', redis.call('ZSCORE', reading, uuid) or '0'
      for name, list in pairs({ toread = toread, reading = beingRead, archived = archived }) do
        local at = redis.call('ZSCORE', list, uuid)
        if at then state, since = name, at end
      end
      found[i] = {
        redis.call('GET', ${luaKey(keys.noteImported, 'uuid')}) or '', redis.call('EXISTS', ${luaKey(keys.copy, 'uuid')}), redis.call('HVALS', ${luaKey(keys.highlights, 'uuid')}),
        redis.call('SISMEMBER', favourites, uuid),
        redis.call('HGET', doneKey, uuid) or '', redis.call('HGET', doneKey, 'choice:reading:' .. uuid) or '',
        state, since, redis.call('HGET', progressKey, uuid) or '0', redis.call('LRANGE', ${luaKey(keys.formerTitles, 'uuid')}, 0, -1)
      }
    end
    return found
    `,
});

/** What belongs to each of these notes of one person, by uuid. */
export async function belongingsOf(
  redis: Redis,
  { userId, id }: { userId: string; id: string },
  uuids: readonly string[],
): Promise<Map<string, Belongings>> {
  const names = {
    reading: keys.reading(userId),
    favourites: keys.readingFavourites(userId),
    doneKey: keys.importDone(id),
    progressKey: keys.readingProgress(userId),
    toread: keys.readingIn(userId, 'toread'),
    beingRead: keys.readingIn(userId, 'reading'),
    archived: keys.readingIn(userId, 'archived'),
  };
  const read = async (some: string[]) => {
    const stored = await readBelongings(redis, { ...names, uuids: some });
    return stored.map((each, at) => [some[at] ?? '', belongingsIn(each)] as const);
  };
  return new Map(await batched(uuids, read));
}

function belongingsIn(stored: Awaited<ReturnType<typeof readBelongings>>[number]): Belongings {
  const [imported = {}, copies, highlights, star, done, chosen, state, changedAt, progress, formerTitles] = stored;
  const favourite = star > 0;
  const place = { state: state || null, changedAt, progress, favourite };
  return {
    ...{ importedFields: imported, formerTitles, highlights, hasCopy: copies > 0, saved: state !== '', favourite },
    place: state === '' && !favourite ? undefined : place,
    ...{ done, chosen: chosen?.place },
  };
}

/** What was imported beside each of these notes, by uuid; notes without anything are left out. */
export async function readNotesImported(redis: Redis, uuids: readonly string[]): Promise<Map<string, Imported>> {
  const found = await inBatches(redis, uuids.map(keys.noteImported), JsonOrEmpty(Imported));
  return new Map(uuids.flatMap((uuid, at) => (found[at] ? [[uuid, found[at]] as const] : [])));
}
