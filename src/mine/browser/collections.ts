import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCall } from '../../library/browser/calls.ts';
import type { Collection } from '../../library/model/collection.ts';
import { ownIndex } from './own-index.ts';

const none: readonly Collection[] = [];

/**
 * A person's collections, each before those in it. The last ones stay while they are asked for again; until they are here
 * for the first time, those that the device knows.
 */
export function useCollections() {
  const { answer, retry } = useCall('GET /api/collections', {});
  const [known, setKnown] = useState<readonly Collection[]>();
  const kept = useSyncExternalStore(
    ownIndex.subscribe,
    () => ownIndex.collections,
    () => undefined,
  );
  const collections = answer?.ok ? answer.data.collections : undefined;
  if (collections && collections !== known) setKnown(collections);
  useEffect(() => {
    if (known) ownIndex.rename(known);
  }, [known]);
  return { collections: known ?? kept ?? none, answer, retry };
}
