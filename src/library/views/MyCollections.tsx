import { useState } from 'react';
import { sentenceFor, type Answer } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { useSession } from '../../people/browser/calls.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { openModal } from '../../ui/modal/modal.ts';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import { call, useCall } from '../browser/calls.ts';
import type { Collection } from '../model/collection.ts';
import { CollectionForm } from './CollectionForm.tsx';
import { KeepOfflineItem } from './KeepOffline.tsx';
import { OrderCollection } from './OrderCollection.tsx';

type Props = {
  /** The address of a collection's notes. */
  addressOf: (collection: Collection) => string;
  /** Called after the collections have changed. */
  onChanged?: () => void;
};

/** The user's collections, to create, change, order and delete. */
export function MyCollections({ addressOf, onChanged }: Props) {
  const { answer, retry } = useCall('GET /api/collections', {});
  const [known, setKnown] = useState<readonly Collection[]>();
  // The old list stays while it is loaded again.
  if (answer?.ok && answer.data.collections !== known) setKnown(answer.data.collections);
  const all = known ?? [];

  function changed() {
    retry();
    onChanged?.();
  }
  const edit = (collection?: Collection) =>
    openModal(CollectionForm, { all, onSaved: changed, ...(collection && { collection }) });

  return (
    <section aria-labelledby="my-collections" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h1 id="my-collections" tabIndex={-1} className="m-0!">
          My collections
        </h1>
        <Button onClick={() => edit()}>New collection</Button>
      </div>
      {answer?.ok === false && <LoadFailure what="your collections" failure={answer} retry={retry} />}
      {!known && !answer && <Loading what="Loading your collections" lines={4} />}
      {known?.length === 0 && (
        <EmptyState>
          No collections yet. Put notes that belong together in one, for yourself or for others to read.
        </EmptyState>
      )}
      <ul className="m-0 list-none p-0">
        {all.map((one) => (
          <CollectionRow key={one.id} {...{ one, all, addressOf, edit }} onChanged={changed} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = {
  one: Collection;
  all: readonly Collection[];
  addressOf: Props['addressOf'];
  edit: (collection: Collection) => void;
  onChanged: () => void;
};

const says = { private: 'Private', unlisted: 'Unlisted', public: 'Public' } as const;

function CollectionRow({ one, all, addressOf, edit, onChanged }: RowProps) {
  const { user } = useSession();
  const { id, name, description, visibility, order, parent, notes, slug } = one;
  const isLast = !all.some((other) => other.parent === parent && other.order > order);

  async function done(work: Promise<Answer<unknown>>, failed: string): Promise<boolean> {
    const answer = await work;
    if (answer.ok) onChanged();
    else toasts.add({ title: failed, description: sentenceFor(answer, new Date()), color: 'danger' });
    return answer.ok;
  }
  const move = (to: number) =>
    void done(call('PATCH /api/collections/{id}', { at: { id }, body: { order: to } }), 'Couldn’t move it');

  async function remove() {
    // The row is removed, so the focus moves to the list's heading.
    document.getElementById('my-collections')?.focus();
    if (!(await done(call('DELETE /api/collections/{id}', { at: { id } }), 'Couldn’t delete it'))) return;
    const bringBack = async () => {
      const answer = await call('PUT /api/collections/{id}', { at: { id } });
      if (answer.ok) onChanged();
      else undoFailed(sentenceFor(answer, new Date()), () => void bringBack());
    };
    toasts.add({
      title: 'Collection deleted',
      description: `${name}. Its notes stay.`,
      icon: 'trash',
      actions: [undoing(() => void bringBack())],
    });
  }

  return (
    <li className={parent === null ? 'border-t border-line py-3' : 'border-t border-line py-3 ps-6'}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="m-0 flex flex-wrap items-center gap-x-2 gap-y-1">
            <a href={addressOf(one)} dir="auto" className="font-medium text-ink wrap-anywhere hover:text-primary">
              {name}
            </a>
            {visibility !== 'private' && <Badge>{says[visibility]}</Badge>}
          </p>
          {description && (
            <p dir="auto" className="m-0 line-clamp-2 text-[0.9375rem] text-muted wrap-anywhere">
              {description}
            </p>
          )}
          <p className="m-0 text-sm text-faint">
            {notes === null ? `Filled by: ${one.search}` : countedOf(notes, 'note')}
            {notes !== null && all.some((other) => other.parent === id && other.notes) && ', besides those inside it'}
          </p>
        </div>
        <Menu
          trigger={
            <button
              type="button"
              aria-label={`Actions for ${name}`}
              className="grid size-10 flex-none cursor-pointer place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
            >
              <Glyph name="more" />
            </button>
          }
        >
          <MenuItem onSelect={() => edit(one)}>Edit…</MenuItem>
          {notes !== null && notes > 0 && (
            <MenuItem onSelect={() => openModal(OrderCollection, { collection: one, onChanged }, { size: 'lg' })}>
              Reorder notes…
            </MenuItem>
          )}
          {visibility !== 'private' && user && (
            <MenuItem href={paths.collection(user.handle, slug)}>Open its page</MenuItem>
          )}
          <KeepOfflineItem kind="collections" id={id} name={name} />
          {notes !== 0 && (
            <MenuItem href={`/api/books/collections/${id}`}>
              {notes !== null && notes > limits.export.book
                ? `Book of the first ${limits.export.book} notes (EPUB)`
                : 'Book for e-readers (EPUB)'}
            </MenuItem>
          )}
          {order > 0 && <MenuItem onSelect={() => move(order - 1)}>Move up</MenuItem>}
          {!isLast && <MenuItem onSelect={() => move(order + 1)}>Move down</MenuItem>}
          <MenuSeparator />
          <MenuItem danger onSelect={() => void remove()}>
            Delete
          </MenuItem>
        </Menu>
      </div>
    </li>
  );
}
