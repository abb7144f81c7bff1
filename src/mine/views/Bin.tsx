import { useEffect, useEffectEvent, useState } from 'react';
import { countedOf } from '../../platform/model/counted.ts';
import { limits } from '../../platform/model/limits.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { EmptyState, ListEnd } from '../../ui/Loading.tsx';
import { openModal } from '../../ui/modal/modal.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { call, useCallPages, type BinPage } from '../../writing/browser/calls.ts';
import { binChanges, restoreNote, failureSentence } from '../../writing/browser/restoring.ts';
import { undoActions } from '../browser/library-actions.ts';
import { deleteAgain, restoreAll } from '../browser/restore-all.ts';
import { BinnedCollections, useBinnedCollections } from './BinnedCollections.tsx';

type Binned = BinPage['notes'][number];

/** The notes and collections that the person deleted within the last month, to restore them or to delete them for good. */
export function Bin({ onChange, onCollections }: { onChange: () => void; onCollections: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [progress, setProgress] = useState<string>();
  const { pages, begin, edit, paging } = useCallPages('GET /api/bin', { query: { count: '100' } });
  // A note deleted a moment ago may reach the bin after the list was requested.
  const changed = useEffectEvent(begin);
  useEffect(() => {
    const refresh = () => changed();
    binChanges.addEventListener('change', refresh);
    return () => binChanges.removeEventListener('change', refresh);
  }, []);
  const binned = useBinnedCollections();
  const collections = binned.collections?.length ?? 0;
  // Emptying deletes the collections too, so the question has to name them.
  const isKnown = pages.length > 0 && (binned.collections !== undefined || binned.failure !== undefined);
  const notes = pages.flatMap((page) => page.notes);
  const total = pages.at(-1)?.total ?? 0;
  const gone = (uuid: string) =>
    edit((page) => ({ ...page, total: page.total - 1, notes: page.notes.filter((note) => note.uuid !== uuid) }));

  /** Repeats the call until the bin is empty. */
  async function empty(tell: (progress: string) => void): Promise<string | undefined> {
    let emptied = 0;
    for (let isDone = false; !isDone;) {
      const answer = await call('DELETE /api/bin', {});
      if (!answer.ok) {
        if (emptied > 0) begin();
        return failureSentence(answer);
      }
      isDone = answer.data.isDone;
      emptied += answer.data.emptied;
      tell(total > 0 ? `${countOf(emptied, total)} deleted…` : 'Deleting…');
    }
    edit((page) => ({ ...page, total: 0, notes: [], next: null }));
    binned.retry();
    toasts.add({ title: 'The bin is empty', icon: 'trash' });
    return undefined;
  }

  async function restore() {
    setBusy(true);
    setFailure(undefined);
    const restored = await restoreAll((now) => setProgress(`${countOf(now, total)} restored…`));
    setBusy(false);
    setProgress(undefined);
    setFailure(restored.why);
    begin();
    document.getElementById('bin')?.focus();
    if (restored.notes === 0 && restored.collections.length === 0) return;
    const changed = () => {
      binned.retry();
      onCollections();
    };
    const undo = async () => {
      const isDone = await deleteAgain(restored.collections, changed);
      // The notes go back whether or not all collections did.
      if (isDone || restored.undo.length > 0) await undoActions({ refresh: onChange }, restored.undo);
    };
    changed();
    toasts.add({
      title: 'Restored',
      icon: 'check',
      description: contentsOf(restored.notes, restored.collections.length),
      actions: [undoing(() => void undo())],
    });
  }

  return (
    <section aria-labelledby="bin" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h1 id="bin" tabIndex={-1}>
          Bin
        </h1>
        {(notes.length > 0 || collections > 0) && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" color="neutral" loading={busy} onClick={() => void restore()}>
              Restore all
            </Button>
            <Button
              variant="outline"
              color="danger"
              aria-haspopup="dialog"
              disabled={!isKnown}
              onClick={() =>
                ask(
                  'Empty the bin?',
                  `${contentsOf(total, binned.collections?.length)} will be gone for good.`,
                  'Empty bin',
                  empty,
                )
              }
            >
              Empty the bin
            </Button>
          </div>
        )}
      </div>
      <p role="status" className="mt-0 mb-4 text-muted empty:hidden">
        {progress}
      </p>
      {failure !== undefined && <Notice kind="danger">{failure}</Notice>}
      <BinnedCollections binned={binned} onChange={onCollections} />
      {notes.length > 0 && (
        <>
          {collections > 0 && <h2 className="mb-1 text-lg">Notes</h2>}
          <p className="mt-0 mb-4 text-muted">
            Deleted notes stay here for {limits.binDays} days. Nobody else can read them.
          </p>
          <ul className="m-0 list-none p-0">
            {notes.map((note) => (
              <BinnedRow key={note.uuid} note={note} onGone={() => gone(note.uuid)} onRestored={onChange} />
            ))}
          </ul>
        </>
      )}
      <ListEnd
        of="your bin"
        paging={paging}
        any={notes.length > 0 || binned.collections?.length !== 0}
        more="Show more"
      >
        <EmptyState>
          The bin is empty. Deleted notes and collections stay here for {limits.binDays} days, in case you want them
          back.
        </EmptyState>
      </ListEnd>
    </section>
  );
}

