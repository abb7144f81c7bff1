import { useState, type SubmitEvent } from 'react';
import { fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { useKeptText } from '../../people/browser/use-kept-text.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogTitle } from '../../ui/Dialog.tsx';
import { Field, Input, Select, Textarea } from '../../ui/forms/Field.tsx';
import { Radios } from '../../ui/forms/Choices.tsx';
import type { InModal } from '../../ui/modal/modal.ts';
import { Notice } from '../../ui/Notice.tsx';
import { call } from '../browser/calls.ts';
import type { Collection, CollectionVisibility } from '../model/collection.ts';
import { useSending } from '../../platform/browser/use-query.ts';

type Props = {
  /** The collection to change; without it, a new one is created. */
  collection?: Collection;
  /** All collections of this person, to choose the parent from. */
  all: readonly Collection[];
  /** The search of a new smart collection. */
  search?: string;
  onSaved: (collection: Collection) => void;
} & InModal;

const visibilities: { value: CollectionVisibility; label: string; hint: string }[] = [
  { value: 'private', label: 'Private', hint: 'Only you can see it.' },
  { value: 'unlisted', label: 'Unlisted', hint: 'Anyone with the link can see its public notes.' },
  { value: 'public', label: 'Public', hint: 'It’s on your page, with a feed of its public notes.' },
];

/** Creates a collection, or changes the description of one. What was typed stays while anything is wrong. */
export function CollectionForm({ collection, all, search: wanted, onSaved, close }: Props) {
  const about = `collection:${collection?.id ?? 'new'}`;
  const [name, setName] = useKeptText(`${about}:name`, collection?.name);
  const [description, setDescription] = useKeptText(`${about}:description`, collection?.description);
  const [visibility, setVisibility] = useState<CollectionVisibility>(collection?.visibility ?? 'private');
  const [parent, setParent] = useState(collection?.parent ?? '');
  const [search, setSearch] = useState(collection?.search ?? wanted ?? '');
  const { busy, failure, send } = useSending();
  const hasChildren = all.some((one) => one.parent === collection?.id);
  const parents = all.filter((one) => one.parent === null && one.id !== collection?.id);
  const isFilled = collection !== undefined && collection.search === null;

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const fields = { name, description, visibility, parent: parent || null };
    const query = search.trim();
    const answer = await send(() =>
      collection
        ? call('PATCH /api/collections/{id}', {
            at: { id: collection.id },
            body: { ...fields, ...(isFilled ? {} : { search: query }) },
          })
        : call('POST /api/collections', { body: { ...fields, search: query || null } }),
    );
    if (!answer?.ok) return;
    setName('');
    setDescription('');
    close();
    onSaved(answer.data.collection);
  }

  const isOfField = failure?.problem.errors?.some(({ path }) => path !== '') ?? false;
  return (
    <form onSubmit={(event) => void save(event)} noValidate className="contents">
      <DialogTitle>{collection ? 'Edit collection' : 'New collection'}</DialogTitle>
      <Field label="Name" error={fieldError(failure, 'name')}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            value={name}
            maxLength={limits.collections.name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label="Description" error={fieldError(failure, 'description')}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={2}
            className="min-h-16"
            value={description}
            maxLength={limits.collections.description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <Radios
        label="Who can see it"
        name="visibility"
        options={visibilities}
        value={visibility}
        onChange={setVisibility}
        error={fieldError(failure, 'visibility')}
      />
      {!hasChildren && parents.length > 0 && (
        <Field label="Part of" error={fieldError(failure, 'parent')}>
          {(control) => (
            <Select {...control} value={parent} onChange={({ target }) => setParent(target.value)}>
              <option value="">None</option>
              {parents.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {!isFilled && (
        <Field
          label={collection ? 'Search' : 'Fill it with a search'}
          hint={
            collection
              ? 'Everything it finds in your library is in the collection.'
              : 'For example tag:web is:link. Leave it empty to choose the notes yourself.'
          }
          error={fieldError(failure, 'search')}
        >
          {(control) => (
            <Input {...control} dir="auto" value={search} onChange={({ target }) => setSearch(target.value)} />
          )}
        </Field>
      )}
      {!isFilled && !fieldError(failure, 'search') && search.trim() !== '' && visibility !== 'private' && (
        <p className="m-0 text-sm text-muted">
          Others see what it finds among your newest {limits.collections.searched} public notes.
        </p>
      )}
      {failure && !isOfField && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {collection ? 'Save' : 'Create collection'}
        </Button>
      </DialogActions>
      <DialogClose />
    </form>
  );
}
