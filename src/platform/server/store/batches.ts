import { z } from 'zod';
import type { Redis } from './redis.ts';

/** Keeps an answer within Upstash's limits even where every note is as long as a note may be. */
const batchSize = 50;
/** Batches under way at one time. */
const parallel = 4;

/** The values of string keys, parsed, in the order of the keys; undefined where there is none. */
export async function inBatches<Value>(
  redis: Redis,
  names: string[],
  schema: z.ZodType<Value>,
): Promise<(Value | undefined)[]> {
  const Batch = z.array(schema.nullable().transform((value) => value ?? undefined));
  const read = async (start: number) => {
    const batch = names.slice(start, start + batchSize);
    return batch.length === 0 ? [] : Batch.parse(await redis.mget(...batch));
  };
  const values: (Value | undefined)[] = [];
  for (let start = 0; start < names.length; start += batchSize * parallel) {
    const starts = Array.from({ length: parallel }, (_, index) => start + index * batchSize);
    values.push(...(await Promise.all(starts.map(read))).flat());
  }
  return values;
}
