import { constants, gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { Copy } from '../../model/capture.ts';
import { hostOf } from '../../../platform/model/url.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { linkDigest } from '../../../notes/server/notes.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';

/** How long a captured page waits for its note. */
const waitSeconds = 24 * 60 * 60;

export const StoredCopy = z
  .string()
  .transform((text) => gunzipSync(Buffer.from(text, 'base64')).toString('utf8'))
  .pipe(jsonOf(Copy));

/** A copy as it is stored. */
export const packed = (copy: Copy) => gzipSync(toStored(copy)).toString('base64');

/** How many characters of a packed copy surely have its date, which is near the beginning. */
const dated = 4096;

/** When a copy was made, from the beginning of it as it is stored: unpacking the rest takes a hundred times as long. */
function dateIn(begin: string): string | undefined {
  const text = gunzipSync(Buffer.from(begin, 'base64'), { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');
  return /[{,]"at":"([^"]+)"/.exec(text)?.[1];
}

/** Keeps what a person captured until they write a note with this link, which takes it over. Returns its size in bytes. */
export async function keepCaptured(redis: Redis, userId: string, url: string, copy: Copy): Promise<number> {
  const digest = linkDigest(url);
  if (digest === undefined) return 0;
  const stored = packed(copy);
  await redis.set(keys.captured(userId, digest), stored, { ex: waitSeconds });
  return stored.length;
}

const daySeconds = 24 * 60 * 60;
const formerSeconds = limits.binDays * daySeconds;

const put = writeScript({
  uses: [libraryChanged],
  keys: ['noteKey', 'copy', 'former'],
  args: ['authorId', 'link', 'packed', 'uuid', 'replaces'],
  returns: z.tuple([z.int(), z.string()]).nullable(),
  body: `
    local stored = redis.call('GET', noteKey)
    local note = stored and cjson.decode(stored)
    if not note or note.authorId ~= authorId or note.link ~= link then return false end
    if replaces == '' and redis.call('EXISTS', copy) == 1 then return false end
    checkLibrary(authorId)
    local grown = #packed
    -- Who reads the page once more on the same day got nothing better: the copy from before stays the former one.
    if redis.call('TTL', former) > ${formerSeconds - daySeconds} then
      grown = grown - redis.call('STRLEN', copy)
    elseif redis.call('EXISTS', copy) == 1 then
      grown = grown - redis.call('STRLEN', former)
      redis.call('RENAME', copy, former)
      redis.call('EXPIRE', former, ${formerSeconds})
    end
    redis.call('SET', copy, packed)
    libraryChanged(authorId, { uuid })
    return { grown, redis.call('GETRANGE', former, 0, ${dated - 1}) }
    `,
});

/**
 * Replaces a note's copy, and returns by how many bytes it is longer, and when the former copy was made, which can be
 * restored for 30 days. Undefined if the note is no longer the author's about this link, or has a copy and nothing
 * `replaces` it.
 */
export async function putCopy(
  redis: Redis,
  { uuid, authorId, url }: { uuid: string; authorId: string; url: string },
  copy: Copy,
  { replaces = true }: { replaces?: boolean } = {},
): Promise<{ grown: number; former: string | null } | undefined> {
  const done = await put(redis, {
    noteKey: keys.note(uuid),
    copy: keys.copy(uuid),
    former: keys.formerCopy(uuid),
    authorId,
    link: linkDigest(url) ?? '',
    packed: packed(copy),
    uuid,
    replaces: replaces ? 'yes' : '',
  });
  if (!done) return undefined;
  const [grown, former] = done;
  return { grown, former: former === '' ? null : (dateIn(former) ?? null) };
}

const swap = writeScript({
  uses: [libraryChanged],
  keys: ['noteKey', 'copy', 'former'],
  args: ['authorId', 'uuid', 'expected'],
  returns: z.int(),
  body: `
    local stored = redis.call('GET', noteKey)
    local note = stored and cjson.decode(stored)
    if not note or note.authorId ~= authorId or redis.call('STRLEN', former) == 0 then return 0 end
    if string.sub(redis.call('GETRANGE', former, 0, ${dated - 1}), 1, #expected) ~= expected then return 0 end
    checkLibrary(authorId)
    local replaced = redis.call('GET', copy)
    redis.call('RENAME', former, copy)
    redis.call('PERSIST', copy)
    -- A day less than when a page is read again: reading it once more keeps the copy that the person chose.
    if replaced then redis.call('SET', former, replaced, 'EX', ${formerSeconds - daySeconds}) end
    libraryChanged(authorId, { uuid })
    return 1
    `,
});

/**
 * Puts the former copy of a person's note in the place of its copy, which becomes the former one. With `madeAt`, only if
 * the former copy was made then. False if nothing was changed.
 */
export async function putFormerCopyBack(
  redis: Redis,
  { uuid, authorId, madeAt }: { uuid: string; authorId: string; madeAt: string | undefined },
): Promise<boolean> {
  const expected = madeAt === undefined ? '' : await readBegin(redis, uuid);
  if (madeAt !== undefined && (expected === '' || dateIn(expected) !== madeAt)) return false;
  const at = { noteKey: keys.note(uuid), copy: keys.copy(uuid), former: keys.formerCopy(uuid) };
  return (await swap(redis, { ...at, authorId, uuid, expected })) === 1;
}

const readBegin = async (redis: Redis, noteUuid: string) =>
  z.string().parse(await redis.getrange(keys.formerCopy(noteUuid), 0, dated - 1));

export async function readCopy(redis: Redis, noteUuid: string): Promise<Copy | undefined> {
  const stored = await redis.get(keys.copy(noteUuid));
  return stored === null ? undefined : StoredCopy.parse(stored);
}

/** When the former copy of a note was made, ISO 8601; null if there is none. */
export async function formerCopyAt(redis: Redis, noteUuid: string): Promise<string | null> {
  const begin = await readBegin(redis, noteUuid);
  return begin === '' ? null : (dateIn(begin) ?? null);
}

/** The facts of the articles in these notes' copies, and their reading times, by note; notes without a copy are left out. */
export async function copyFactsOf(redis: Redis, noteUuids: readonly string[]) {
  const stored = noteUuids.length === 0 ? [] : await redis.mget<(string | null)[]>(noteUuids.map(keys.copy));
  return new Map(
    noteUuids.flatMap((uuid, at) => {
      const copy = StoredCopy.safeParse(stored[at]);
      if (!copy.success) return [];
      const { facts, minutes, url } = copy.data;
      return [[uuid, { title: facts.title, author: facts.author, site: facts.site || hostOf(url), minutes }] as const];
    }),
  );
}

const readPacked = readScript({
  keys: ['...copies'],
  args: ['max'],
  returns: z.array(z.string().nullable()),
  body: `
    local found, size = {}, 0
    for at, name in ipairs(copies) do
      size = size + redis.call('STRLEN', name)
      if at > 1 and size > tonumber(max) then break end
      found[at] = redis.call('GET', name)
    end
    return found
    `,
});

/** The maximum number of packed characters of copies in one round trip; a larger copy comes alone. */
const copiesAtOnce = 4 * 2 ** 20;

/**
 * The copies of these notes in their order, as many in each round trip as fit; undefined for a note without one. One is
 * unpacked at a time.
 */
export async function* readCopies(redis: Redis, noteUuids: readonly string[]): AsyncGenerator<Copy | undefined, void> {
  for (let from = 0; from < noteUuids.length;) {
    const copies = noteUuids.slice(from).map(keys.copy);
    const found = await readPacked(redis, { copies, max: copiesAtOnce });
    for (const stored of found) yield stored === null ? undefined : StoredCopy.parse(stored);
    from += found.length;
  }
}
