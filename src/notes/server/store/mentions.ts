import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';

/**
 * `placeOf(target, authorId, own)` gives the uuid of the note that a link in a text by this author means (its target is a
 * uuid or a title key) and whether it is public, or nothing. Of notes with one title it is the oldest, so that links keep
 * their meaning; notes that formerly had the title come last. Only if `own` is 1 may it be a note that readers cannot
 * find.
 */
const placeOf: LuaPart = {
  fixed: { public: keys.publicNotes },
  body: `
    local function shows(uuid, authorId, own)
      if redis.call('ZSCORE', public, uuid) then return 1 end
      if own == '1' and redis.call('ZSCORE', ${luaKey(keys.authorNotes, 'authorId')}, uuid) then return 0 end
    end
    local function placeOf(target, authorId, own)
      if string.match(target, '^%x%x%x%x%x%x%x%x%-[%x-]+$') and #target == 36 then return target, shows(target, authorId, own) end
      local indexes = { ${luaKey(keys.authorTitles, 'authorId')}, ${luaKey(keys.authorFormerTitles, 'authorId')} }
      for _, index in ipairs(indexes) do
        for _, member in ipairs(redis.call('ZRANGEBYLEX', index, '[' .. target .. '\\n', '(' .. target .. '\\v', 'LIMIT', 0, 50)) do
          local uuid = string.sub(member, -36)
          local shown = shows(uuid, authorId, own)
          if shown then return uuid, shown end
        end
      end
    end
  `,
};

/** In a library with more titles than this, only the first ones are searched for a text in the middle of a title. */
const titlesLookedAt = 10_000;

/** A note among those that link to others or are linked to. */
export type NamedNote = { uuid: string; authorId: string; slug: string; title: string; isPublic: boolean };

const place = readScript({
  uses: [placeOf],
  args: ['authorId', 'own', '...targets'],
  returns: z.array(
    z.union([
      z
        .tuple([z.string(), z.union([z.literal(0), z.literal(1)]), z.string(), z.string(), z.string()])
        .transform(([uuid, shown, author, title, slug]): NamedNote => ({
          ...{ uuid, authorId: author, isPublic: shown === 1 },
          title: z.string().parse(JSON.parse(`"${title}"`)),
          slug: z.string().parse(JSON.parse(`"${slug}"`)),
        })),
      z.tuple([]).transform(() => undefined),
    ]),
  ),
  body: `
    local found = {}
    for at, target in ipairs(targets) do
      local uuid, shown = placeOf(target, authorId, own)
      local json = shown and redis.call('GETRANGE', ${luaKey(keys.note, 'uuid')}, 0, 8191)
      local author, title, slug = string.match(json or '', '"authorId":"(.-)".-"title":"(.-)","slug":"(.-)"')
      found[at] = slug and { uuid, shown, author, title, slug } or {}
    end
    return found
    `,
});

/**
 * The notes that the links of a text by this author mean, in their order, in one round trip. `own`: as its author sees
 * it. Only the beginnings of the notes are read.
 */
export async function placeLinks(
  redis: Redis,
  { authorId, own, targets }: { authorId: string; own: boolean; targets: readonly string[] },
): Promise<(NamedNote | undefined)[]> {
  if (targets.length === 0) return [];
  return place(redis, { authorId, own: own ? 1 : 0, targets });
}

/** How many titles are read in one round trip. */
const titlesAtOnce = 20_000;

/** The title keys of a person's notes with each note's uuid, sorted; of equal titles the oldest note first. */
export async function* ownTitles(redis: Redis, userId: string): AsyncGenerator<{ key: string; uuid: string }, void> {
  for (let from = 0; ; from += titlesAtOnce) {
    const members = await redis.zrange(keys.authorTitles(userId), from, from + titlesAtOnce - 1);
    for (const member of z.array(z.string()).parse(members))
      yield { key: member.slice(0, -37), uuid: member.slice(-36) };
    if (members.length < titlesAtOnce) return;
  }
}

