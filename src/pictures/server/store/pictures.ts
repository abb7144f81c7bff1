import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import type { PictureKind } from '../../model/addresses.ts';
import { PagePictures } from '../../model/picture.ts';

/** The metadata of a picture: the bytes of all its files, and the dimensions of the largest. */
export type Facts = { bytes: number; width: number; height: number };

/**
 * `kept`: its files are stored. `removing`: they are about to be deleted, since nothing shows it. `refused`: a moderator
 * removed it, and it is not taken in again.
 */
const State = z.enum(['kept', 'removing', 'refused']);
type State = z.infer<typeof State>;

/** How often a picture that is shown is checked, and how long the pictures of a captured page wait for its note. */
const dayMs = 24 * 60 * 60_000;
/** How long a picture stays before something shows it: one for a text, as long as a device keeps unsent texts. */
const graceMs = (kind: PictureKind) => (kind === 'text' ? 30 : 2) * dayMs;

const secret = writeScript({
  keys: ['secretKey'],
  args: ['made'],
  returns: z.string(),
  body: `
    redis.call('SET', secretKey, made, 'NX')
    return redis.call('GET', secretKey)
    `,
});

/** The secret with which names of pictures are digested: created once, and stored as long as the pictures. */
export async function pictureSecret(redis: Redis): Promise<string> {
  const known = await redis.get<string>(keys.pictureSecret);
  // A value of digits only would be returned as a number.
  return known ?? secret(redis, { secretKey: keys.pictureSecret, made: `k${randomBytes(32).toString('hex')}` });
}

/**
 * `holdPictures(names, holder)` records what shows pictures, and returns those that may be shown: a moderator may have
 * removed one meanwhile, and an unknown name is only a text that looks like one.
 */
export const holding: LuaPart = {
  body: `
    local function holdPictures(names, holder)
      local held = {}
      for _, name in ipairs(names) do
        local state = redis.call('HGET', ${luaKey(keys.picture, 'name')}, 'state')
        if state and state ~= 'refused' then
          redis.call('SADD', ${luaKey(keys.pictureHolders, 'name')}, holder)
          held[#held + 1] = name
        end
      end
      return held
    end
  `,
};

const meet = writeScript({
  uses: [holding],
  keys: ['picture', 'due'],
  args: ['name', 'at', 'bytes', 'width', 'height', 'holder'],
  returns: z.tuple([State, z.coerce.number(), z.coerce.number(), z.coerce.number()]).or(z.tuple([])),
  body: `
    local state = redis.call('HGET', picture, 'state')
    if not state and bytes == '' then return {} end
    if not state then
      redis.call('HSET', picture, 'state', 'kept', 'bytes', bytes, 'width', width, 'height', height)
    end
    if not state or state == 'kept' then redis.call('ZADD', due, 'GT', at, name) end
    if holder ~= '' then holdPictures({ name }, holder) end
    local facts = redis.call('HMGET', picture, 'state', 'bytes', 'width', 'height')
    return { facts[1], facts[2] or '0', facts[3] or '0', facts[4] or '0' }
    `,
});

/**
 * A picture's metadata, with a new grace period; undefined for an unknown one. `facts` describe its files, once they are
 * stored; `holder` is about to show it and is recorded.
 */
export async function touchPicture(
  redis: Redis,
  name: string,
  now: Date,
  { kind, facts, holder = '' }: { kind: PictureKind; facts?: Facts | undefined; holder?: string | undefined },
): Promise<(Facts & { state: State }) | undefined> {
  const [state, bytes = 0, width = 0, height = 0] = await meet(redis, {
    picture: keys.picture(name),
    due: keys.picturesDue,
    name,
    at: now.getTime() + graceMs(kind),
    bytes: facts?.bytes ?? '',
    width: facts?.width ?? '',
    height: facts?.height ?? '',
    holder,
  });
  return state && { state, bytes, width, height };
}

const hold = writeScript({
  uses: [holding],
  args: ['holder', '...names'],
  returns: z.array(z.string()),
  body: `return holdPictures(names, holder)`,
});

/**
 * Records what is about to show pictures (`note:{uuid}`, `user:{id}`, `draft:{userId}:{id}`); returns those that it may.
 */
export async function holdPictures(redis: Redis, names: readonly string[], holder: string): Promise<string[]> {
  return names.length === 0 ? [] : hold(redis, { holder, names: [...names] });
}

/** Stores the pictures of a captured page until the person writes their note about it. `digest` is that of its link. */
export async function storePagePictures(redis: Redis, userId: string, digest: string, pictures: PagePictures) {
  await redis.set(keys.pictured(userId, digest), JSON.stringify(pictures), { ex: dayMs / 1000 });
}

const holdThose = writeScript({
  uses: [holding],
  keys: ['pictured'],
  args: ['holder'],
  returns: z.tuple([jsonOf(PagePictures), z.array(z.string())]).nullable(),
  body: `
    local json = redis.call('GET', pictured)
    if not json then return false end
    local pictures, names = cjson.decode(json), {}
    if pictures.icon then names[#names + 1] = pictures.icon end
    if pictures.lead then names[#names + 1] = pictures.lead.name end
    return { json, holdPictures(names, holder) }
    `,
});

