import type { z } from 'zod';
import { keepingWhatItChanges } from './keeping.ts';
import type { Redis } from './redis.ts';
import { countsOnly } from './transport.ts';

/** Lua that scripts share: functions, with the keys and prefixes that they name. */
export interface LuaPart {
  uses?: readonly LuaPart[];
  /** Keys that are always the same, by the names of their locals. They come in KEYS, and no caller gives them. */
  fixed?: Readonly<Record<string, string>>;
  /** The beginnings of keys whose ends are only known inside, by the names of their locals. */
  prefixes?: Readonly<Record<string, string>>;
  body: string;
}

/**
 * A part with what its caller gives, each the local of its name; `...name` at the end takes all the rest, as a list.
 * Numbers arrive as text.
 */
interface Declared<Key extends string, Arg extends string> extends LuaPart {
  keys?: readonly Key[];
  args?: readonly Arg[];
}

type Named<Name extends string, Value> = {
  [Each in Name as Each extends `...${infer Rest}` ? Rest : Each]: Each extends `...${string}`
    ? readonly Value[]
    : Value;
};
type Input<Key extends string, Arg extends string> = Named<Key, string> & Named<Arg, string | number>;

/** A function of Lua with its arguments by name; `pack` lists what it is called with. */
export function luaFunction<const Arg extends string>(
  name: string,
  { args, body, ...part }: LuaPart & { args: readonly Arg[] },
) {
  const lua = `local function ${name}(${args.join(', ')}) ${body} end`;
  const pack = (input: Input<never, Arg>) => listed({ args, body }, input).args;
  return { part: { ...part, body: lua } satisfies LuaPart, pack };
}

/** Lua for a key whose ids are expressions of Lua: `luaKey(keys.threadTimes, 'note.uuid')`. */
export function luaKey<Ids extends readonly string[]>(key: (...ids: Ids) => string, ...expressions: NoInfer<Ids>) {
  const [first = '', ...rest] = key(...(expressions.map(() => '|') as readonly string[] as Ids)).split('|');
  return rest.reduce((lua, text, at) => `${lua} .. ${expressions[at]}${text && ` .. '${text}'`}`, `'${first}'`);
}

/**
 * The whole Lua of a script. All before its own is on one line, so that errors name its own lines. Parts come before
 * what the caller gives, which they cannot name.
 */
export function bundle({ keys = [], args = [], ...script }: Declared<string, string>): string {
  const { parts, fixed, prefixes } = collected(script);
  const own = Object.keys(fixed);
  const begun = Object.entries(prefixes).map(([name, prefix]) => `local ${name} = '${prefix}'`);
  const shared = parts.map(({ body }) => body.trim().replace(/\s*\n\s*/g, ' '));
  const given = [locals('KEYS', keys, own.length), locals('ARGV', args)];
  return [...begun, locals('KEYS', own), ...shared, ...given, script.body].filter(Boolean).join(' ');
}

/** The keys that no caller of a script gives, in the order in which they come before the others. */
function fixedKeys(script: LuaPart): string[] {
  return Object.values(collected(script).fixed);
}

/**
 * What the database gets of a call: its keys in the order of their declaration, the fixed ones first, and its arguments.
 * Who calls often gives `fixed`, which is the same each time.
 */
export function flatten<Key extends string, Arg extends string>(
  script: Declared<Key, Arg>,
  input: Input<Key, Arg>,
  fixed: readonly string[] = fixedKeys(script),
) {
  const { keys, args } = listed(script, input);
  return { keys: [...fixed, ...keys], args };
}

function listed<Key extends string, Arg extends string>(
  { keys = [], args = [] }: Declared<Key, Arg>,
  input: Input<Key, Arg>,
): { keys: string[]; args: string[] } {
  const given = input as Readonly<Record<string, string | number | readonly (string | number)[]>>;
  const values = (names: readonly string[]) =>
    names.flatMap((name) => given[name.replace('...', '')] ?? missing(name)).map(String);
  return { keys: values(keys), args: values(args) };
}

function missing(name: string): never {
  throw new Error(`A script gets no ${name}.`);
}

/** Lua that gives a list's elements after the first `skipped` their names. */
function locals(from: string, names: readonly string[], skipped = 0): string {
  const rest = names.at(-1)?.startsWith('...') ? names.at(-1)?.slice(3) : undefined;
  const single = rest === undefined ? names : names.slice(0, -1);
  const end = skipped + single.length;
  const lines = single.length > 0 ? [`local ${single.join(', ')} = unpack(${from}, ${skipped + 1}, ${end})`] : [];
  if (rest !== undefined && end === 0) lines.push(`local ${rest} = ${from}`);
  if (rest !== undefined && end > 0)
    lines.push(`local ${rest} = {} for i = ${end + 1}, #${from} do ${rest}[i - ${end}] = ${from}[i] end`);
  return lines.join(' ');
}

/** A script's parts, each once and after those that it uses, and all that they name. */
function collected(script: LuaPart) {
  const parts = new Set<LuaPart>();
  const add = (part: LuaPart) => {
    if (parts.has(part)) return;
    part.uses?.forEach(add);
    parts.add(part);
  };
  script.uses?.forEach(add);
  const all = [...parts, script];
  return { parts: [...parts], fixed: joined(all, 'fixed'), prefixes: joined(all, 'prefixes') };
}

function joined(parts: readonly LuaPart[], what: 'fixed' | 'prefixes'): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part[what] ?? {}))) {
    if ((all[name] ?? value) !== value) throw new Error(`Scripts call both ${all[name]} and ${value} ${name}.`);
    all[name] = value;
  }
  return all;
}

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
