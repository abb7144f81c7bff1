import type * as z from 'zod';
import { copyOnWriteScript } from './copy-on-write.ts';
import type { Redis } from './redis.ts';
import { countsOnly } from './transport.ts';

/** Lua that scripts share: functions, with the keys that they name. */
export interface LuaPart {
  uses?: readonly LuaPart[];
  /** Constant keys, by the names of their Lua locals. They are part of KEYS, but no caller passes them. */
  fixed?: Readonly<Record<string, string>>;
  body: string;
}

/**
 * A part with the keys and arguments that its caller passes, each of which becomes a local of that name. A last one named
 * `...name` takes all remaining values as a list. Numbers arrive as text.
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
 * The complete Lua of a script. Everything before its own body is on one line, so that the line numbers of errors are
 * those of the body; comments of parts are dropped. Parts come before the caller's keys and arguments, so that they cannot
 * use them by name.
 */
export function bundle({ keys = [], args = [], ...script }: Declared<string, string>): string {
  const { parts, fixed } = collected(script);
  const fixedNames = Object.keys(fixed);
  const shared = parts.map(({ body }) =>
    body
      .replace(/^\s*--.*$/gm, '')
      .trim()
      .replace(/\s*\n\s*/g, ' '),
  );
  const inputLocals = [locals('KEYS', keys, fixedNames.length), locals('ARGV', args)];
  return [locals('KEYS', fixedNames), ...shared, ...inputLocals, script.body].filter(Boolean).join(' ');
}

/** A script's constant keys, in the order in which they precede the caller's. */
function fixedKeys(script: LuaPart): string[] {
  return Object.values(collected(script).fixed);
}

/**
 * The KEYS and ARGV of a call: constant keys first, then the caller's, in the order of their declaration. A caller that
 * runs a script often passes `fixed`, which is the same each time.
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

/** Lua that assigns a list's elements, after the first `skipped`, to locals of these names. */
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

/** A script's parts, each once and after those that it uses, with all their constant keys. */
function collected(script: LuaPart) {
  const parts = new Set<LuaPart>();
  const add = (part: LuaPart) => {
    if (parts.has(part)) return;
    part.uses?.forEach(add);
    parts.add(part);
  };
  script.uses?.forEach(add);
  const fixed: Record<string, string> = {};
  for (const [name, value] of [...parts, script].flatMap((part) => Object.entries(part.fixed ?? {}))) {
    if ((fixed[name] ?? value) !== value) throw new Error(`Scripts call both ${fixed[name]} and ${value} ${name}.`);
    fixed[name] = value;
  }
  return { parts: [...parts], fixed };
}

/**
 * A script's declaration: its keys and arguments, its Lua, and the schema of its reply. One that writes nothing but
 * counters may be repeated when the connection breaks.
 */
type Script<Key extends string, Arg extends string, Reply> = Declared<Key, Arg> & {
  returns: z.ZodType<Reply>;
  countsOnly?: true;
};
type Run<Key extends string, Arg extends string, Reply> = (redis: Redis, input: Input<Key, Arg>) => Promise<Reply>;

/**
 * A Lua script as a function of an object that names its keys and arguments. Redis runs a script atomically, so each
 * operation that checks and writes is one script, and every script makes all its checks before its first write: if it
 * fails, nothing has changed. A call sends the script's digest, and the text only to a database that does not know it yet.
 *
 * Keys are declared wherever the caller knows them. An id that only the stored value holds (a note's former tags, its
 * author) becomes a key in the script, by luaKey. That works on a single Redis and on Upstash, whose databases are not
 * sharded by key, but would fail on a Redis Cluster.
 */
export function writeScript<const Key extends string = never, const Arg extends string = never, Reply = unknown>(
  script: Script<Key, Arg, Reply>,
): Run<Key, Arg, Reply> {
  const lua = copyOnWriteScript(registered(script));
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
