import type { Redis } from '../../platform/server/store/redis.ts';
import * as z from 'zod';
import { keys } from '../../platform/server/store/keys.ts';
import { StoredNote, sameDigest } from '../../notes/server/store/note-parts.ts';
import { writeScript, luaKey } from '../../platform/server/store/script.ts';
import { indexNote, rankNote } from '../../notes/server/store/note-indexes.ts';
import { namesOf } from '../../notes/server/store/write-note.ts';
import { libraryChanged } from '../../notes/server/store/library-changes.ts';
import { inBatches } from '../../platform/server/store/stored.ts';
import { likenessOf, updateLikeness } from '../../people/server/store/likeness.ts';
import { recordPersonChange } from '../../platform/server/store/script-parts.ts';
import { readUsers } from '../../people/server/store/users.ts';

const listLooks = writeScript({
  uses: [updateLikeness, recordPersonChange],
  args: ['id', 'createdAt', '...looks'],
  returns: z.literal([0, 1]),
  body: `
    local user, known = ${luaKey(keys.user, 'id')}, ${luaKey(keys.userAlike, 'id')}
    if redis.call('EXISTS', user) == 0 or redis.call('EXISTS', known) == 1 then return 0 end
    for _, each in ipairs(updateLikeness(id, looks, createdAt, false)) do recordPersonChange(each) end
    return 1
    `,
});

const peopleAtOnce = 100;

/**
 * Lists people by the likenesses of their names, from the time they joined; the cursor is the last handle. People who have
 * changed their names meanwhile are already listed, and are skipped.
 */
export async function listLikeness(redis: Redis, cursor: string | null): Promise<string | null> {
  const from = cursor === null ? '-' : (`(${cursor}` as const);
  const handles = z
    .array(z.string())
    .parse(await redis.zrange(keys.handles, from, '+', { byLex: true, offset: 0, count: peopleAtOnce }));
  const ids = await inBatches(redis, handles.map(keys.handle), z.string());
  for (const user of await readUsers(
    redis,
    ids.filter((id) => id !== undefined),
  )) {
    if (!user || user.deletedAt !== undefined) continue;
    await listLooks(redis, { id: user.id, createdAt: Date.parse(user.createdAt), looks: likenessOf(user) });
  }
  return handles.length < peopleAtOnce ? null : (handles.at(-1) ?? null);
}

