import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Counts, Note } from '../../model/note.ts';
import { luaKey, readScript } from '../../../platform/server/store/script.ts';
import { placeAfter } from '../../../platform/server/store/script-parts.ts';
import { addAuthor, StoredLiveNote, withoutText } from './note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { authorOf, authorsById, type Author } from '../../../people/model/user.ts';
import type { NoteOrder } from '../../model/ranking.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/**
 * A numbered page of an index.
 *
 * Returns the number of all notes in the index, the notes' JSON and the authors' JSON.
 */
const pageIndex = readScript({
  uses: [withoutText, addAuthor],
  keys: ['index'],
  args: ['skip', 'max'],
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredUser)]),
  body: `
    local from = tonumber(skip)
    local notes, users = {}, {}
    for _, uuid in ipairs(redis.call('ZREVRANGE', index, from, from + tonumber(max) - 1)) do
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      if json then
        table.insert(notes, json)
        addAuthor(users, cjson.decode(withoutText(json)).authorId)
      end
    end
    return { redis.call('ZCARD', index), notes, users }
    `,
});

const Counted = z
  .tuple([z.int(), z.int(), z.int()])
  .transform(([votes, saves, comments]): Counts => ({ votes, saves, comments }));

/** A page ends after the note with which it has this many bytes. */
const pageBytes = 1_000_000;

/**
 * A page of an index, with the notes and their authors. `known` is the digest of the previous answer, any other text if
 * there was none, or empty if no digest is wanted.
 *
 * Returns a digest of everything that follows, and nothing more if it equals `known`; the score and uuid of the last note
 * read (empty at the end of the index), the notes' JSON, their votes, saves and comments, and the authors' JSON.
 */
const listIndex = readScript({
  uses: [placeAfter, withoutText, addAuthor],
  keys: ['index'],
  args: ['max', 'score', 'last', 'tag', 'known'],
  returns: z.union([
    z.tuple([z.string()]),
    z.tuple([z.string(), z.string(), z.string(), z.array(StoredLiveNote), z.array(Counted), z.array(StoredUser)]),
  ]),
  body: `
    local limit = tonumber(max)

    local start = placeAfter(index, score, last)
    local function has(note)
      if tag == '' then return true end
      for _, own in ipairs(note.tags) do
        if own == tag or string.sub(own, 1, #tag + 1) == tag .. '/' then return true end
      end
      return false
    end

    local window = tag == '' and limit or 200
    local found = redis.call('ZREVRANGE', index, start, start + window, 'WITHSCORES')
    local total = #found / 2
    local notes, counts, users, at, rests, bytes = {}, {}, {}, 0, {}, 0
    while at < total and at < window and #notes < limit and bytes < ${pageBytes} do
      at = at + 1
      local json = redis.call('GET', ${luaKey(keys.note, 'found[at * 2 - 1]')})
      local rest = json and withoutText(json)
      local note = rest and cjson.decode(rest)
      if note and has(note) then
        bytes = bytes + #json
        table.insert(notes, json)
        table.insert(rests, rest)
        table.insert(counts, {
          redis.call('SCARD', ${luaKey(keys.voters, 'note.uuid')}), redis.call('SCARD', ${luaKey(keys.savers, 'note.uuid')}),
          redis.call('ZCARD', ${luaKey(keys.threadTimes, 'note.uuid')})
        })
        addAuthor(users, note.authorId)
      end
    end
    local nextScore, nextUuid, digest = found[at * 2], found[at * 2 - 1], ''
    if at == total then nextScore, nextUuid = '', '' end
    if known ~= '' then
      local all = { nextScore, nextUuid, table.concat(rests), table.concat(users) }
      for _, each in ipairs(counts) do table.insert(all, table.concat(each, ' ')) end
      digest = redis.sha1hex(table.concat(all, ';'))
      if digest == known then return { digest } end
    end
    return { digest, nextScore, nextUuid, notes, counts, users }
    `,
});

/** The place where a page ended: the score and uuid of its last note. Opaque to callers; URL-safe characters only. */
export const NoteCursor = z
  .string()
  .regex(/^-?\d{1,16}(\.\d{1,17})?_[0-9a-f-]{36}$/, 'Send the cursor that the page before gave, unchanged.');

/**
 * `author`: a user id. `includePrivate` returns all notes of this author, and needs `author`. `order` applies to all
 * public notes of the site, and excludes author and tag.
 */
