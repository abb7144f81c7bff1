import * as z from 'zod';
import { isPublic, isPublished } from '../../src/notes/model/note-access.ts';
import { mentionsIn, titleKey } from '../../src/notes/model/markdown.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { StoredNote } from '../../src/notes/server/store/note-parts.ts';
import { StoredUser } from '../../src/people/server/store/users.ts';

type Dump = Map<string, unknown>;

const readEverything = `
  local all = {}
  local function list(reply)
    return type(reply) == 'table' and reply or { reply }
  end
  for _, name in ipairs(redis.call('KEYS', '*')) do
    local type = redis.call('TYPE', name).ok
    local read = {
      string = { 'GET', name },
      hash = { 'HGETALL', name },
      list = { 'LRANGE', name, 0, -1 },
      set = { 'SORT', name, 'ALPHA' },
      zset = { 'ZRANGE', name, 0, -1, 'WITHSCORES' },
    }
    table.insert(all, { name, type, list(redis.call(unpack(read[type]))) })
  end
  return all
`;
const Everything = z.array(
  z.tuple([z.string(), z.enum(['string', 'hash', 'list', 'set', 'zset']), z.array(z.string())]),
);

/** The whole store by key, at one moment: strings as they are, sorted sets as [member, score] pairs in order. */
export async function dump(redis: Redis): Promise<Dump> {
  const all = Everything.parse(await redis.eval(readEverything, [], []));
  const entries = all.map(([name, type, value]): [string, unknown] => {
    if (type === 'zset') return [name, pairs(value)];
    return [name, type === 'string' ? value[0] : value];
  });
  return new Map(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Everything that is inconsistent in the store, one sentence each; empty for a sound one. Recomputes every index from
 * the notes and users alone, and compares.
 */
export async function checkIntegrity(redis: Redis): Promise<string[]> {
  const stored = await dump(redis);
  const expected = new Map<string, unknown>([...expectedIndexes(stored), ...expectedNames(stored)]);
  const problems: string[] = [];
  for (const [name, value] of stored) {
    if (!/^(notes:|email:|handle:)/.test(name)) continue;
    // An address or handle that was given up and is still reserved.
    if (String(value).startsWith('held:')) continue;
    if (!expected.has(name)) problems.push(`${name} should not exist.`);
    else if (JSON.stringify(value) !== JSON.stringify(expected.get(name))) problems.push(`${name} differs.`);
  }
  for (const name of expected.keys()) if (!stored.has(name)) problems.push(`${name} is missing.`);
  return [...problems, ...problemsOfLog(stored), ...problemsOfNames(stored)];
}

function pairs(flat: string[]): [string, number][] {
  return flat.flatMap((member, index) => (index % 2 === 0 ? [[member, Number(flat[index + 1])]] : []));
}

function parsedUnder<Value>(stored: Dump, name: RegExp, schema: { parse(value: unknown): Value }): Value[] {
  return [...stored].filter(([key]) => name.test(key)).map(([, value]) => schema.parse(value));
}

function expectedIndexes(stored: Dump): Map<string, [string, number][]> {
  const indexes = new Map<string, [string, number][]>();
  const add = (name: string, member: string, score: number) =>
    indexes.set(name, [...(indexes.get(name) ?? []), [member, score]]);
  const put = (name: string, uuid: string, at: string | null) => add(name, uuid, Date.parse(at ?? ''));
  for (const note of parsedUnder(stored, /^note:/, StoredNote)) {
    if ('deletedAt' in note) continue;
    put(`notes:author:${note.authorId}`, note.uuid, note.createdAt);
    for (const tag of note.tags) add(`notes:author:${note.authorId}:tags`, `${tag}:${note.uuid}`, 0);
    add(`notes:author:${note.authorId}:titles`, `${titleKey(note.title)}\n${note.uuid}`, 0);
    const linked = mentionsIn(note.body, note.authorId).map((target) => `${target}\n${note.uuid}`);
    for (const entry of linked) add(`notes:author:${note.authorId}:mentions`, entry, 0);
    if (!isPublic(note)) continue;
    for (const entry of linked) add('notes:mentions', entry, 0);
    put('notes:public', note.uuid, note.publishedAt);
    put(`notes:author:${note.authorId}:public`, note.uuid, note.publishedAt);
    const above = note.tags.flatMap((tag) => tag.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/')));
    for (const tag of new Set(above)) put(`notes:tag:${tag}`, note.uuid, note.publishedAt);
  }
  for (const entries of indexes.values()) {
    entries.sort(([one, at], [other, then]) => at - then || (one < other ? -1 : 1));
  }
  return indexes;
}

function expectedNames(stored: Dump): [string, string][] {
  return parsedUnder(stored, /^user:[^:]+$/, StoredUser).flatMap(({ id, handle, formerHandles = [], email }) => [
    ...[handle, ...formerHandles].map((name) => [`handle:${name}`, id] as [string, string]),
    ...(email === undefined ? [] : [[`email:${email}`, id] as [string, string]]),
  ]);
}

function problemsOfLog(stored: Dump): string[] {
  const log = (stored.get('changes') ?? []) as [string, number][];
  const head = Number(stored.get('head') ?? 0);
  const members = new Set(log.map(([member]) => member));
  const must = parsedUnder(stored, /^note:/, StoredNote)
    .filter((note) => 'visibility' in note && isPublished(note))
    .map((note) => `note:${note.uuid}`);
  return [
    ...must.filter((name) => !members.has(name)).map((name) => `${name} is not in the change log.`),
    // The change log mentions a deleted collection for as long as the log itself is kept.
    ...[...members]
      .filter((name) => !stored.has(name) && !name.startsWith('collection:'))
      .map((name) => `${name} is logged and does not exist.`),
    ...(new Set(log.map(([, revision]) => revision)).size === log.length ? [] : ['Two changes share a revision.']),
    ...((log.at(-1)?.[1] ?? 0) === head ? [] : [`Head is ${head}, the last change ${log.at(-1)?.[1]}.`]),
  ];
}

/** The key prefixes, one per noun. */
const families = [
  'bin|former|note|notes|links|revisions|drafts|copy|highlights|captured|rank|user|people|alike|email|handle|session|rate|publish|meta|mod|token|passkey|apitoken',
  'follows|followers|mutes|wishes|searches|inbox|notices|sources',
  'import|imports|imported',
  'picture|pictures|pictured',
  'library|collection|collections|collected|comment|comments|replies|edits|thread|voters|votes|visits|savers|reading',
];

function problemsOfNames(stored: Dump): string[] {
  const known = new RegExp(`^(${families.join('|')}):|^(head|changes|owner|store:outage)$`);
  return [...stored.keys()].flatMap((name) => {
    if (!known.test(name)) return [`${name} is no key of ours.`];
    const owner = /^(user:[^:]+):password$/.exec(name)?.[1];
    return owner && !stored.has(owner) ? [`${name} belongs to nobody.`] : [];
  });
}