const listLinks = writeScript({
  keys: ['note', 'authorLinks'],
  args: ['json', 'digest', 'uuid'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('GET', note) ~= json then return 0 end
    redis.call('SET', note, string.sub(json, 1, -2) .. ',"link":"' .. digest .. '"}')
    redis.call('ZADD', authorLinks, 0, digest .. ':' .. uuid)
    return 1
    `,
});

const atOnce = 100;
const Texts = z.array(z.string().nullable());

/**
 * Lists notes without a link by the digest of their text, like those with links; the cursor is that of the scan. A note that
 * is written meanwhile is listed by that write.
 */
async function listTexts(redis: Redis, cursor: string | null): Promise<string | null> {
  const [next, names] = await redis.scan(cursor ?? '0', { match: `${keys.note('')}*`, count: atOnce });
  const texts = names.length > 0 ? Texts.parse(await redis.mget(...names)) : [];
  for (const text of texts) {
    const note = text === null ? undefined : StoredNote.parse(text);
    if (text === null || !note || 'deletedAt' in note || note.url !== null || text.includes(',"link":"=')) continue;
    await listLinks(redis, {
      note: keys.note(note.uuid),
      authorLinks: keys.authorLinks(note.authorId),
      json: text,
      digest: sameDigest(note) ?? '',
      uuid: note.uuid,
    });
  }
  return next === '0' ? null : next;
}

const logLibrary = writeScript({
  uses: [libraryChanged],
  keys: ['authorNotes', 'reading', 'log'],
  args: ['userId', 'from', 'max'],
  returns: z.int(),
  body: `
    checkLibrary(userId)
    local missing, seen = {}, 0
    for _, index in ipairs({ authorNotes, reading }) do
      local uuids = redis.call('ZRANGE', index, from, from + max - 1)
      seen = math.max(seen, #uuids)
      for _, uuid in ipairs(uuids) do
        if not redis.call('ZSCORE', log, uuid) then table.insert(missing, uuid) end
      end
    end
    libraryChanged(userId, missing)
    return seen
    `,
});

const loggedAtOnce = 500;

/** Adds what each person has to their library's change log; the cursor is a handle and the number of its listed notes. */
async function logLibraries(redis: Redis, cursor: string | null): Promise<string | null> {
  const [handle, from = '0'] = cursor?.split(' ') ?? [];
  const reach = handle === undefined ? '-' : (`${from === '0' ? '(' : '['}${handle}` as const);
  const [next] = z
    .array(z.string())
    .parse(await redis.zrange(keys.handles, reach, '+', { byLex: true, offset: 0, count: 1 }));
  if (next === undefined) return null;
  const [userId] = await inBatches(redis, [keys.handle(next)], z.string());
  if (userId === undefined) return `${next} 0`;
  const rank = next === handle ? from : '0';
  const seen = await logLibrary(redis, {
    authorNotes: keys.authorNotes(userId),
    reading: keys.reading(userId),
    log: keys.libraryChanges(userId),
    userId,
    from: rank,
    max: loggedAtOnce,
  });
  return `${next} ${seen < loggedAtOnce ? 0 : Number(rank) + loggedAtOnce}`;
}

const listTags = writeScript({
  args: ['...names'],
  returns: z.null(),
  body: `
    for _, name in ipairs(names) do
      local note = cjson.decode(redis.call('GET', name) or '{}')
      for _, tag in ipairs(note.tags or {}) do
        redis.call('ZADD', ${luaKey(keys.authorTags, 'note.authorId')}, 0, tag .. ':' .. note.uuid)
      end
    end
    `,
});

/** Lists everyone's notes by tag; the cursor is that of the scan. Deleted notes are skipped. */
async function listOwnTags(redis: Redis, cursor: string | null): Promise<string | null> {
  const [next, names] = await redis.scan(cursor ?? '0', { match: `${keys.note('')}*`, count: atOnce });
  if (names.length > 0) await listTags(redis, { names });
  return next === '0' ? null : next;
}

const listNames = writeScript({
  uses: [indexNote],
  keys: ['note'],
  args: ['json', 'names'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('GET', note) ~= json then return 0 end
    local named = string.sub(json, 1, -2) .. ',' .. string.sub(names, 2)
    local _, taken = movesOf(false, cjson.decode(named))
    redis.call('SET', note, named)
    indexNote({}, taken)
    return 1
    `,
});

/** Lists notes by their titles and by what they link to. A note that is written meanwhile is listed by that write. */
async function listMentions(redis: Redis, cursor: string | null): Promise<string | null> {
  const [next, names] = await redis.scan(cursor ?? '0', { match: `${keys.note('')}*`, count: atOnce });
  const texts = names.length > 0 ? Texts.parse(await redis.mget(...names)) : [];
  for (const text of texts) {
    const note = text === null ? undefined : StoredNote.parse(text);
    if (text === null || !note || 'deletedAt' in note || text.includes(',"titleKey":"')) continue;
    await listNames(redis, { note: keys.note(note.uuid), json: text, names: JSON.stringify(namesOf(note)) });
  }
  return next === '0' ? null : next;
}

const listSaid = writeScript({
  uses: [libraryChanged],
  args: ['...names'],
  returns: z.null(),
  body: `
    for _, name in ipairs(names) do
      local comment = cjson.decode(redis.call('GET', name) or '{}')
      if comment.id and type(comment.deletedAt) ~= 'string' and not comment.hidden then
        checkLibrary(comment.authorId)
        local authors = ${luaKey(keys.threadAuthors, 'comment.noteUuid')}
        if redis.call('ZADD', authors, 0, comment.authorId .. ':' .. comment.id) == 1 then
          libraryChanged(comment.authorId, { comment.noteUuid })
        end
      end
    end
    `,
});

/** Lists comments by author in each thread, and logs them in the authors' libraries; the cursor is that of the scan. */
async function listAuthors(redis: Redis, cursor: string | null): Promise<string | null> {
  const [next, names] = await redis.scan(cursor ?? '0', { match: `${keys.comment('')}*`, count: atOnce });
  if (names.length > 0) await listSaid(redis, { names });
  return next === '0' ? null : next;
}

const uncountOwn = writeScript({
  uses: [rankNote],
  args: ['...names'],
  returns: z.null(),
  body: `
    for _, name in ipairs(names) do
      local note = cjson.decode(redis.call('GET', name) or '{}')
      local uuid, author = note.uuid, note.authorId
      if type(author) == 'string' then
        checkRanking('saves', uuid)
        if redis.call('SREM', ${luaKey(keys.savers, 'uuid')}, author) == 1 then rankNote('saves', uuid) end
      end
    end
    `,
});

/** Takes authors from among those who saved their note; the cursor is that of the scan. */
async function uncountOwnSaves(redis: Redis, cursor: string | null): Promise<string | null> {
  const [next, names] = await redis.scan(cursor ?? '0', { match: `${keys.note('')}*`, count: atOnce });
  if (names.length > 0) await uncountOwn(redis, { names });
  return next === '0' ? null : next;
}

/**
 * One step from the stored form of an earlier version to that of this one. It runs in batches while the site is in use: each
 * call handles a few keys (at most some hundred), and returns the cursor for the next call, or null at the end. A call may be
 * repeated with the same cursor after it was killed, and must then do no harm. Until the whole step is done, the code has to
 * handle both forms.
 */
export interface Migration {
  /** One more than the step before. */
  version: number;
  /** What it does, for the log. */
  name: string;
  run(redis: Redis, cursor: string | null): Promise<string | null>;
}

/** In order. A step that was ever deployed never changes. A store without any step has version 1. */
export const migrations: readonly Migration[] = [
  { version: 2, name: 'people are listed by what their names look like', run: listLikeness },
  { version: 3, name: 'texts are listed by what they say', run: listTexts },
  { version: 4, name: 'libraries have logs of their changes', run: logLibraries },
  { version: 5, name: 'people have their notes by tag', run: listOwnTags },
  { version: 6, name: 'notes are found by their titles and by what links to them', run: listMentions },
  { version: 7, name: 'threads have their comments by author', run: listAuthors },
  { version: 8, name: 'saves by authors are not counted', run: uncountOwnSaves },
];
