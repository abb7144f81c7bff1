import type { z } from 'zod';
import { keepingWhatItChanges } from './keeping.ts';
import { bundle, fixedKeys, flatten, type Declared, type Input } from './script-text.ts';
import type { Redis } from './redis.ts';
import { countsOnly } from './transport.ts';

/**
 * A script's declaration: what `Declared` says, what it replies (a schema), and its Lua. One that writes nothing but what it
 * counts may be repeated when the connection breaks.
 */
type Script<Key extends string, Arg extends string, Reply> = Declared<Key, Arg> & {
  returns: z.ZodType<Reply>;
  countsOnly?: true;
};
type Run<Key extends string, Arg extends string, Reply> = (redis: Redis, input: Input<Key, Arg>) => Promise<Reply>;

/**
 * A Lua script as a function of an object that names its keys and arguments. Redis runs a script as a whole, with nothing
 * else in between, so each operation that checks and writes is one script, and every script makes all its checks before
 * its first write: what can fail, fails before anything has changed. Sent by its digest, and in full only to a database
 * that does not know it yet.
 *
 * Keys are declared wherever the caller knows them. Where only the stored value tells (the tags that a note had, the
 * author that it has), the script appends the id to a prefix: right on one Redis and on Upstash, whose databases are not
 * sharded by key, and wrong on a Redis Cluster.
 */
export function writeScript<const Key extends string = never, const Arg extends string = never, Reply = unknown>(
  script: Script<Key, Arg, Reply>,
): Run<Key, Arg, Reply> {
  const lua = keepingWhatItChanges(registered(script));
  if (script.countsOnly) countsOnly(lua);
  return bound((redis) => redis.createScript(lua), script);
}

/** A script that writes nothing: Redis enforces it, and the call may be repeated when the connection breaks. */
export function readScript<const Key extends string = never, const Arg extends string = never, Reply = unknown>(
  script: Script<Key, Arg, Reply>,
): Run<Key, Arg, Reply> {
  const lua = registered(script);
  return bound((redis) => redis.createScript(lua, { readonly: true }), script);
}

/** The Lua of every script that has been declared, which the tests lint. */
export const declaredScripts: string[] = [];

function registered(script: Declared<string, string>): string {
  const lua = bundle(script);
  declaredScripts.push(lua);
  return lua;
}

type Bound = { exec(keys: string[], args: string[]): Promise<unknown> };

/** The library digests a script once for each object it makes, so they are kept for as long as their client. */
function bound<Key extends string, Arg extends string, Reply>(
  create: (redis: Redis) => Bound,
  script: Script<Key, Arg, Reply>,
): Run<Key, Arg, Reply> {
  const scripts = new WeakMap<Redis, Bound>();
  const fixed = fixedKeys(script);
  return async (redis, input) => {
    const made = scripts.get(redis) ?? create(redis);
    scripts.set(redis, made);
    const { keys, args } = flatten(script, input, fixed);
    return script.returns.parse(await made.exec(keys, args));
  };
}
