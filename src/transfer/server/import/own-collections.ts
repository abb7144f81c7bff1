import { collectionsOf } from '../../../library/server/collections.ts';
import type { Collection } from '../../../library/model/collection.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/** A person's collections, read once for all parts of one call. */
export type OwnCollections = {
  read: () => Promise<OwnCollection[]>;
  /** Begins a part's turn, in the order of the file. */
  begin: () => CollectionsTurn;
};

/**
 * Work that makes collections is done in turn, since they are in the order in which they were made and parts are planned at
 * the same time. That of a part begins after the turn of the part before has ended.
 */
export type CollectionsTurn = {
  read: OwnCollections['read'];
  inTurn: <Made>(work: () => Promise<Made>) => Promise<Made>;
  end: () => void;
};

export type OwnCollection = Pick<Collection, 'id' | 'name' | 'parent' | 'search'> &
  Partial<Pick<Collection, 'createdAt' | 'notes'>>;

export function ownCollections(redis: Redis, userId: string): OwnCollections {
  let read: ReturnType<OwnCollections['read']> | undefined;
  const readOnce = () => (read ??= collectionsOf(redis, userId));
  let earlier: Promise<unknown> = Promise.resolve();
  return {
    read: readOnce,
    begin: () => {
      let last = earlier;
      const { promise, resolve: end } = Promise.withResolvers<void>();
      earlier = promise;
      const inTurn = <Made>(work: () => Promise<Made>) => {
        const made = last.then(work);
        last = made.catch(() => undefined);
        return made;
      };
      return { read: readOnce, inTurn, end };
    },
  };
}
