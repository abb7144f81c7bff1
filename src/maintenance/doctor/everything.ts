import { z } from 'zod';
import type { Redis } from '../../platform/server/store/redis.ts';
import { writeScript, readScript } from '../../platform/server/store/script.ts';
import type { Comment } from '../../discussion/model/comment.ts';
import type { DeletedNote, Note } from '../../notes/model/note.ts';
import type { User } from '../../people/model/user.ts';
import type { Everything, Finding, Index, StoredValue } from './indexes.ts';
import { StoredLiveNote, StoredNote } from '../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../people/server/store/users.ts';
import { StoredComment } from '../../discussion/server/store/thread-parts.ts';
import { causeOf } from '../../platform/model/cause.ts';

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

/** Everything in the database by key, read in batches: what is written meanwhile may be half in it. */
export async function readEverything(redis: Redis): Promise<Map<string, StoredValue>> {
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

/** Puts an index in the place of what a key holds; an empty one leaves no key. */
export async function rewriteIndex(redis: Redis, name: string, index: Index): Promise<void> {
  await write(redis, { index: name, kind: index.type, values: entriesOf(index).flat() });
}

/** A sorted set's members and scores, a hash's fields and values, or a set's members or a string beside nothing. */
function entriesOf(index: Index): (string | number)[][] {
  if (index.type === 'zset') return [...index.scores];
  if (index.type === 'string') return [[index.value, '']];
  return index.type === 'hash' ? [index.value] : [...index.members].map((member) => [member, '']);
}

/** The records from which every index can be made anew. `broken` are those that cannot be read. */
export type Records = {
  notes: Note[];
  deleted: DeletedNote[];
  /** Deleted ones as they were, while their authors can bring them back. */
  binned: Note[];
  comments: Map<string, Comment>;
  users: Map<string, User>;
  broken: Finding[];
};

export function recordsOf(stored: Everything): Records {
  const broken: Finding[] = [];
  const read = <Value>(form: RegExp, schema: z.ZodType<Value>): Value[] =>
    [...stored].flatMap(([key, held]) => {
      if (!form.test(key)) return [];
      try {
        return [schema.parse(held.type === 'string' ? held.value : undefined)];
      } catch (error) {
        broken.push({ key, says: `cannot be read: ${causeOf(error)}` });
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
