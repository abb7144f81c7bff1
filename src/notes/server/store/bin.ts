import * as z from 'zod';
import type { DeletedNote, Note } from '../../model/note.ts';
import { inBatches } from '../../../platform/server/store/stored.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript, luaKey } from '../../../platform/server/store/script.ts';
import { placeAfter } from '../../../platform/server/store/script-parts.ts';
import { forgetNote, takeFromBin } from './note-belongings.ts';
import { StoredLiveNote, StoredNote, withoutText } from './note-parts.ts';
import { inParts } from '../../../platform/model/parts.ts';

const list = readScript({
  uses: [placeAfter, withoutText],
  keys: ['bin'],
  args: ['max', 'score', 'last'],
  returns: z.tuple([z.string(), z.string(), z.int(), z.array(StoredLiveNote), z.array(z.int())]),
  body: `
    local limit, start = tonumber(max), placeAfter(bin, score, last)
    local found = redis.call('ZREVRANGE', bin, start, start + limit, 'WITHSCORES')
    local notes, times = {}, {}
    for i = 1, math.min(limit, #found / 2) do
      local json = redis.call('GET', ${luaKey(keys.binned, 'found[i * 2 - 1]')})
      if json then
        table.insert(notes, withoutText(json))
        table.insert(times, tonumber(found[i * 2]))
      end
    end
    local ends = #found / 2 > limit and { found[limit * 2], found[limit * 2 - 1] } or { '', '' }
    return { ends[1], ends[2], redis.call('ZCARD', bin), notes, times }
    `,
});

/**
 * A page of a person's bin, last deleted first, without the texts, since two hundred may be 40 MB. `deletedAt` is in
 * milliseconds; `next` as in `listNotes`.
 */
export async function listBin(
  redis: Redis,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ total: number; binned: { note: Omit<Note, 'body'>; deletedAt: number }[]; next: string | null }> {
  const [score = '', last = ''] = cursor?.split('_') ?? [];
  const [endScore, endUuid, total, notes, times] = await list(redis, {
    bin: keys.bin(userId),
    max: limit,
    score,
    last,
  });
  return {
    total,
    binned: notes.map((note, at) => ({ note, deletedAt: times[at] ?? 0 })),
    next: endUuid === '' ? null : `${endScore}_${endUuid}`,
  };
}

const Dated = z
  .array(z.string())
  .transform((flat) => flat.flatMap((uuid, at) => (at % 2 === 0 ? [{ uuid, deletedAt: Number(flat[at + 1]) }] : [])));

/** The uuids of the notes in a person's bin. */
export async function binnedIds(redis: Redis, userId: string): Promise<string[]> {
  return z.array(z.string()).parse(await redis.zrange(keys.bin(userId), 0, -1));
}

/** A person's whole bin, last deleted first, two hundred notes per round trip; `deletedAt` in milliseconds. */
export async function* wholeBin(redis: Redis, userId: string): AsyncGenerator<{ note: Note; deletedAt: number }, void> {
  const all = Dated.parse(await redis.zrange(keys.bin(userId), 0, -1, { rev: true, withScores: true }));
  for (const some of inParts(all, keptAtOnce)) {
    const notes = await inBatches(
      redis,
      some.map(({ uuid }) => keys.binned(uuid)),
      StoredLiveNote,
    );
    for (const [at, { deletedAt }] of some.entries()) if (notes[at]) yield { note: notes[at], deletedAt };
  }
}

const keptAtOnce = 200;

const read = readScript({
  keys: ['noteKey', 'binnedKey'],
  returns: z.tuple([StoredNote.nullable(), StoredLiveNote.nullable()]),
  body: `return { redis.call('GET', noteKey), redis.call('GET', binnedKey) }`,
});

/** What is stored under a note's key, and the note as the bin keeps it, if it does. */
export async function readBinned(
  redis: Redis,
  uuid: string,
): Promise<{ stored: Note | DeletedNote | undefined; binned: Note | undefined }> {
  const [stored, binned] = await read(redis, { noteKey: keys.note(uuid), binnedKey: keys.binned(uuid) });
  return { stored: stored ?? undefined, binned: binned ?? undefined };
}

/** Deletes these notes of a bin for good. An entry that is in the bin by mistake is only removed from it. */
const empty = writeScript({
  uses: [takeFromBin, forgetNote],
  keys: ['bin'],
  fixed: { bins: keys.bins },
  args: ['...uuids'],
  returns: z.int(),
  body: `
    local emptied = 0
    for _, uuid in ipairs(uuids) do
      local key = ${luaKey(keys.note, 'uuid')}
      local json = redis.call('GET', key)
      local note = json and cjson.decode(json)
      if note and note.binned then
        note.binned = nil
        redis.call('SET', key, cjson.encode(note))
        takeFromBin(note)
        forgetNote(note)
        emptied = emptied + 1
      else
        redis.call('ZREM', bins, uuid)
        redis.call('ZREM', bin, uuid)
      end
    end
    return emptied
    `,
});

const Ids = z.array(z.string());
/** How many notes one script deletes for good, and how many scripts run in one round trip. */
const [atOnce, scripts] = [20, 10];

/** Deletes one note of the bin for good. False if the bin no longer has it. */
export async function emptyOne(redis: Redis, uuid: string): Promise<boolean> {
  return (await empty(redis, { bin: keys.bins, uuids: [uuid] })) === 1;
}

/**
 * Deletes for good what was deleted up to `until` from a person's bin, or from everyone's, oldest first, as long as
 * `mayGoOn` allows. Returns how many notes were deleted, and whether none are left.
 */
export async function emptyBin(
  redis: Redis,
  { userId, until }: { userId?: string; until?: Date },
  mayGoOn: () => boolean,
): Promise<{ emptied: number; isDone: boolean }> {
  const bin = userId === undefined ? keys.bins : keys.bin(userId);
  let emptied = 0;
  while (mayGoOn()) {
    const range = [0, until?.getTime() ?? '+inf', { byScore: true, offset: 0, count: atOnce * scripts }] as const;
    const uuids = Ids.parse(await redis.zrange(bin, ...range));
    if (uuids.length === 0) return { emptied, isDone: true };
    // Others may empty it at the same time; what they deleted is not counted here.
    const counts = await Promise.all(inParts(uuids, atOnce).map((part) => empty(redis, { bin, uuids: part })));
    emptied += counts.reduce((sum, count) => sum + count, 0);
  }
  return { emptied, isDone: false };
}