function BinnedRow({ note, onGone, onRestored }: { note: Binned; onGone: () => void; onRestored: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function restore() {
    setBusy(true);
    const why = await restoreNote(note);
    setBusy(false);
    setFailure(why);
    if (why !== undefined) return;
    onRestored();
    onGone();
    document.getElementById('bin')?.focus();
  }

  async function remove(): Promise<string | undefined> {
    const answer = await call('DELETE /api/bin/{uuid}', { at: { uuid: note.uuid } });
    if (!answer.ok && answer.status !== 404) return failureSentence(answer);
    onGone();
    return undefined;
  }

  return (
    <li className="grid gap-1.5 border-t border-line py-4">
      <span dir="auto" className="min-w-0 py-1 font-display text-lg leading-snug font-semibold wrap-anywhere">
        {note.title}
      </span>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <span>
          Deleted <time dateTime={note.deletedAt}>{shortDate(note.deletedAt)}</time>, kept until{' '}
          <time dateTime={note.until}>{shortDate(note.until)}</time>
        </span>
        <div className="-mx-3 flex flex-wrap gap-1" role="group" aria-label={`Actions for ${note.title}`}>
          <Button size="xs" variant="ghost" color="neutral" loading={busy} onClick={() => void restore()}>
            Restore
          </Button>
          <Button
            size="xs"
            variant="ghost"
            color="danger"
            aria-haspopup="dialog"
            onClick={() =>
              ask(
                'Delete this note for good?',
                `“${note.title}” can’t be brought back after that.`,
                'Delete for good',
                remove,
              )
            }
          >
            Delete for good
          </Button>
        </div>
      </div>
      {failure && <Notice kind="danger">{failure}</Notice>}
    </li>
  );
}

/** Asks for confirmation. If the button that opened the dialog is gone afterwards, the list's heading gets the focus. */
function ask(
  title: string,
  children: string,
  yes: string,
  onYes: (tell: (progress: string) => void) => Promise<string | undefined>,
) {
  const opener = document.activeElement;
  openModal(
    Confirm,
    { title, children, yes, no: 'Keep it', onYes },
    {
      role: 'alertdialog',
      returnFocus: () =>
        opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById('bin'),
    },
  );
}

/** What is in the bin, counted. `collections` is undefined if their list could not be loaded. */
function contentsOf(notes: number, collections: number | undefined): string {
  const counts = [
    notes > 0 && countedOf(notes, 'note'),
    collections === undefined ? 'your deleted collections' : collections > 0 && countedOf(collections, 'collection'),
  ];
  return counts.filter((one) => one !== false).join(' and ');
}

/** Others may come into it meanwhile. */
const countOf = (done: number, total: number) => `${done} of ${countedOf(Math.max(done, total), 'note')}`;
