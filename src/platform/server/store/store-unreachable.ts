const failuresToOpen = 3;
const firstBreakMs = 500;
const maxBreakMs = 5000;

interface CircuitBreaker {
  /** How long not to call the store: 0 if this caller may, and then has to report the result. */
  waitMs(): number;
  /** Whether the store has failed lately, so that a call should time out soon. */
  doubts(): boolean;
  /** Reports success. Returns the length in milliseconds of an outage that ends with it; else 0. */
  worked(): number;
  failed(): void;
}

/**
 * After three failures in a row, all calls are refused for a while. Then one caller at a time may try, while the others are
 * still refused. Each further failure doubles the pause, up to five seconds. It needs no timer, and reports how long to
 * wait.
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
      // Calls that were under way when it opened add no information.
      if (failures < failuresToOpen || (breakMs > 0 && !probing)) return;
      probing = false;
      breakMs = breakMs === 0 ? firstBreakMs : Math.min(breakMs * 2, maxBreakMs);
      openUntil = now() + breakMs;
    },
  };
}

/**
 * The cause of the failure, if known. `full`: the disk is full; `ended`: the store is being restarted; `closed`: it
 * answers, but accepts no writes.
 */
export type StoreFailure = 'full' | 'ended' | 'closed';

/**
 * The database did not answer, or cannot serve now. `cause` says what failed, `retryAfterSeconds` when to try again, and
 * `mayBeWritten` that a write was sent and may or may not have happened.
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

/** Whether the store answers but accepts no writes: a read may continue without the writes that would accompany it. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof StoreUnreachable && (error.failure === 'closed' || error.failure === 'full');
}

/** Awaits a write that reading does not depend on: ignores that the store accepts no writes. */
export async function ignoreReadOnly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}

/** The message of the local store's gateway while the store is being restarted. */
export const endedWords = 'The store has ended and is being started again.';

/** Whether this error message of Redis means that the disk is full. */
export function isFullDisk(words: string): boolean {
  return /no space left on device|disk quota exceeded|file too large|short write/i.test(words);
}

/** The failure in words for people, to continue a sentence that begins with “The store”. */
export function failureInWords(failure: StoreFailure | undefined): string {
  if (failure === 'full')
    return 'has no room left on its disk (No space left on device), and goes on once there is room';
  if (failure === 'closed') return 'takes nothing new at the moment';
  if (failure === 'ended') return 'has ended and is being started again';
  return 'cannot be reached at the moment';
}
