import { useState } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { limits } from '../../platform/model/limits.ts';
import { useSending } from '../../platform/browser/use-query.ts';
import { call, useCall } from '../../library/browser/calls.ts';
import type { DeletedCollection } from '../../library/model/collection.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { deleteAgain } from '../browser/restore-all.ts';

/** The collections that the person deleted within the last month. The previous list stays while it is loaded again. */
export function useBinnedCollections() {
  const { answer, retry } = useCall('GET /api/bin/collections', {});
  const [known, setKnown] = useState<readonly DeletedCollection[]>();
  if (answer?.ok && answer.data.collections !== known) setKnown(answer.data.collections);
  return { collections: known, failure: answer?.ok === false ? answer : undefined, retry };
}

type Props = { binned: ReturnType<typeof useBinnedCollections>; onChange: () => void };

/** Deleted collections, to restore them with their notes. Nothing if there are none. */
export function BinnedCollections({ binned: { collections = [], failure, retry }, onChange }: Props) {
  const changed = () => {
    retry();
    onChange();
  };
  if (failure) return <LoadFailure what="your deleted collections" failure={failure} retry={retry} />;
  if (collections.length === 0) return null;
  return (
    <section aria-labelledby="binned-collections" className="mb-8">
      <h2 id="binned-collections" className="mb-1 text-lg">
        Collections
      </h2>
      <p className="mt-0 mb-4 text-muted">
        Deleted collections stay here for {limits.binDays} days. Deleting them deletes none of their notes.
      </p>
      <ul className="m-0 list-none p-0">
        {collections.map((one) => (
          <BinnedCollection key={one.id} one={one} onChange={changed} />
        ))}
      </ul>
    </section>
  );
}

function BinnedCollection({ one, onChange }: { one: DeletedCollection; onChange: () => void }) {
  const { id, name, notes, search, deletedAt, until } = one;
  const { busy, failure, send } = useSending();

  async function restore() {
    const answer = await send(() => call('PUT /api/collections/{id}', { at: { id } }));
    if (!answer?.ok) return;
    document.getElementById('bin')?.focus();
    onChange();
    const actions = [undoing(() => void deleteAgain([id], onChange))];
    toasts.add({ title: 'Collection restored', icon: 'check', description: name, actions });
  }

  return (
    <li className="grid gap-1.5 border-t border-line py-4">
      <span dir="auto" className="min-w-0 py-1 font-display text-lg leading-snug font-semibold wrap-anywhere">
        {name}
      </span>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <span className="min-w-0 wrap-anywhere">
          {notes === null ? `Filled by: ${search}` : countedOf(notes, 'note')}. Deleted{' '}
          <time dateTime={deletedAt}>{shortDate(deletedAt)}</time>, kept until{' '}
          <time dateTime={until}>{shortDate(until)}</time>
        </span>
        <Button
          size="xs"
          variant="ghost"
          color="neutral"
          className="-mx-3"
          aria-label={`Restore the collection ${name}`}
          loading={busy}
          onClick={() => void restore()}
        >
          Restore
        </Button>
      </div>
      {failure && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
    </li>
  );
}
