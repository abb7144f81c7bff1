import * as z from 'zod';
import type { Redis } from '../../platform/server/store/redis.ts';
import { writeScript, readScript } from '../../platform/server/store/script.ts';
import type { Comment } from '../../discussion/model/thread.ts';
import type { DeletedNote, Note } from '../../notes/model/note.ts';
import type { User } from '../../people/model/user.ts';
import { StoredLiveNote, StoredNote } from '../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../people/server/store/users.ts';
import { StoredComment } from '../../discussion/server/store/add-comment.ts';
import { causeOf } from '../../platform/model/cause.ts';

/** The value of a key: a text, a hash as [name, value], a list, a set, or a sorted set as member and score. */
export type StoredValue =
  | { type: 'string'; value: string }
  | { type: 'hash'; value: string[] }
  | { type: 'list'; value: string[] }
  | { type: 'set'; members: Set<string> }
  | { type: 'zset'; scores: Map<string, number> };

/** The expected contents of an index. */
type Index = Extract<StoredValue, { type: 'string' | 'set' | 'zset' | 'hash' }>;

/** A fault, as a sentence; `repair`: what the key should hold, if it can be repaired. */
export type Finding = { key: string; says: string; repair?: Index };

/** Everything in the store, by key. */
export type StoreContents = ReadonlyMap<string, StoredValue>;

/** The expected indexes, derived from the records. An empty index has no key. */
export class ExpectedIndexes {
  readonly indexes = new Map<string, Index>();

  /** A member of a sorted set. */
  score(key: string, member: string, score: number): void {
    const index = this.indexes.get(key) ?? { type: 'zset', scores: new Map<string, number>() };
    if (index.type === 'zset') index.scores.set(member, score);
    this.indexes.set(key, index);
  }

  /** A member of a set. */
  member(key: string, member: string): void {
    const index = this.indexes.get(key) ?? { type: 'set', members: new Set<string>() };
    if (index.type === 'set') index.members.add(member);
    this.indexes.set(key, index);
  }

  /** The differences between the expected indexes and those stored under keys of this form. */
  compared(stored: StoreContents, form: RegExp): Finding[] {
    const findings: Finding[] = [];
    for (const [key, index] of this.indexes) {
      const held = stored.get(key);
      if (!held) findings.push({ key, says: 'is missing', repair: index });
      else if (!same(held, index)) findings.push({ key, says: `does not agree with the records`, repair: index });
    }
    for (const [key, held] of stored) {
      if (!form.test(key) || this.indexes.has(key)) continue;
      const empty: Index =
        held.type === 'zset' ? { type: 'zset', scores: new Map() } : { type: 'set', members: new Set() };
      findings.push({ key, says: 'belongs to nothing', repair: empty });
    }
    return findings;
  }
}

/** Scores are computed here and in the store, and may differ by rounding. */
const tolerance = 1e-6;

function same(held: StoredValue, index: Index): boolean {
  if (held.type === 'zset' && index.type === 'zset') {
    if (held.scores.size !== index.scores.size) return false;
    return [...index.scores].every(([member, score]) => {
      const found = held.scores.get(member);
      return found !== undefined && Math.abs(found - score) <= tolerance;
    });
  }
  if (held.type !== 'set' || index.type !== 'set' || held.members.size !== index.members.size) return false;
  return [...index.members].every((member) => held.members.has(member));
}

const read = readScript({
  keys: ['...names'],
  returns: z.array(z.tuple([z.string(), z.array(z.string())])),
  body: `
    local found = {}
    for i, name in ipairs(names) do
      local type = redis.call('TYPE', name).ok
      local read = {
        string = { 'GET', name }, hash = { 'HGETALL', name }, list = { 'LRANGE', name, 0, -1 },
        set = { 'SMEMBERS', name }, zset = { 'ZRANGE', name, 0, -1, 'WITHSCORES' }
      }
      local value = read[type] and redis.call(unpack(read[type])) or {}
      found[i] = { type, type == 'string' and { value } or value }
    end
    return found
    `,
});

/** Everything in the database by key, read in batches: writes meanwhile may be included partly. */
export async function readStoreContents(redis: Redis): Promise<Map<string, StoredValue>> {
  const everything = new Map<string, StoredValue>();
  let cursor = '0';
  do {
    const [next, names] = await redis.scan(cursor, { count: 500 });
    const batch = names.filter((name) => !everything.has(name));
    const found = batch.length > 0 ? await read(redis, { names: batch }) : [];
    for (const [index, name] of batch.entries()) {
      const held = heldOf(...(found[index] ?? ['none', []]));
      if (held) everything.set(name, held);
    }
    cursor = next;
  } while (cursor !== '0');
  return everything;
}

function heldOf(type: string, value: string[]): StoredValue | undefined {
  if (type === 'string') return { type, value: value[0] ?? '' };
  if (type === 'hash') return { type, value };
  if (type === 'list') return { type, value };
  if (type === 'set') return { type, members: new Set(value) };
  if (type !== 'zset') return undefined;
  const scores = new Map<string, number>();
  for (let at = 0; at < value.length; at += 2) scores.set(value[at] ?? '', Number(value[at + 1]));
  return { type, scores };
}

const write = writeScript({
  keys: ['index'],
  args: ['kind', '...values'],
  returns: z.literal(1),
  body: `
    redis.call('DEL', index)
    for i = 1, #values, 2 do
      if kind == 'zset' then redis.call('ZADD', index, values[i + 1], values[i])
      elseif kind == 'string' then redis.call('SET', index, values[i])
      elseif kind == 'hash' then redis.call('HSET', index, values[i], values[i + 1])
      else redis.call('SADD', index, values[i]) end
    end
    return 1
    `,
});

/** Replaces an index; an empty one deletes the key. */
export async function rewriteIndex(redis: Redis, name: string, index: Index): Promise<void> {
  await write(redis, { index: name, kind: index.type, values: entriesOf(index).flat() });
}

/** A sorted set's members and scores, a hash's fields and values, or a set's members or a string, each with an empty text. */
function entriesOf(index: Index): (string | number)[][] {
  if (index.type === 'zset') return [...index.scores];
  if (index.type === 'string') return [[index.value, '']];
  return index.type === 'hash' ? [index.value] : [...index.members].map((member) => [member, '']);
}

/** The records from which all indexes can be derived. `broken` lists unreadable ones. */
export type Records = {
  notes: Note[];
  deleted: DeletedNote[];
  /** Deleted notes as they were, while their authors can restore them. */
  binned: Note[];
  comments: Map<string, Comment>;
  users: Map<string, User>;
  broken: Finding[];
};

export function recordsOf(stored: StoreContents): Records {
  const broken: Finding[] = [];
  const read = <Value>(form: RegExp, schema: z.ZodType<Value>): Value[] =>
    [...stored].flatMap(([key, held]) => {
      if (!form.test(key)) return [];
      try {
        return [schema.parse(held.type === 'string' ? held.value : undefined)];
      } catch (error) {
        broken.push({ key, says: `cannot be read: ${causeOf(error).replace(/\s+/g, ' ')}` });
        return [];
      }
    });
  const notes = read(/^note:/, StoredNote);
  return {
    notes: notes.filter((note) => 'visibility' in note),
    deleted: notes.filter((note) => 'deletedAt' in note),
    binned: read(/^bin:note:/, StoredLiveNote),
    comments: new Map(read(/^comment:/, StoredComment).map((comment) => [comment.id, comment])),
    users: new Map(read(/^user:[^:]+$/, StoredUser).map((user) => [user.id, user])),
    broken,
  };
}
