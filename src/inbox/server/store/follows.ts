import * as z from 'zod';
import { fanOutLine, followLimits, FollowKind, MuteKind, sourceName } from '../../model/follow.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript, writeScript } from '../../../platform/server/store/script.ts';
import type { User } from '../../../people/model/user.ts';
import { StoredUser } from '../../../people/server/store/users.ts';

/** `full`: the person already follows (or mutes) the maximum. */
export type FollowResult = { ok: true } | { ok: false; reason: 'full' };

const follow = writeScript({
  keys: ['follows', 'followers'],
  fixed: { large: keys.largeSources },
  args: ['source', 'user', 'now', 'max', 'line'],
  returns: z.enum(['ok', 'full']),
  body: `
    if redis.call('ZSCORE', follows, source) then return 'ok' end
    if redis.call('ZCARD', follows) >= tonumber(max) then return 'full' end
    redis.call('ZADD', follows, now, source)
    redis.call('ZADD', followers, now, user)
    -- It stays large when followers leave: what was not written into inboxes is fetched for good.
    if redis.call('ZCARD', followers) > tonumber(line) then redis.call('SADD', large, source) end
    return 'ok'
    `,
});

const unfollow = writeScript({
  keys: ['follows', 'followers'],
  args: ['source', 'user'],
  returns: z.literal('ok'),
  body: `
    redis.call('ZREM', follows, source)
    redis.call('ZREM', followers, user)
    return 'ok'
    `,
});

const mute = writeScript({
  keys: ['mutes'],
  args: ['source', 'now', 'max'],
  returns: z.enum(['ok', 'full']),
  body: `
    if redis.call('ZSCORE', mutes, source) then return 'ok' end
    if redis.call('ZCARD', mutes) >= tonumber(max) then return 'full' end
    redis.call('ZADD', mutes, now, source)
    return 'ok'
    `,
});

/** Follows `id`: a user id, a tag or a note's uuid. Following again changes nothing. */
export async function followSource(
  redis: Redis,
  userId: string,
  { kind, id }: { kind: FollowKind; id: string },
  now: Date,
  line = fanOutLine,
): Promise<FollowResult> {
  const source = sourceName(kind, id);
  const outcome = await follow(redis, {
    follows: keys.follows(userId),
    followers: keys.followers(source),
    source,
    user: userId,
    now: now.getTime(),
    max: followLimits.follows,
    line,
  });
  return outcome === 'ok' ? { ok: true } : { ok: false, reason: outcome };
}

export async function unfollowSource(
  redis: Redis,
  userId: string,
  of: { kind: FollowKind; id: string },
): Promise<void> {
  const source = sourceName(of.kind, of.id);
  await unfollow(redis, { follows: keys.follows(userId), followers: keys.followers(source), source, user: userId });
}

/** Mutes `id`: a user id, a tag or a host. */
export async function muteSource(
  redis: Redis,
  userId: string,
  { kind, id }: { kind: MuteKind; id: string },
  now: Date,
): Promise<FollowResult> {
  const outcome = await mute(redis, {
    mutes: keys.mutes(userId),
    source: sourceName(kind, id),
    now: now.getTime(),
    max: followLimits.mutes,
  });
  return outcome === 'ok' ? { ok: true } : { ok: false, reason: outcome };
}

export async function unmuteSource(redis: Redis, userId: string, of: { kind: MuteKind; id: string }): Promise<void> {
  await redis.zrem(keys.mutes(userId), sourceName(of.kind, of.id));
}

export async function isFollowing(
  redis: Redis,
  userId: string,
  of: { kind: FollowKind; id: string },
): Promise<boolean> {
  return (await redis.zscore(keys.follows(userId), sourceName(of.kind, of.id))) !== null;
}

export async function isMuting(redis: Redis, userId: string, of: { kind: MuteKind; id: string }): Promise<boolean> {
  return (await redis.zscore(keys.mutes(userId), sourceName(of.kind, of.id))) !== null;
}

/** Something that is followed or muted; `since` ISO 8601. */
export type Choice<Kind> = { kind: Kind; id: string; since: string };

function choices<Kind extends z.ZodType<string>>(kinds: Kind) {
  return z.array(z.string()).transform((flat): Choice<z.output<Kind>>[] =>
    flat.flatMap((source, index) => {
      if (index % 2 === 1) return [];
      const colon = source.indexOf(':');
      const since = new Date(Number(flat[index + 1])).toISOString();
      return [{ kind: kinds.parse(source.slice(0, colon)), id: source.slice(colon + 1), since }];
    }),
  );
}

/** What a person follows, newest first. */
export async function listFollows(redis: Redis, userId: string): Promise<Choice<FollowKind>[]> {
  const found = await redis.zrange(keys.follows(userId), 0, -1, { rev: true, withScores: true });
  return choices(FollowKind).parse(found);
}

const mutesWithPeople = readScript({
  keys: ['mutes'],
  returns: z.tuple([choices(MuteKind), z.array(StoredUser)]),
  body: `
    local found, people = redis.call('ZREVRANGE', mutes, 0, -1, 'WITHSCORES'), {}
    for i = 1, #found, 2 do
      local id = string.match(found[i], '^person:(.*)$')
      local user = id and redis.call('GET', ${luaKey(keys.user, 'id')})
      if user then people[#people + 1] = user end
    end
    return { found, people }
    `,
});

/** What a person mutes, newest first, and the muted people, in one round trip. */
export function listMutes(redis: Redis, userId: string): Promise<[Choice<MuteKind>[], User[]]> {
  return mutesWithPeople(redis, { mutes: keys.mutes(userId) });
}
