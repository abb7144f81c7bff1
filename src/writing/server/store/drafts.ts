import * as z from 'zod';
import { maxTagRenames, StoredDraft } from '../../model/draft.ts';
import { picturesIn } from '../../../pictures/model/addresses.ts';
import { holding } from '../../../pictures/server/store/pictures.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

const Kept = jsonOf(StoredDraft);

/**
 * Refuses a draft that was changed elsewhere since, and returns that one. Stores it as new if the old one was published or
 * discarded meanwhile. Pictures in its text are kept as long as the draft, however late it is published.
 */
const put = writeScript({
  uses: [holding],
  keys: ['drafts'],
  args: ['id', 'version', 'json', 'max', 'holder', '...shows'],
  returns: z.union([
    z.tuple([z.literal('kept'), z.int()]),
    z.tuple([z.literal('full')]),
    z.tuple([z.literal('changed'), Kept]),
  ]),
  body: `
    local stored = redis.call('HGET', drafts, id)
    if stored and cjson.decode(stored).version ~= tonumber(version) - 1 then return { 'changed', stored } end
    if not stored and redis.call('HLEN', drafts) >= tonumber(max) then return { 'full' } end
    redis.call('HSET', drafts, id, json)
    holdPictures(shows, holder)
    return { 'kept', #json - #(stored or '') }
    `,
});

/** `grown`: how many bytes longer it is than the version before. */
export type DraftWriteResult =
  { ok: true; grown: number } | { ok: false; reason: 'full' } | { ok: false; reason: 'changed'; current: StoredDraft };

/** Stores the next version of a draft, unless another version was stored since, or the person has the maximum of drafts. */
export async function putDraft(redis: Redis, userId: string, draft: StoredDraft): Promise<DraftWriteResult> {
  const written = await put(redis, {
    drafts: keys.drafts(userId),
    id: draft.id,
    version: draft.version,
    json: toStored(draft),
    max: limits.drafts.count,
    holder: `draft:${userId}:${draft.id}`,
    shows: picturesIn(draft.fields.body),
  });
  if (written[0] === 'changed') return { ok: false, reason: 'changed', current: written[1] };
  return written[0] === 'kept' ? { ok: true, grown: written[1] } : { ok: false, reason: 'full' };
}

export async function readDraft(redis: Redis, userId: string, id: string): Promise<StoredDraft | undefined> {
  const stored = await redis.hget(keys.drafts(userId), id);
  return stored === null ? undefined : Kept.parse(stored);
}

/** All of a person's drafts, last stored first. */
export async function listDrafts(redis: Redis, userId: string): Promise<StoredDraft[]> {
  const stored = z.array(Kept).parse(await redis.hvals(keys.drafts(userId)));
  return stored.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
}

const drop = writeScript({
  keys: ['drafts'],
  args: ['id', 'version'],
  returns: z.literal([0, 1]),
  body: `
    local stored = version ~= '' and redis.call('HGET', drafts, id)
    local draft, renamed = stored and cjson.decode(stored) or { version = 0 }, {}
    for _, each in ipairs(draft.renamed or {}) do renamed[each.version] = true end
    for each = tonumber(version) or 0, draft.version - 1 do
      if not renamed[each] then return 0 end
    end
    return redis.call('HDEL', drafts, id)
    `,
});

/** Deletes a draft, unless it was changed elsewhere since this version by more than renamed tags. */
export async function dropDraft(redis: Redis, userId: string, id: string, version?: number): Promise<void> {
  await drop(redis, { drafts: keys.drafts(userId), id, version: version ?? '' });
}

const rewrite = writeScript({
  keys: ['drafts'],
  args: ['...changes'],
  returns: z.array(z.string()),
  body: `
    local done = {}
    for i = 1, #changes, 3 do
      local stored = redis.call('HGET', drafts, changes[i])
      if stored and cjson.decode(stored).version == tonumber(changes[i + 1]) then
        redis.call('HSET', drafts, changes[i], changes[i + 2])
        done[#done + 1] = changes[i]
      end
    end
    return done
    `,
});

/** How often drafts are changed again that were stored meanwhile. */
const tries = 4;

/**
 * Changes the tags of these drafts of a person by `change`; undefined leaves a draft as it is. A page with an older version
 * can still store it, since the versions before a renaming are remembered. A draft that was stored meanwhile is not
 * overwritten, but changed in turn.
 */
export async function rewriteDrafts(
  redis: Redis,
  { userId, drafts }: { userId: string; drafts: readonly StoredDraft[] },
  change: (draft: StoredDraft) => StoredDraft | undefined,
): Promise<{ before: StoredDraft; after: StoredDraft }[]> {
  const changed: { before: StoredDraft; after: StoredDraft }[] = [];
  let left = drafts;
  for (let time = 0; time < tries; time += 1) {
    const wanted = left.flatMap((before) => {
      const after = change(before);
      return after ? [{ before, after: nextOf(before, after) }] : [];
    });
    if (wanted.length === 0) break;
    const changes = wanted.flatMap(({ before, after }) => [before.id, before.version, toStored(after)]);
    const done = new Set(await rewrite(redis, { drafts: keys.drafts(userId), changes }));
    const overtaken = new Set(wanted.flatMap(({ after }) => (done.has(after.id) ? [] : [after.id])));
    changed.push(...wanted.filter(({ after }) => done.has(after.id)));
    if (overtaken.size === 0) break;
    left = (await listDrafts(redis, userId)).filter(({ id }) => overtaken.has(id));
  }
  return changed;
}

function nextOf({ version, fields, renamed = [] }: StoredDraft, after: StoredDraft): StoredDraft {
  const before = [...renamed, { version, tags: fields.tags }].slice(-maxTagRenames);
  return { ...after, version: version + 1, renamed: before };
}
