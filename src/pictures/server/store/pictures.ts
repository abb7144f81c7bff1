import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import type { PictureKind } from '../../model/addresses.ts';
import { PagePictures } from '../../model/picture.ts';

/** What is known of a picture: bytes of all its files, and the measures of the largest. */
export type Facts = { bytes: number; width: number; height: number };

/**
 * `kept`: its files are there. `removing`: they are about to go, since nobody shows it. `refused`: a moderator removed it,
 * and it does not come back.
 */
const State = z.enum(['kept', 'removing', 'refused']);
type State = z.infer<typeof State>;

/** What is shown is looked after so often; the pictures of a captured page wait as long for the note that it is for. */
const dayMs = 24 * 60 * 60_000;
/** How long a picture stays though nobody shows it yet: one for a text as long as a device keeps that before it asks. */
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

/** What names of pictures are digested with: made once, and kept with what it names. */
export async function pictureSecret(redis: Redis): Promise<string> {
  const known = await redis.get<string>(keys.pictureSecret);
  // Numerals alone would come back as a number.
  return known ?? secret(redis, { secretKey: keys.pictureSecret, made: `k${randomBytes(32).toString('hex')}` });
}

/**
 * `holdPictures(names, holder)` writes down who shows pictures, and gives those that may be shown: a moderator may have
 * removed one meanwhile, and what nobody knows is only a text that looks like it.
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
 * What is known of a picture, kept for the time of grace from now on; undefined where nobody has seen it. `facts`: of its
 * files, once they are there; `holder`: who is about to show it, which is written down.
 */
export async function meetPicture(
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

/** Writes down who is about to show pictures (`note:{uuid}`, `user:{id}`, `draft:{userId}:{id}`); gives those that may be. */
export async function holdPictures(redis: Redis, names: readonly string[], holder: string): Promise<string[]> {
  return names.length === 0 ? [] : hold(redis, { holder, names: [...names] });
}

/** Keeps the pictures of a page that a person captured until they write their note of it. `digest`: of its link. */
export async function keepPictured(redis: Redis, userId: string, digest: string, pictures: PagePictures) {
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

/** The pictures that a page has for this person, and which of them `holder` may show, which is written down. */
export async function holdPictured(
  redis: Redis,
  { userId, digest, holder }: { userId: string; digest: string; holder: string },
): Promise<{ pictures: PagePictures; held: string[] } | undefined> {
  const [pictures, held] = (await holdThose(redis, { pictured: keys.pictured(userId, digest), holder })) ?? [];
  return pictures && held && { pictures, held };
}

/** Pictures that are to be looked after, the longest due first. */
export function duePictures(redis: Redis, now: Date, max: number): Promise<string[]> {
  return redis.zrange<string[]>(keys.picturesDue, '-inf', now.getTime(), { byScore: true, offset: 0, count: max });
}

/** Has a picture that somebody shows no longer looked after by the next sweep. */
export async function lookSoon(redis: Redis, name: string | undefined): Promise<void> {
  if (name !== undefined) await redis.zadd(keys.picturesDue, { xx: true }, { score: 0, member: name });
}

/** Holders are looked at so many at a time: each may have a long text, and a site's icon may have very many. */
const lookedAtOnce = 20;

/**
 * A name of 32 digits is found in a record only where it is shown, or where somebody wrote it down: it stays then too.
 * What a note showed in a revision that is kept may come back with it.
 */
const look = writeScript({
  keys: ['picture', 'due', 'holdersKey'],
  args: ['name', 'again'],
  prefixes: {
    notes: keys.note(''),
    binned: keys.binned(''),
    revisions: keys.revisions(''),
    users: keys.user(''),
    drafts: keys.drafts(''),
  },
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
      if kind == 'user' then return isIn(redis.call('GET', users .. id)) end
      if kind == 'draft' then
        local person, draft = string.match(id, '^(.+):(.+)$')
        return isIn(redis.call('HGET', drafts .. person, draft))
      end
      if isIn(redis.call('GET', notes .. id)) or isIn(redis.call('GET', binned .. id)) then return true end
      for _, earlier in ipairs(redis.call('LRANGE', revisions .. id, 0, -1)) do
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
 * Looks after a picture. `removing`: nobody shows it any more, so its files are to be removed; from then on nobody is given
 * it. `refused`: somebody still shows what a moderator removed. Ends earlier where `mayGoOn` says so (`more`); the next
 * sweep goes on with the holders that are left.
 */
export async function lookAfter(
  redis: Redis,
  name: string,
  now: Date,
  mayGoOn: () => boolean,
): Promise<'kept' | 'removing' | 'refused' | 'more'> {
  const asked = {
    picture: keys.picture(name),
    due: keys.picturesDue,
    holdersKey: keys.pictureHolders(name),
    name,
    again: now.getTime() + dayMs,
  };
  let state = await look(redis, asked);
  while (state === 'more' && mayGoOn()) state = await look(redis, asked);
  return state;
}

/** Forgets a picture whose files are gone. */
export async function forgetPicture(redis: Redis, name: string): Promise<void> {
  await redis.multi().del(keys.picture(name), keys.pictureHolders(name)).zrem(keys.picturesDue, name).exec();
}

/** Lets a picture never be taken in again. Sweeps look at it until nobody shows it. */
export async function refusePicture(redis: Redis, name: string): Promise<void> {
  const due = { score: 0, member: name };
  await redis.multi().hset(keys.picture(name), { state: 'refused' }).zadd(keys.picturesDue, due).exec();
}

/** Some of those who show a picture, or did. */
export async function holdersOf(redis: Redis, name: string): Promise<string[]> {
  return (await redis.srandmember<string[]>(keys.pictureHolders(name), lookedAtOnce)) ?? [];
}

/** Writes down that these show a picture no more. */
export async function letGo(redis: Redis, name: string, holders: readonly string[]): Promise<void> {
  const [first, ...others] = holders;
  if (first !== undefined) await redis.srem(keys.pictureHolders(name), first, ...others);
}
