import * as z from 'zod';
import { causeOf } from '../../model/cause.ts';
import type { Redis } from './redis.ts';

/** The JSON text of a value of this schema. Fails with the schema's issues for any other value, and for text that is not JSON. */
export function jsonOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch (error) {
        context.addIssue(causeOf(error));
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/**
 * The JSON to store. Half of a surrogate pair, which no UTF-8 text can hold and no Lua script can decode, becomes the
 * replacement character.
 */
export function toStored(value: object): string {
  const json = JSON.stringify(value);
  // `JSON.stringify` escapes half a pair. Without such an escape the replacer, which takes ten times as long, is not needed;
  // and `includes` is several times as fast as the pattern.
  if (!json.includes('\\ud') || !halved.test(json)) return json;
  return JSON.stringify(value, wellFormed);
}

/** For `JSON.stringify` and `JSON.parse`: replaces each half of a surrogate pair, in names as well. */
export function wellFormed(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null || Object.keys(value).every((name) => name.isWellFormed()))
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]): [string, unknown] => [name.toWellFormed(), one]));
}

const halved = /\\ud[89a-f]/;

/** Keeps an answer within Upstash's limits even if every note has the maximum size. */
const batchSize = 50;
/** Batches that are read at the same time. */
const parallel = 4;

/** Reads many things in batches, and returns the values in the order of the things. */
export async function batched<One, Value>(
  all: readonly One[],
  read: (some: One[]) => Promise<readonly Value[]>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let start = 0; start < all.length; start += batchSize * parallel) {
    const starts = Array.from({ length: parallel }, (_, index) => start + index * batchSize);
    const batches = starts.map((from) => all.slice(from, from + batchSize)).filter(({ length }) => length > 0);
    values.push(...(await Promise.all(batches.map(read))).flat());
  }
  return values;
}

/** The values of string keys, parsed, in the order of the keys; undefined for a missing one. */
export async function inBatches<Value>(
  redis: Redis,
  names: string[],
  schema: z.ZodType<Value>,
): Promise<(Value | undefined)[]> {
  const Batch = z.array(schema.nullable().transform((value) => value ?? undefined));
  return batched(names, async (some) => Batch.parse(await redis.mget(...some)));
}
