import { keys } from '../../../platform/server/store/keys.ts';
import { millis } from '../../../platform/server/store/script-parts.ts';
import { luaKey, type LuaPart, readScript } from '../../../platform/server/store/script.ts';
import type { Note, Counts } from '../../model/note.ts';
import { isPublic as mayBeFound } from '../../model/note-access.ts';
import { discussedScore, hotScore, savedScore, savedTimeScale, tenfoldSeconds } from '../../model/ranking.ts';
import { withParents } from '../../../platform/model/tag.ts';
import { mentionsIn, titleKey } from '../../model/markdown.ts';
import { isPublic, parentTags, sameDigest } from './note-parts.ts';
import * as z from 'zod';
import type { Redis } from '../../../platform/server/store/redis.ts';

/* The sorted sets in which notes are found. Every script that writes a note maintains them by these two tables, and the
   doctor compares the stored notes with them. A new index is a row here and the code that reads it. */

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
  /**
   * The key of the index, or of the index of an author or of a tag. A tag's index also contains the notes of the tags
   * below it.
   */
  key: string | ((id: string) => string);
  of?: 'author' | 'tags';
  holds: keyof typeof holding;
  /**
   * A time, in milliseconds; or score 0 with a name before the uuid (the link, each tag, the title or each mention), so
   * that notes with the same name are adjacent.
   */
  by: Time | keyof typeof named;
}

/** What may be before a note's uuid in an index: from the note, and in Lua. `each` is the list of names. */
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
 * Public notes ranked by what people did with them: how it is counted, in Lua; the smallest count that is listed; and the
 * scores of model/ranking.ts, in which Lua's `at` is publishedAt in milliseconds.
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

/** The index entries of a note, computed from the note and its counts. */
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
 * `entriesOf(note)` gives the index entries of a decoded note, as lists of key, score and member. `movesOf(old, note)`
 * gives the entries that a new version removes and adds; most change none. It fails, before any write, if a key holds
 * another type. `indexNote(left, taken)` writes them.
 */
export const indexNote: LuaPart = {
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
    local function indexNote(left, taken)
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
 * `rankNote(what, uuid)` updates the rank of a note by its votes, comments or saves, and removes a note that is not
 * public. `checkRanking` fails before any write, as `movesOf` does.
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

/** How many public notes there are, and how many of them have each of these tags; tags without notes are left out. */
export async function tagSizes(
  redis: Redis,
  tags: readonly string[],
): Promise<{ notes: number; sizes: Map<string, number> }> {
  const [notes = 0, ...sizes] = await sizesOf(redis, { indexes: [keys.publicNotes, ...tags.map(keys.tagNotes)] });
  const counted = tags.map((tag, index) => [tag, sizes[index] ?? 0] as const);
  return { notes, sizes: new Map(counted.filter(([, size]) => size > 0)) };
}

/** How many comments readers see on each of these notes, in their order. */
export async function commentCounts(redis: Redis, uuids: readonly string[]): Promise<number[]> {
  return uuids.length === 0 ? [] : sizesOf(redis, { indexes: uuids.map(keys.threadTimes) });
}
