import { EnvironmentError } from '../../src/platform/server/env.ts';
import { StoreUnreachable } from '../../src/platform/server/store/redis.ts';
import { HalfRestored, NewerStore } from '../../src/maintenance/schema/schema.ts';

/** The machine or its folders do not allow a start. The message is one sentence that says what to do. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** What a person at a terminal is told: one sentence where it is clear what to do, else the whole error. */
export function sentenceFor(error: unknown): unknown {
  const own = [StartFailure, EnvironmentError, NewerStore, HalfRestored];
  if (error instanceof Error && own.some((kind) => error instanceof kind)) return error.message;
  const address = process.env['UPSTASH_REDIS_REST_URL'];
  if (error instanceof StoreUnreachable) {
    return address
      ? `The store at ${address} cannot be reached: check its address and whether it runs.`
      : silentStore();
  }
  if (error instanceof Error && /WRONGPASS|Unauthorized/.test(error.message)) {
    return `The store at ${address} refused the token: check UPSTASH_REDIS_REST_TOKEN.`;
  }
  return error;
}

/** What is said of the store under DATA_DIR while it is away. */
export function silentStore(): string {
  return `The store under ${process.env['DATA_DIR'] || '.data'} does not answer: look at what the product that runs over it prints, and try again when it is back.`;
}
