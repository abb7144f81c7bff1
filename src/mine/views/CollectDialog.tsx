import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCall } from '../../library/browser/calls.ts';
import type { Collection } from '../../library/model/collection.ts';
import { ownIndex } from '../browser/own-index.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { ChooseCollections } from '../../library/views/AddToCollection.tsx';
import type { InModal } from '../../ui/modal/modal.ts';
import type { Selection } from '../browser/library-actions.ts';
import type { BareAction } from '../browser/unsent-actions.ts';

const none: readonly Collection[] = [];

/**
 * A person's collections, each before those nested in it. The previous ones stay while they are loaded again; before the
 * first load, those stored on the device are returned.
 */
export function useCollections() {
  const { answer, retry } = useCall('GET /api/collections', {});
  const [known, setKnown] = useState<readonly Collection[]>();
  const onDevice = useSyncExternalStore(
    ownIndex.subscribe,
    () => ownIndex.collections,
    () => undefined,
  );
  const collections = answer?.ok ? answer.data.collections : undefined;
  if (collections && collections !== known) setKnown(collections);
  useEffect(() => {
    if (known) ownIndex.rename(known);
  }, [known]);
  return { collections: known ?? onDevice ?? none, answer, retry };
}

type Props = { chosen: Selection; onCollect: (doings: readonly BareAction[]) => void } & InModal;

/** Shows which collections the chosen notes are in, to add or remove them. */
export function CollectDialog({ chosen: { ids, items }, onCollect, close }: Props) {
  const { collections, answer, retry } = useCollections();
  return (
    <ChooseCollections
      title="Collections"
      about={ids.length === 1 ? items[0]?.note.title : `For ${countedOf(ids.length, 'note')}.`}
      collections={collections}
      answer={answer}
      retry={retry}
      has={(id) => items.length === ids.length && items.every((item) => item.collections.includes(id))}
      onSave={async (changes) => {
        close();
        if (changes.length > 0) {
          onCollect(changes.map(([collection, on]) => ({ action: on ? 'collect' : 'uncollect', collection })));
        }
        return undefined;
      }}
      close={close}
    />
  );
}
