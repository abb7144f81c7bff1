import { useEffect, useEffectEvent, useSyncExternalStore, type ReactNode } from 'react';
import { isSignedOut } from '../../platform/browser/api.ts';
import { exactTime } from '../../platform/browser/relative-time.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { paths } from '../../platform/model/paths.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { cn } from '../../ui/cn.ts';
import { undoLast } from '../browser/library-actions.ts';
import { useLibraryKeys } from '../browser/library-keys.ts';
import { ownIndex } from '../browser/own-index.ts';
import type { Library } from '../browser/use-library.ts';
import type { Collection } from '../../library/model/collection.ts';
import { findsNested, isCollectionNamed } from '../../search/model/own/collection-searches.ts';
import { wordsIn } from '../model/library-found.ts';
import { addressOfView, type LibraryView } from '../model/library-view.ts';
import { usePublicNotes, PublicNotes } from './PublicNotes.tsx';
import { isPublicOnly, noticeOf, parseLibraryQuery, publicQueryOf } from '../../search/model/own/library-query.ts';
import { LibraryList } from './LibraryList.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useCommands } from './use-commands.tsx';

const uuidsIn = (items: Library['state']['items']) => new Set(items.flatMap((item) => item?.note.uuid ?? []));

const nowhere = { current: null };

/** How many public notes are listed after the person's own. */
const maxPublic = 5;

type Props = {
  library: Library;
  view: LibraryView;
  collections: readonly Collection[];
  /** Called when collections were added or their contents changed. */
  onCollected: () => void;
  onView: (view: LibraryView) => void;
  /** The search field and its controls. */
  tools: ReactNode;
};

