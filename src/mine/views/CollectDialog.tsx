import { countedOf } from '../../platform/model/counted.ts';
import { ChooseCollections } from '../../library/views/AddToCollection.tsx';
import type { InModal } from '../../ui/modal/modal.ts';
import { useCollections } from '../browser/collections.ts';
import type { Chosen, LibraryAct } from '../browser/library-actions.ts';

type Props = { chosen: Chosen; onCollect: (doings: readonly LibraryAct[]) => void } & InModal;

/** The collections that the chosen are in, and others to put them into. */
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
