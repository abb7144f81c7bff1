import type { z } from 'zod';
import { keepingWhatItChanges } from './keeping.ts';
import type { Redis } from './redis.ts';

type Run<Reply> = (redis: Redis, keys: string[], args: (string | number)[]) => Promise<Reply>;

/**
 * A Lua script as a function. Redis runs a script as a whole, with nothing else in between, so each operation that
 * checks and writes is one script, and every script makes all its checks before its first write: what can fail,
 * fails before anything has changed. Sent by its digest, and in full only to a database that does not know it yet.
 *
 * Keys are declared in KEYS wherever the caller knows them. Where only the stored value tells (the tags that a note
 * had, the author that it has), the script appends the id to a prefix from keys.ts: right on one Redis and on
 * Upstash, whose databases are not sharded by key, and wrong on a Redis Cluster.
 */
export function writeScript<Reply>(lua: string, reply: z.ZodType<Reply>): Run<Reply> {
  return bound((redis) => redis.createScript(keepingWhatItChanges(lua)), reply);
}

/** A script that writes nothing: Redis enforces it, and the call may be repeated when the connection breaks. */
export function readScript<Reply>(lua: string, reply: z.ZodType<Reply>): Run<Reply> {
  return bound((redis) => redis.createScript(lua, { readonly: true }), reply);
}

type Bound = { exec(keys: string[], args: string[]): Promise<unknown> };

/** The library digests a script once for each object it makes, so they are kept for as long as their client. */
function bound<Reply>(create: (redis: Redis) => Bound, reply: z.ZodType<Reply>): Run<Reply> {
  const scripts = new WeakMap<Redis, Bound>();
  return async (redis, keys, args) => {
    const script = scripts.get(redis) ?? create(redis);
    scripts.set(redis, script);
    return reply.parse(await script.exec(keys, args.map(String)));
  };
}