/** The pictures of a page for this person, and those of them that `holder` may show, which is recorded. */
export async function holdPagePictures(
  redis: Redis,
  { userId, digest, holder }: { userId: string; digest: string; holder: string },
): Promise<{ pictures: PagePictures; held: string[] } | undefined> {
  const [pictures, held] = (await holdThose(redis, { pictured: keys.pictured(userId, digest), holder })) ?? [];
  return pictures && held && { pictures, held };
}

/** Pictures that are due for a check, the longest due first. */
export function duePictures(redis: Redis, now: Date, max: number): Promise<string[]> {
  return redis.zrange<string[]>(keys.picturesDue, '-inf', now.getTime(), { byScore: true, offset: 0, count: max });
}

/** Makes a picture due for the next sweep, after something stopped showing it. */
export async function scheduleCheck(redis: Redis, name: string | undefined): Promise<void> {
  if (name !== undefined) await redis.zadd(keys.picturesDue, { xx: true }, { score: 0, member: name });
}

/** How many holders are checked at once: each may have a long text, and a site's icon may have very many. */
const lookedAtOnce = 20;

/**
 * If a holder's record contains the 32 digits of a name, the picture is shown or mentioned, and stays. A picture in a kept
 * revision of a note may come back with it.
 */
const look = writeScript({
  keys: ['picture', 'due', 'holdersKey'],
  args: ['name', 'again'],
  returns: z.enum(['kept', 'removing', 'refused', 'more']),
  body: `
    if redis.call('HGET', picture, 'state') == 'refused' then
      if redis.call('SCARD', holdersKey) > 0 then return 'refused' end
      redis.call('ZREM', due, name)
      return 'kept'
    end
    local function isIn(json) return json and string.find(json, name, 1, true) end
    local function isShownBy(holder)
      local kind, id = string.match(holder, '^(%a+):(.+)$')
      if kind == 'user' then return isIn(redis.call('GET', ${luaKey(keys.user, 'id')})) end
      if kind == 'draft' then
        local person, draft = string.match(id, '^(.+):(.+)$')
        return isIn(redis.call('HGET', ${luaKey(keys.drafts, 'person')}, draft))
      end
      if isIn(redis.call('GET', ${luaKey(keys.note, 'id')})) or isIn(redis.call('GET', ${luaKey(keys.binned, 'id')})) then return true end
      for _, earlier in ipairs(redis.call('LRANGE', ${luaKey(keys.revisions, 'id')}, 0, -1)) do
        if isIn(earlier) then return true end
      end
      return false
    end
    for _, holder in ipairs(redis.call('SRANDMEMBER', holdersKey, ${lookedAtOnce})) do
      if isShownBy(holder) then
        redis.call('ZADD', due, again, name)
        return 'kept'
      end
      redis.call('SREM', holdersKey, holder)
    end
    if redis.call('SCARD', holdersKey) > 0 then return 'more' end
    redis.call('HSET', picture, 'state', 'removing')
    return 'removing'
    `,
});

/**
 * Checks a picture. `removing`: nothing shows it any more, so its files have to be deleted; it is no longer served.
 * `refused`: something still shows a picture that a moderator removed. `more`: `mayGoOn` returned false; the next sweep
 * continues.
 */
export async function checkPicture(
  redis: Redis,
  name: string,
  now: Date,
  mayGoOn: () => boolean,
): Promise<'kept' | 'removing' | 'refused' | 'more'> {
  const argument = {
    picture: keys.picture(name),
    due: keys.picturesDue,
    holdersKey: keys.pictureHolders(name),
    name,
    again: now.getTime() + dayMs,
  };
  let state = await look(redis, argument);
  while (state === 'more' && mayGoOn()) state = await look(redis, argument);
  return state;
}

/** Deletes the record of a picture whose files are deleted. */
export async function forgetPicture(redis: Redis, name: string): Promise<void> {
  await redis.multi().del(keys.picture(name), keys.pictureHolders(name)).zrem(keys.picturesDue, name).exec();
}

/** Makes sure that a picture is never taken in again. Sweeps check it until nothing shows it. */
export async function refusePicture(redis: Redis, name: string): Promise<void> {
  const due = { score: 0, member: name };
  await redis.multi().hset(keys.picture(name), { state: 'refused' }).zadd(keys.picturesDue, due).exec();
}

/** Some of the recorded holders of a picture. */
export async function holdersOf(redis: Redis, name: string): Promise<string[]> {
  return (await redis.srandmember<string[]>(keys.pictureHolders(name), lookedAtOnce)) ?? [];
}

/** Records that these no longer show a picture. */
export async function releasePicture(redis: Redis, name: string, holders: readonly string[]): Promise<void> {
  const [first, ...others] = holders;
  if (first !== undefined) await redis.srem(keys.pictureHolders(name), first, ...others);
}
