/** The database did not answer, or cannot serve now. A write may or may not have happened; `cause` says what failed. */
export class StoreUnreachable extends Error {
  override name = 'StoreUnreachable';

  constructor(cause: unknown) {
    super('The store cannot be reached.', { cause });
  }
}
