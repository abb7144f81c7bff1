import { z } from 'zod';
import { fanOutLine, followLimits, FollowKind, MuteKind, sourceName } from '../../model/follow.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';

/** `full`: the person follows (mutes) as much as anyone may. */
export type Chosen = { ok: true } | { ok: false; reason: 'full' };

/** KEYS follows, followers, large sources. ARGV source, user, now, the most follows, the line. */
const follow = numberedWrite(
  `
  if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 'ok' end
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 'full' end
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
  -- It stays large when followers leave: what was not written into inboxes is fetched for good.
  if redis.call('ZCARD', KEYS[2]) > tonumber(ARGV[5]) then redis.call('SADD', KEYS[3], ARGV[1]) end
  return 'ok'
  `,
  z.enum(['ok', 'full']),
);

/** KEYS follows, followers. ARGV source, user. */
const unfollow = numberedWrite(
  `
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[2])
  return 'ok'
  `,
  z.literal('ok'),
);

/** KEYS mutes. ARGV what is muted, now, the most mutes. */
const mute = numberedWrite(
  `
  if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 'ok' end
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 'full' end
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
  return 'ok'
  `,
  z.enum(['ok', 'full']),
);

/** Follows `id`: a user id, a tag or a note's uuid. Following again changes nothing. */
export async function followSource(
  redis: Redis,
  userId: string,
  { kind, id }: { kind: FollowKind; id: string },
  now: Date,
  line = fanOutLine,
): Promise<Chosen> {
  const source = sourceName(kind, id);
  const names = [keys.follows(userId), keys.followers(source), keys.largeSources];
  const outcome = await follow(redis, names, [source, userId, now.getTime(), followLimits.follows, line]);
  return outcome === 'ok' ? { ok: true } : { ok: false, reason: outcome };
}

export async function unfollowSource(
  redis: Redis,
  userId: string,
  of: { kind: FollowKind; id: string },
): Promise<void> {
  const source = sourceName(of.kind, of.id);
  await unfollow(redis, [keys.follows(userId), keys.followers(source)], [source, userId]);
}

/** Mutes `id`: a user id, a tag or a host. */
export async function muteSource(
  redis: Redis,
  userId: string,
  { kind, id }: { kind: MuteKind; id: string },
  now: Date,
): Promise<Chosen> {
  const outcome = await mute(redis, [keys.mutes(userId)], [sourceName(kind, id), now.getTime(), followLimits.mutes]);
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

/** One thing that is followed or muted; `since` ISO 8601. */
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

const newestFirst = { rev: true, withScores: true } as const;

/** What a person follows, the newest first. */
export async function listFollows(redis: Redis, userId: string): Promise<Choice<FollowKind>[]> {
  return choices(FollowKind).parse(await redis.zrange(keys.follows(userId), 0, -1, newestFirst));
}

/** What a person mutes, the newest first. */
export async function listMutes(redis: Redis, userId: string): Promise<Choice<MuteKind>[]> {
  return choices(MuteKind).parse(await redis.zrange(keys.mutes(userId), 0, -1, newestFirst));
}