interface NoteQuery {
  author?: string;
  tag?: string;
  order?: NoteOrder;
  includePrivate: boolean;
  cursor?: string;
  limit: number;
}

type NoteListing = { notes: Note[]; counts: Counts[]; authors: Author[]; next: string | null };

/**
 * One page of notes with their counts and authors and the cursor of the next page, in one round trip. The newest are
 * first (by publication; in an author's own list by creation) unless `order` says otherwise. Notes added or removed
 * between two pages neither repeat nor hide others. A page of long notes is short, and one of an author's notes of one
 * tag, which are filtered, may even be empty; both may have a next one. Throws for a cursor that does not match NoteCursor.
 */
export async function listNotes(redis: Redis, query: NoteQuery): Promise<NoteListing> {
  const { listing } = await listNotesUnless(redis, query, '');
  if (!listing) throw new Error('Nothing was known of this list.');
  return listing;
}

/** The same with a digest of the list; if that equals `known`, the store returns only the digest. */
export async function listNotesUnless(
  redis: Redis,
  query: NoteQuery,
  known: string,
): Promise<{ digest: string; listing?: NoteListing }> {
  const [score = '', uuid = ''] = query.cursor ? NoteCursor.parse(query.cursor).split('_') : [];
  const filter = query.author !== undefined && query.tag !== undefined ? query.tag : '';
  const [digest, ...page] = await listIndex(redis, {
    index: indexOf(query),
    max: query.limit,
    score,
    last: uuid,
    tag: filter,
    known,
  });
  if (page.length === 0) return { digest };
  const [nextScore, nextUuid, notes, counts, users] = page;
  const next = nextUuid === '' ? null : `${nextScore}_${nextUuid}`;
  return { digest, listing: { notes, counts, authors: users.map((user) => authorOf(user)), next } };
}

/**
 * Public notes by their position in a list, newest first, with their authors and the length of the list, in one round
 * trip. For numbered pages, which shift when notes are added; use `listNotes` to read on and on.
 */
export async function readNotesPage(
  redis: Redis,
  list: { author?: string; tag?: string },
  { from, count }: { from: number; count: number },
): Promise<{ total: number; notes: { note: Note; author: Author }[] }> {
  const [total, notes, users] = await pageIndex(redis, {
    index: indexOf({ ...list, includePrivate: false }),
    skip: from,
    max: count,
  });
  const authors = authorsById(users);
  const shown = notes.flatMap((note) => {
    const author = authors.get(note.authorId);
    return author ? [{ note, author }] : [];
  });
  return { total, notes: shown };
}

/** The uuids of all notes by a person, last created first. */
export async function ownNoteIds(redis: Redis, userId: string): Promise<string[]> {
  return z.array(z.string()).parse(await redis.zrange(keys.authorNotes(userId), 0, -1, { rev: true }));
}

const newest = readScript({
  keys: ['index', 'log'],
  args: ['max'],
  returns: z.array(z.tuple([z.string(), z.coerce.number()])),
  body: `
    local found = {}
    for i, uuid in ipairs(redis.call('ZREVRANGE', index, 0, max - 1)) do
      found[i] = { uuid, redis.call('ZSCORE', log, uuid) or '0' }
    end
    return found
    `,
});

/**
 * A person's newest public notes by uuid, each with its revision in the owner's change log: as long as that stays the
 * same, so does the note.
 */
export async function newestWithRevisions(
  redis: Redis,
  author: string,
  max: number,
): Promise<{ uuid: string; revision: number }[]> {
  const index = keys.authorPublicNotes(author);
  const found = await newest(redis, { index, log: keys.libraryChanges(author), max });
  return found.map(([uuid, revision]) => ({ uuid, revision }));
}

const orders = {
  new: keys.publicNotes,
  hot: keys.hotNotes,
  discussed: keys.discussedNotes,
  saved: keys.savedNotes,
} satisfies Record<NoteOrder, string>;

function indexOf({ author, tag, order = 'new', includePrivate }: Omit<NoteQuery, 'limit'>): string {
  if (author !== undefined) return includePrivate ? keys.authorNotes(author) : keys.authorPublicNotes(author);
  if (includePrivate) throw new Error('Private notes are listed for one author.');
  return tag === undefined ? orders[order] : keys.tagNotes(tag);
}
