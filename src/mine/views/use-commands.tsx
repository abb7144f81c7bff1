import { useMemo } from 'react';
import { openModal } from '../../ui/modal/modal.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { countedOf } from '../../platform/model/counted.ts';
import { act, type Chosen, type LibraryAct, type Shown } from '../browser/library-actions.ts';
import { CollectDialog } from './CollectDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import type { RowCommands } from './RowMenu.tsx';
import { TagDialog } from './TagDialog.tsx';
import { WhyHidden } from './WhyHidden.tsx';

/** What rows, menus, keys and the bar of a selection do, the same for one item and for many. */
export function useCommands(
  { dispatch, refresh }: Pick<Shown, 'dispatch' | 'refresh'>,
  onCollected: () => void,
): RowCommands {
  return useMemo(() => {
    const shown: Shown = { dispatch, refresh, said: { last: undefined } };
    const run = (chosen: Chosen, ...doings: LibraryAct[]) => void act(shown, doings, chosen);
    const isTrueOfAll = ({ ids, items }: Chosen, holds: (item: Chosen['items'][number]) => boolean) =>
      items.length === ids.length && items.every(holds);
    return {
      archive(chosen) {
        const areArchived = isTrueOfAll(chosen, ({ reading }) => reading?.state === 'archived');
        run(chosen, { action: 'read', state: areArchived ? 'toread' : 'archived' });
      },
      read: (chosen, state) => run(chosen, { action: 'read', state }),
      star(chosen) {
        const areStarred = isTrueOfAll(chosen, ({ reading }) => reading?.favourite === true);
        run(chosen, { action: 'star', favourite: !areStarred });
      },
      tag(chosen) {
        const onTags = (doings: readonly LibraryAct[]) => run(chosen, ...doings);
        // Not the first tag's cross, which Enter would press.
        openModal(TagDialog, { chosen, onTags }, { initialFocus: 'input' });
      },
      move(chosen) {
        openModal(CollectDialog, {
          chosen,
          onCollect(doings) {
            void act(shown, doings, chosen).then(onCollected);
          },
        });
      },
      take: (chosen) => void openModal(ExportDialog, { chosen }),
      show(chosen, visibility) {
        const publish = () => run(chosen, { action: 'visibility', visibility });
        if (visibility !== 'public' || chosen.ids.length === 1) return publish();
        openModal(
          Confirm,
          {
            title: `Publish ${countedOf(chosen.ids.length, 'note')}?`,
            children: 'Everyone will be able to read them, and your followers will be told.',
            yes: 'Publish notes',
            no: 'Cancel',
            onYes: async () => void publish(),
          },
          { role: 'alertdialog', size: 'sm' },
        );
      },
      // What others wrote is not one's own to delete: it leaves the library.
      remove({ ids, items }) {
        const others = items.filter(({ note }) => !note.own);
        const theirs = new Set(others.map(({ note }) => note.uuid));
        const own = ids.filter((id) => !theirs.has(id));
        if (own.length > 0) {
          run({ ids: own, items: items.filter(({ note }) => note.own) }, { action: 'delete' });
        }
        if (others.length > 0) run({ ids: [...theirs], items: others }, { action: 'read', state: null });
      },
      explain: ({ note }) => void openModal(WhyHidden, { uuid: note.uuid, title: note.title }, { size: 'sm' }),
    };
  }, [dispatch, refresh, onCollected]);
}
