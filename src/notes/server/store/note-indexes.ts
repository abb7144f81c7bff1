import { keys } from '../../../platform/server/store/keys.ts';
import { millis } from '../../../platform/server/store/script-parts.ts';
import { luaKey, type LuaPart, readScript } from '../../../platform/server/store/script.ts';
import type { Note, Counts } from '../../model/note.ts';
import { isPublic as mayBeFound } from '../../model/note-access.ts';
import { discussedScore, hotScore, savedScore, savedTimeScale, tenfoldSeconds } from '../../model/ranking.ts';
import { withParents } from '../../../platform/model/tag.ts';
import { mentionsIn, titleKey } from '../../model/markdown.ts';
import { isPublic, parentTags, sameDigest } from './note-parts.ts';
import { z } from 'zod';
import type { Redis } from '../../../platform/server/store/redis.ts';

/*
 * The sorted sets in which notes are found. Every script that writes a note keeps them by these two tables, and the
 * doctor compares what is stored with them: one index more is a row here and the place that reads it.
 */

/** Which notes an index holds. */
const holding = {
  all: { is: () => true, lua: '' },
  public: { is: mayBeFound, lua: 'isPublic(note)' },
  'public links': {
    is: (note: Note) => mayBeFound(note) && note.url !== null,
    lua: `isPublic(note) and type(note.url) == 'string'`,
  },
};

type Time = 'createdAt' | 'updatedAt' | 'publishedAt';

interface NoteIndex {
  /** The key of the one index, or of that of an author or a tag, in which those nested in it are found as well. */
  key: string | ((id: string) => string);
  of?: 'author' | 'tags';
  holds: keyof typeof holding;
  /**
   * A time, in milliseconds; or one score and the link, each tag, the title or each mention before the uuid, so that notes
   * of one stand together.
   */
  by: Time | keyof typeof named;
}

/** What may stand before a note's uuid in an index, from the note, and in Lua; many of `each`. */
const named = {
  link: { of: (_: Note, link?: string) => (link ? [`${link}:`] : []), each: '{ note.link }', between: ':' },
  tag: { of: ({ tags }: Note) => tags.map((tag) => `${tag}:`), each: 'note.tags', between: ':' },
  title: { of: ({ title }: Note) => [`${titleKey(title)}\n`], each: '{ note.titleKey }', between: '\\n' },
  mention: {
    of: ({ body, authorId }: Note) => mentionsIn(body, authorId).map((target) => `${target}\n`),
    each: 'note.mentions or {}',
    between: '\\n',
  },
};
const isNamed = (by: NoteIndex['by']): by is keyof typeof named => by in named;

const noteIndexes: readonly NoteIndex[] = [
  { key: keys.authorNotes, of: 'author', holds: 'all', by: 'createdAt' },
  { key: keys.publicNotes, holds: 'public', by: 'publishedAt' },
  { key: keys.authorPublicNotes, of: 'author', holds: 'public', by: 'publishedAt' },
  { key: keys.tagNotes, of: 'tags', holds: 'public', by: 'publishedAt' },
  { key: keys.authorTags, of: 'author', holds: 'all', by: 'tag' },
  { key: keys.authorLinks, of: 'author', holds: 'all', by: 'link' },
  { key: keys.publicLinks, holds: 'public links', by: 'link' },
  { key: keys.authorTitles, of: 'author', holds: 'all', by: 'title' },
  { key: keys.authorMentions, of: 'author', holds: 'all', by: 'mention' },
  { key: keys.publicMentions, holds: 'public', by: 'mention' },
];

/**
 * Public notes by what people did with them: what is counted, in Lua, how many it takes to be listed, and the scores of
 * model/ranking.ts, in which Lua's `at` is publishedAt in milliseconds.
 */
const rankings = {
  votes: {
    key: keys.hotNotes,
    least: 0,
    count: `redis.call('SCARD', ${luaKey(keys.voters, 'uuid')})`,
    score: `math.log10(1 + count) + at / ${tenfoldSeconds.hot * 1000}`,
    scoreOf: hotScore,
  },
  comments: {
    key: keys.discussedNotes,
    least: 1,
    count: `redis.call('ZCARD', ${luaKey(keys.threadTimes, 'uuid')})`,
    score: `math.log10(1 + count) + at / ${tenfoldSeconds.discussed * 1000}`,
    scoreOf: discussedScore,
  },
  saves: {
    key: keys.savedNotes,
    least: 1,
    count: `redis.call('SCARD', ${luaKey(keys.savers, 'uuid')})`,
    score: `count + at / ${savedTimeScale * 1000}`,
    scoreOf: savedScore,
  },
};

/** Where a note stands, worked out from the note and what is counted about it. */
export function entriesOf(
  note: Note,
  counts: Counts,
  link = sameDigest(note),
): { key: string; member: string; score: number }[] {
  const { uuid, publishedAt } = note;
  const entries: { key: string; member: string; score: number }[] = [];
  for (const { key, of, holds, by } of noteIndexes) {
    if (!holding[holds].is(note)) continue;
    const members = membersOf(note, by, link);
    const ids = of === 'tags' ? withParents(note.tags) : [note.authorId];
    for (const one of typeof key === 'string' ? [key] : ids.map(key)) {
      for (const { member, score } of members) entries.push({ key: one, member, score });
    }
  }
  if (!mayBeFound(note) || publishedAt === null) return entries;
  const ranked = (['votes', 'comments', 'saves'] as const).filter((what) => counts[what] >= rankings[what].least);
  return [
    ...entries,
    ...ranked.map((what) => {
      const { key, scoreOf } = rankings[what];
      return { key, member: uuid, score: scoreOf({ ...counts, publishedAt }) };
    }),
  ];
}