/** One view of the library: its list, the selection, and what went wrong. */
export function LibraryResults({ library, view, collections, onView, onCollected, tools }: Props) {
  const { state, dispatch, refresh, waiting } = library;
  const { items, selected, failure, unknown, behind, asked } = state;
  const publicQuery = publicQueryOf(view.q);
  const isOnlyPublic = isPublicOnly(parseLibraryQuery(view.q).filters);
  const publicNotes = usePublicNotes(publicQuery, isOnlyPublic ? 50 : maxPublic);
  const commands = useCommands(library, onCollected);
  // Undo works even when the list is empty.
  useLibraryKeys(nowhere, (command) => command === 'undo' && undoLast());
  const hasWords = wordsIn(view.q, collections) !== '';
  const isEmpty = items.length === 0 && view.q === '';
  usePendingSelection(library);
  const chosen =
    selected.size === 0
      ? undefined
      : { ids: [...selected], items: items.flatMap((item) => (item && selected.has(item.note.uuid) ? [item] : [])) };

  return (
    <>
      <div className="-mx-2 bg-page px-2 py-2 sm:sticky sm:top-0 sm:z-10">{tools}</div>
      {unknown.length > 0 && (
        <Notice className="mt-2">
          {[...new Set(unknown)].map((typed) => (
            <span key={typed}>{noticeOf(typed, undefined, (name) => collections.some(isCollectionNamed(name)))}</span>
          ))}
        </Notice>
      )}
      {behind > 0 && (
        <Notice className="mt-2">Your library is loading for the first time: {countedOf(behind, 'note')} to go.</Notice>
      )}
      <AsOf partial={state.partial} />
      {failure && asked !== undefined && (
        <Notice kind="danger" title="Not up to date" className="mt-2">
          <span>
            {failure.status === 0
              ? 'The server couldn’t be reached. Here’s what was loaded before.'
              : failure.problem.detail || failure.problem.title}
          </span>
          {isSignedOut(failure) ? (
            <SignIn />
          ) : (
            <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={refresh}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      {asked === undefined && failure && (
        <div className="mt-4">
          <LoadFailure what="your library" failure={failure} retry={refresh} />
        </div>
      )}
      {asked === undefined && !failure && <Loading what="Loading your library" lines={6} />}
      {asked !== undefined && (
        <div className={cn('-mx-2 flex min-h-12 items-center bg-page px-2', chosen && 'sticky top-0 z-10 sm:top-15')}>
          <p role="status" className={cn('m-0 text-sm text-muted tabular-nums', chosen && 'sr-only')}>
            {waiting ? 'Searching…' : isOnlyPublic || isEmpty ? '' : sumOf(items.length, view.q, collections)}
          </p>
          {!chosen && !isOnlyPublic && publicNotes?.found && publicNotes.found.total > 0 && (
            <a
              href={addressOfView({ ...view, q: `in:public ${view.q}` })}
              className="ms-3 text-sm text-primary hover:underline"
            >
              {countedOf(publicNotes.found.total, 'public note')}
            </a>
          )}
          {chosen && (
            <SelectionBar
              count={selected.size}
              total={items.length}
              busy={state.pending !== undefined}
              onAll={() => dispatch({ type: 'all' })}
              onNone={() => dispatch({ type: 'deselected' })}
              commands={{
                tag: () => commands.tag(chosen),
                move: () => commands.move(chosen),
                take: () => commands.take(chosen),
                read: (to) => commands.read(chosen, to),
                show: (visibility) => commands.show(chosen, visibility),
                remove: () => commands.remove(chosen),
              }}
            />
          )}
        </div>
      )}
      {asked !== undefined && items.length === 0 && !waiting && behind === 0 && !failure && !isOnlyPublic && (
        <Nothing q={view.q} onAll={() => onView({ ...view, q: '' })} />
      )}
      {items.length > 0 && <LibraryList {...{ library, chosen, commands, hasWords }} q={view.q} layout={view.layout} />}
      {publicQuery !== undefined && (
        <PublicNotes query={publicQuery} notes={publicNotes} own={uuidsIn(items)} isOnlyPublic={isOnlyPublic} />
      )}
      {publicQuery === undefined && isOnlyPublic && (
        <EmptyState>
          in:public searches everyone’s notes, so it can’t be combined with is:, collection: or from:me. Remove one.
        </EmptyState>
      )}
    </>
  );
}

/** Says how old the list is while the server is unreachable, and whether the device has only a part of it, or nothing. */
function AsOf({ partial }: { partial: boolean }) {
  const device = useSyncExternalStore(ownIndex.subscribe, ownIndex.getSnapshot);
  const asOf = device.state === 'ready' ? device.asOf : undefined;
  if (device.state === 'unavailable') {
    return (
      <p role="status" className="m-0 mt-2 max-w-none text-sm text-muted">
        {device.why}
      </p>
    );
  }
  if (!asOf && !partial) return null;
  const out = device.state === 'ready' && device.out;
  const why = out ? 'You’re signed out.' : navigator.onLine ? 'The server can’t be reached.' : 'You’re offline.';
  return (
    <Notice className="mt-2">
      {asOf
        ? `${why} Here’s your library as of ${exactTime(new Date(asOf))}.`
        : `${why} This device hasn’t stored all of your library yet. Here’s what it has.`}
      {out && <SignIn />}
    </Notice>
  );
}

function SignIn() {
  return (
    <Button size="xs" className="mt-1 justify-self-start" href={paths.signIn(location.pathname + location.search)}>
      Sign in
    </Button>
  );
}

function sumOf(total: number, q: string, collections: readonly Collection[]): string {
  const counted = countedOf(total, 'note');
  if (q === '') return counted;
  return `${counted} found${findsNested(q, collections) ? ', including nested collections' : ''}`;
}

/** Fetches the ids of selected rows that are not loaded. */
function usePendingSelection({ state: { pending, asked }, dispatch, idsOf }: Library): void {
  const fetchIds = useEffectEvent(idsOf);
  useEffect(() => {
    if (!pending) return;
    let current = true;
    void fetchIds(pending.from, pending.to).then((ids) => {
      if (!current) return;
      dispatch({ type: 'selected', ids: ids ?? [] });
      if (ids) return;
      const description = 'The server couldn’t be reached. Try again in a moment.';
      toasts.add({ title: 'Not all of them are selected', description, color: 'danger' });
    });
    return () => {
      current = false;
    };
  }, [pending, asked, dispatch]);
}

/** The texts of empty views of the sidebar: they say what fills each view. */
const emptyViews = new Map([
  ['is:unread', 'Nothing is waiting to be read. Choose “Read later” in a note’s menu, and it appears here.'],
  ['is:reading', 'You’re not in the middle of anything. What you begin to read appears here, with how far you’ve got.'],
  ['is:archived', 'Nothing is archived. Archive what you’ve read to put it away; search still finds it.'],
  ['is:starred', 'Nothing is starred. Star what you want to find again quickly.'],
]);

function Nothing({ q, onAll }: { q: string; onAll: () => void }) {
  if (q !== '') {
    return (
      <EmptyState
        actions={
          <Button variant="outline" onClick={onAll}>
            Show everything
          </Button>
        }
      >
        {emptyViews.get(q) ?? 'Nothing in your library matches. Try fewer words.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={<h2>Your library is empty</h2>}
      actions={
        <>
          <Button href={paths.write}>Save your first link</Button>
          <Button href={paths.settingsOf('import')} variant="outline" color="neutral">
            Import bookmarks or notes
          </Button>
          <Button href={paths.settingsOf('saving')} variant="outline" color="neutral">
            Save from your browser
          </Button>
        </>
      }
    >
      Save a link or write a note, and it appears here, easy to find again. Coming from another app? Bring everything
      with you.
    </EmptyState>
  );
}
