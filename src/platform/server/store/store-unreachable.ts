const failuresToOpen = 3;
const firstBreakMs = 500;
const maxBreakMs = 5000;

interface CircuitBreaker {
  /** How long not to ask: 0 when this caller may, and then has to say how it went. */
  waitMs(): number;
  /** Whether the store has not answered lately, so that whoever may ask is to be brief. */
  doubts(): boolean;
  /** Gives for how many milliseconds nobody was answered, where that is over now; else 0. */
  worked(): number;
  failed(): void;
}

/**
 * After three failures in a row nothing is asked for a while, then one caller at a time, for whom nobody else waits;
 * while that fails, twice as rarely each time, down to every five seconds. It needs no timer, and says how long is left.
 */
export function circuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let failedAt = 0;
  let breakMs = 0;
  let openUntil = 0;
  let probing = false;
  return {
    waitMs() {
      if (breakMs === 0) return 0;
      if (now() < openUntil) return openUntil - now();
      if (probing) return breakMs;
      probing = true;
      return 0;
    },
    doubts: () => breakMs > 0,
    worked() {
      const awayMs = breakMs > 0 ? now() - failedAt : 0;
      failures = breakMs = 0;
      probing = false;
      return awayMs;
    },
    failed() {
      if (failures === 0) failedAt = now();
      failures += 1;
      // What was under way when it opened tells nothing new.
      if (failures < failuresToOpen || (breakMs > 0 && !probing)) return;
      probing = false;
      breakMs = breakMs === 0 ? firstBreakMs : Math.min(breakMs * 2, maxBreakMs);
      openUntil = now() + breakMs;
    },
  };
}

/**
 * What is known of why the store is away. `full`: its disk has no room; `ended`: it is being started again; `closed`: it
 * answers, and takes nothing new.
 */
export type StoreFailure = 'full' | 'ended' | 'closed';

/**
 * The database did not answer, or cannot serve now. `cause` says what failed, `retryAfterSeconds` when it is worth while
 * to ask again, and `mayBeWritten` that a write was sent of which nobody knows whether it happened.
 */
export class StoreUnreachable extends Error {
  override name = 'StoreUnreachable';
  readonly retryAfterSeconds: number;
  readonly failure: StoreFailure | undefined;
  readonly mayBeWritten: boolean;

  constructor(
    cause: unknown,
    known: { retryAfterMs?: number; failure?: StoreFailure | undefined; mayBeWritten?: boolean } = {},
  ) {
    super('The store cannot be reached.', { cause });
    this.retryAfterSeconds = Math.max(1, Math.ceil((known.retryAfterMs ?? 0) / 1000));
    this.failure = known.failure;
    this.mayBeWritten = known.mayBeWritten ?? false;
  }
}

/** Whether the store answers, and takes nothing new: what only reads may go on without what it would have written. */
export function takesNothingNew(error: unknown): boolean {
  return error instanceof StoreUnreachable && (error.failure === 'closed' || error.failure === 'full');
}

/** Does what a store that takes nothing new need not do for somebody to read. */
export async function unlessClosed(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!takesNothingNew(error)) throw error;
  }
}

/** What the local store's front says of a store that is being started again. */
export const endedWords = 'The store has ended and is being started again.';

/** Whether these words of Redis mean that there is no room for what it writes. */
export function isFullDisk(words: string): boolean {
  return /no space left on device|disk quota exceeded|file too large|short write/i.test(words);
}

/** What people are told of why the store is away, to go on after “The store”. */
export function failureInWords(failure: StoreFailure | undefined): string {
  if (failure === 'full')
    return 'has no room left on its disk (No space left on device), and goes on once there is room';
  if (failure === 'closed') return 'takes nothing new at the moment';
  if (failure === 'ended') return 'has ended and is being started again';
  return 'cannot be reached at the moment';
}