function membersOf(note: Note, by: NoteIndex['by'], link: string | undefined): { member: string; score: number }[] {
  const { uuid } = note;
  if (isNamed(by)) return named[by].of(note, link).map((name) => ({ member: name + uuid, score: 0 }));
  const time = note[by];
  return time ? [{ member: uuid, score: Date.parse(time) }] : [];
}

/** Lua that adds a note's entries in one index. */
function adding({ key, of, holds, by }: NoteIndex): string {
  const index = typeof key === 'string' ? `'${key}'` : luaKey(key, of === 'tags' ? 'tag' : 'note.authorId');
  const entry = (score: string, member: string) => `entries[#entries + 1] = { ${index}, ${score}, ${member} }`;
  const each = isNamed(by)
    ? `for _, name in ipairs(${named[by].each}) do ${entry('0', `name .. '${named[by].between}' .. note.uuid`)} end`
    : entry(by, 'note.uuid');
  const all = of === 'tags' ? `for _, tag in ipairs(withParents(note.tags)) do ${each} end` : each;
  return holding[holds].lua ? `if ${holding[holds].lua} then ${all} end` : all;
}

const times = [...new Set(noteIndexes.map(({ by }) => by).filter((by) => !isNamed(by)))];

/**
 * `entriesOf(note)` gives where a decoded note stands, as lists of key, score and member. `movesOf(old, note)` gives what
 * a new version leaves of that and what it takes; most change neither. It fails, while nothing is written, where a key
 * holds something else. `placeNote(left, taken)` writes it.
 */
export const placeNote: LuaPart = {
  uses: [isPublic, millis, parentTags],
  body: `
    local function entriesOf(note)
      local entries = {}
      if note and not note.deletedAt then
        local ${times.join(', ')} = ${times.map((time) => `millis(note.${time})`).join(', ')}
        ${noteIndexes.map(adding).join('\n')}
      end
      return entries
    end
    local function movesOf(old, note)
      local left, taken = {}, {}
      for _, entry in ipairs(entriesOf(old)) do
        redis.call('ZCARD', entry[1])
        left[entry[1] .. ' ' .. entry[3]] = entry
      end
      for _, entry in ipairs(entriesOf(note)) do
        local name = entry[1] .. ' ' .. entry[3]
        if not left[name] then redis.call('ZCARD', entry[1]) end
        if not left[name] or left[name][2] ~= entry[2] then table.insert(taken, entry) end
        left[name] = nil
      end
      return left, taken
    end
    local function placeNote(left, taken)
      for _, entry in pairs(left) do redis.call('ZREM', entry[1], entry[3]) end
      for _, entry in pairs(taken) do redis.call('ZADD', unpack(entry)) end
    end
  `,
};

const rankingRows = Object.entries(rankings).map(
  ([what, { key, least, count, score }]) => `${what} = {
    key = '${key}', least = ${least},
    count = function(uuid) return ${count} end, score = function(count, at) return ${score} end
  }`,
);

/**
 * `rankNote(what, uuid)` ranks a note anew by its votes, comments or saves, and takes out one that is not public.
 * `checkRanking` fails beforehand, as `movesOf` does.
 */
export const rankNote: LuaPart = {
  fixed: { publicNotes: keys.publicNotes },
  body: `
    local rankings = { ${rankingRows.join(', ')} }
    local function rankNote(what, uuid)
      local ranking = rankings[what]
      local at, count = redis.call('ZSCORE', publicNotes, uuid), ranking.count(uuid)
      if at and count >= ranking.least then
        redis.call('ZADD', ranking.key, string.format('%.17g', ranking.score(count, at)), uuid)
      else
        redis.call('ZREM', ranking.key, uuid)
      end
    end
    local function checkRanking(what, uuid)
      redis.call('ZCARD', rankings[what].key)
      rankings[what].count(uuid)
    end
  `,
};

const sizesOf = readScript({
  keys: ['...indexes'],
  returns: z.array(z.int()),
  body: `
    local sizes = {}
    for index, key in ipairs(indexes) do sizes[index] = redis.call('ZCARD', key) end
    return sizes
    `,
});

/** How many public notes there are, and how many of them have each of these tags; a tag that none has is left out. */
export async function tagSizes(
  redis: Redis,
  tags: readonly string[],
): Promise<{ notes: number; sizes: Map<string, number> }> {
  const [notes = 0, ...sizes] = await sizesOf(redis, { indexes: [keys.publicNotes, ...tags.map(keys.tagNotes)] });
  const counted = tags.map((tag, index) => [tag, sizes[index] ?? 0] as const);
  return { notes, sizes: new Map(counted.filter(([, size]) => size > 0)) };
}

/** How many comments readers see under each of these notes, in their order. */
export async function commentCounts(redis: Redis, uuids: readonly string[]): Promise<number[]> {
  return uuids.length === 0 ? [] : sizesOf(redis, { indexes: uuids.map(keys.threadTimes) });
}
