import { useState, type SubmitEvent } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Input } from '../../ui/forms/Input.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { InModal } from '../../ui/modal/modal.ts';
import { makeCollection, useCollections } from '../browser/collections.ts';
import type { Chosen, LibraryAct } from '../browser/library-actions.ts';

type Props = { chosen: Chosen; onCollect: (doings: readonly LibraryAct[]) => void } & InModal;

/** The collections that the chosen are in, and others to put them into; a new one is made by its name. */
export function CollectDialog({ chosen, onCollect, close }: Props) {
  const { ids, items } = chosen;
  const { collections, answer, retry } = useCollections();
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  // The notes of the others follow from what they search for.
  const filled = collections.filter(({ search }) => search === null);
  const holdsAll = (id: string) => items.length === ids.length && items.every((item) => item.collections.includes(id));

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const doings = [...wanted].flatMap(([collection, on]): LibraryAct[] =>
      on === holdsAll(collection) ? [] : [{ action: on ? 'collect' : 'uncollect', collection }],
    );
    if (name.trim()) {
      setBusy(true);
      const made = await makeCollection(name.trim());
      setBusy(false);
      if (!made.ok) return setFailure(sentenceFor(made, new Date()));
      doings.push({ action: 'collect', collection: made.data.collection.id });
    }
    close();
    if (doings.length > 0) onCollect(doings);
  }

  return (
    <form onSubmit={(event) => void save(event)} className="contents">
      <DialogTitle>Collections</DialogTitle>
      <DialogDescription>
        {ids.length === 1 ? items[0]?.note.title : `For ${countedOf(ids.length, 'note')}.`}
      </DialogDescription>
      {!answer && filled.length === 0 && <Loading what="Loading your collections" lines={2} />}
      {answer && !answer.ok && <LoadFailure failure={answer} retry={retry} />}
      {filled.length > 0 && (
        <ul aria-label="Collections" className="m-0 grid max-h-72 list-none overflow-y-auto p-0">
          {filled.map(({ id, name: label, parent }) => (
            <li key={id} className={parent === null ? '' : 'ps-6'}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-sunken">
                <input
                  type="checkbox"
                  className="size-5 flex-none accent-primary"
                  checked={wanted.get(id) ?? holdsAll(id)}
                  onChange={({ target }) => setWanted(new Map(wanted).set(id, target.checked))}
                />
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {label}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <Field label="A new collection" hint="Only you can see it until you share it.">
        {(control) => (
          <Input {...control} value={name} maxLength={80} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
      {failure && <Notice kind="danger">{failure}</Notice>}
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </DialogActions>
      <DialogClose />
    </form>
  );
}
