/** What is known of why the store is away. `full`: its disk has no room; `ended`: it is being started again. */
export type StoreFailure = 'full' | 'ended';

/**
 * The database did not answer, or cannot serve now. A write may or may not have happened; `cause` says what failed,
 * `retryAfterSeconds` when it is worth while to ask again.
 */
export class StoreUnreachable extends Error {
  override name = 'StoreUnreachable';
  readonly retryAfterSeconds: number;
  readonly failure: StoreFailure | undefined;

  constructor(cause: unknown, known: { retryAfterMs?: number; failure?: StoreFailure | undefined } = {}) {
    super('The store cannot be reached.', { cause });
    this.retryAfterSeconds = Math.max(1, Math.ceil((known.retryAfterMs ?? 0) / 1000));
    this.failure = known.failure;
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
  if (failure === 'ended') return 'has ended and is being started again';
  return 'cannot be reached at the moment';
}