const mentioning = readScript({
  uses: [placeOf],
  keys: ['formerTitles', 'index'],
  args: ['uuid', 'authorId', 'titleKey', 'own', 'max'],
  returns: z.array(z.string()),
  body: `
    local targets = { uuid }
    for _, title in ipairs({ titleKey, unpack(redis.call('LRANGE', formerTitles, 0, -1)) }) do
      if placeOf(title, authorId, own) == uuid then targets[#targets + 1] = authorId .. ' ' .. title end
    end
    local found = {}
    for _, target in ipairs(targets) do
      local range = { '(' .. target .. '\\v', '[' .. target .. '\\n' }
      for _, member in ipairs(redis.call('ZREVRANGEBYLEX', index, range[1], range[2], 'LIMIT', 0, max)) do
        found[#found + 1] = string.sub(member, -36)
      end
    end
    return found
    `,
});

/**
 * The uuids of the notes that link to a note, newest first, each once: everyone's public notes, or (`own`) all notes of
 * its author.
 */
export async function mentionsOf(
  redis: Redis,
  { uuid, authorId, titleKey }: { uuid: string; authorId: string; titleKey: string },
  { own, max }: { own: boolean; max: number },
): Promise<string[]> {
  const found = await mentioning(redis, {
    formerTitles: keys.formerTitles(uuid),
    index: own ? keys.authorMentions(authorId) : keys.publicMentions,
    ...{ uuid, authorId, titleKey, own: own ? 1 : 0, max },
  });
  return [...new Set(found)]
    .filter((other) => other !== uuid)
    .sort((one, other) => (one < other ? 1 : -1))
    .slice(0, max);
}

const find = readScript({
  keys: ['titles', 'newest'],
  args: ['text', 'max'],
  returns: z.array(z.tuple([z.string(), z.int()])),
  body: `
    local found, seen = {}, {}
    local function add(member)
      if seen[member] or #found >= tonumber(max) then return end
      seen[member] = true
      local title = string.sub(member, 1, -37)
      found[#found + 1] = { string.sub(member, -36), redis.call('ZLEXCOUNT', titles, '[' .. title, '(' .. title .. 'g') }
    end
    if text == '' then
      for _, uuid in ipairs(redis.call('ZREVRANGE', newest, 0, max - 1)) do found[#found + 1] = { uuid, 1 } end
      return found
    end
    for _, member in ipairs(redis.call('ZRANGEBYLEX', titles, '[' .. text, '[' .. text .. '\\255', 'LIMIT', 0, max)) do add(member) end
    if #found < tonumber(max) then
      for _, member in ipairs(redis.call('ZRANGE', titles, 0, ${titlesLookedAt - 1})) do
        local at = string.find(member, text, 1, true)
        if at and at <= #member - 37 then add(member) end
      end
    end
    return found
    `,
});

/**
 * A person's own notes whose titles contain this text, those that begin with it first; for an empty text, their newest.
 * Each comes with how many of their notes have its title.
 */
export function findByTitle(
  redis: Redis,
  { userId, key, max }: { userId: string; key: string; max: number },
): Promise<[uuid: string, sharing: number][]> {
  const [titles, newest] = [keys.authorTitles(userId), keys.authorNotes(userId)];
  return find(redis, { titles, newest, text: key, max });
}

const readFormer = readScript({
  keys: ['...lists'],
  returns: z.array(z.array(z.string())),
  body: `
    local found = {}
    for at, list in ipairs(lists) do found[at] = redis.call('LRANGE', list, 0, -1) end
    return found
    `,
});

/** The former title keys of notes, in the order of `uuids`. */
export async function readFormerTitles(redis: Redis, uuids: readonly string[]): Promise<string[][]> {
  if (uuids.length === 0) return [];
  return readFormer(redis, { lists: uuids.map(keys.formerTitles) });
}
