import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { paths } from '../../platform/model/paths.ts';
import { settingsSectionOf } from '../../platform/model/fixed-pages.ts';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { useSession } from '../../people/browser/calls.ts';
import { AllHighlights } from '../../library/views/AllHighlights.tsx';
import { Review } from '../../library/views/Review.tsx';
import { MyCollections } from '../../library/views/MyCollections.tsx';
import { MyTags } from '../../writing/views/MyTags.tsx';
import { Boundary, bounded } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { DialogClose, DialogTitle } from '../../ui/Dialog.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { openModal, type InModal } from '../../ui/modal/modal.ts';
import { useCollections } from './CollectDialog.tsx';
import { useLibraryAddress } from '../browser/library-state.ts';
import { ownIndex } from '../browser/own-index.ts';
import { useLibrary } from '../browser/use-library.ts';
import { addressOfView, toggleFilter } from '../model/library-view.ts';
import { Bin } from './Bin.tsx';
import { Duplicates } from './Duplicates.tsx';
import { LibraryResults } from './LibraryResults.tsx';
import { LibraryTools } from './LibraryTools.tsx';
import { collectionFilter, SideBar } from './SideBar.tsx';

/** The person's library: lists, filters and actions. The address determines which part is shown. */
export const MyLibrary = bounded(function MyLibrary() {
  const { ready, user } = useSession();
  const { part } = useLibraryAddress();
  const device = useSyncExternalStore(ownIndex.subscribe, ownIndex.getSnapshot, () => undefined);
  // Shows the previous person's library on the device before the server has confirmed who is signed in.
  useEffect(() => ownIndex.open(user), [user]);
  const isHere = user !== undefined || (!ready && device?.state === 'ready');
  const elsewhere = settingsSectionOf(part);
  // Older links and bookmarks lead to settings here.
  useEffect(() => {
    if (elsewhere) location.replace(paths.settingsOf(elsewhere));
  }, [elsewhere]);
  if (elsewhere) return <Loading what="Opening your settings" />;
  return isHere ? (
    <Parts />
  ) : (
    <>
      <Head />
      <Loading what="Loading your library" lines={6} />
    </>
  );
});

function Head() {
  return (
    <h1 id="my-library" tabIndex={-1} className="mt-0! mb-4!">
      My library
    </h1>
  );
}

/** The parts with an address of their own, after the `#`. */
const parts = ['highlights', 'review', 'collections', 'tags', 'duplicates', 'bin'] as const;

function Parts() {
  const { view, part: hash, go } = useLibraryAddress();
  const part = parts.find((name) => name === hash) ?? '';
  const library = useLibrary(view);
  const filters = useRef<InModal>(undefined);
  const [filtersAt, setFiltersAt] = useState<HTMLElement | null>(null);
  const { collections, retry } = useCollections();

  const { refresh } = library;
  /** Reports a change by another part of the library, so that the next answer includes it, even from the device. */
  const changedElsewhere = useCallback(() => {
    ownIndex.changed();
    refresh();
  }, [refresh]);

  function collectionsChanged() {
    retry();
    changedElsewhere();
  }

  const open = useCallback(
    (address: string) => {
      filters.current?.close();
      // The other part may have changed something.
      if (part !== '') changedElsewhere();
      go(address);
      scrollTo({ top: 0 });
    },
    [part, changedElsewhere, go],
  );

  const { facets, asked } = library.state;
  const isCounted = asked !== undefined;
  // It has hundreds of links, so it is not rendered again while scrolling or moving between rows.
  const side = useMemo(
    () => <SideBar {...{ view, part, facets, isCounted, collections }} onGo={open} />,
    [view, part, facets, isCounted, collections, open],
  );
  return (
    <div className="lg:-mt-5 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
      <div className="max-lg:hidden">
        <a
          href="#library-content"
          className="skip"
          // The `#` of the address names the open part of the library, so it must not change.
          onClick={(event) => {
            event.preventDefault();
            focusOn('library-content');
          }}
        >
          Skip the menu
        </a>
        <div className="sticky top-4 -ms-2 max-h-[calc(100dvh-2rem)] overflow-y-auto pb-4">{side}</div>
      </div>
      <div id="library-content" tabIndex={-1} className="min-w-0 outline-none">
        {part === '' && (
          <>
            <Head />
            <LibraryResults
              {...{ library, view, collections }}
              onView={go}
              onCollected={retry}
              tools={
                <LibraryTools
                  {...{ view, collections }}
                  onView={go}
                  onFilters={() => (filters.current = openModal(Filters, { place: setFiltersAt }))}
                />
              }
            />
          </>
        )}
        {part !== '' && (
          <>
            <p className="m-0 pb-2 lg:hidden">
              <Button size="xs" variant="ghost" color="neutral" className="-ms-3" href={paths.user}>
                <Glyph name="chevron" className="size-4 rotate-90 rtl:-rotate-90" /> My library
              </Button>
            </p>
            <Boundary>
              {part === 'bin' && <Bin onChange={changedElsewhere} onCollections={collectionsChanged} />}
              {part === 'duplicates' && <Duplicates onChange={changedElsewhere} />}
              {part === 'collections' && (
                <MyCollections
                  addressOf={(one) =>
                    addressOfView({ ...view, q: toggleFilter('', collectionFilter(one, collections)) })
                  }
                  onChanged={collectionsChanged}
                />
              )}
              {part === 'tags' && (
                <MyTags addressOf={(tag) => addressOfView({ ...view, q: `tag:${tag}` })} onChanged={changedElsewhere} />
              )}
              {part === 'highlights' && <AllHighlights />}
              {part === 'review' && <Review />}
            </Boundary>
          </>
        )}
      </div>
      {filtersAt && createPortal(side, filtersAt)}
    </div>
  );
}

/** The dialog of the filters on narrow screens. The library renders the side bar in its `place`, so that counts stay current. */
function Filters({ place }: { place: (element: HTMLElement | null) => void } & InModal) {
  return (
    <>
      <DialogTitle>Filters</DialogTitle>
      <DialogClose />
      <div ref={place} />
    </>
  );
}
