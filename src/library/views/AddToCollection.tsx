import { useState, type SubmitEvent } from 'react';
import { sentenceFor, type Failure } from '../../platform/browser/api.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Input } from '../../ui/forms/Input.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { openModal, type InModal } from '../../ui/modal/modal.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toasts } from '../../ui/toasts/toasts.ts';
import { call, useCall } from '../browser/calls.ts';

type Props = { uuid: string; title: string } & InModal;

/** Opens what follows for a note. */
export function showAddToCollection(note: { uuid: string; title: string }): void {
  openModal(AddToCollection, note);
}

/** The collections that a note is in, and those to put it into; a new one is made by its name. */
function AddToCollection({ uuid, title, close }: Props) {
  const { answer, retry } = useCall('GET /api/collections', { query: { note: uuid } });
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const had = new Set(answer?.ok ? answer.data.having : []);
  const filled = answer?.ok ? answer.data.collections.filter(({ search }) => search === null) : [];

  /** Each by itself: what is done stays done where a later one fails, and is not asked for again. */
  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const failed = await change();
    setBusy(false);
    if (failed) return setFailure(failed);
    close();
    toasts.add({ title: 'Collections changed', description: title, icon: 'check' });
  }

  async function change(): Promise<Failure | undefined> {
    const changes = new Map([...wanted].filter(([id, on]) => on !== had.has(id)));
    if (name.trim()) {
      const made = await call('POST /api/collections', { body: { name } });
      if (!made.ok) return made;
      setName('');
      changes.set(made.data.collection.id, true);
    }
    for (const [id, on] of changes) {
      const done = await call(`${on ? 'PUT' : 'DELETE'} /api/collections/{id}/notes/{uuid}`, { at: { id, uuid } });
      if (done.ok) continue;
      retry();
      return done;
    }
    return undefined;
  }

  return (
    <form onSubmit={(event) => void save(event)} className="contents">
      <DialogTitle>Add to collections</DialogTitle>
      <DialogDescription>
        <bdi>{title}</bdi>
      </DialogDescription>
      {!answer && <Loading what="Loading your collections" lines={2} />}
      {answer?.ok === false && <LoadFailure failure={answer} retry={retry} />}
      {filled.length > 0 && (
        <ul aria-label="Collections" className="m-0 grid max-h-72 list-none overflow-y-auto p-0">
          {filled.map(({ id, name: label, parent }) => (
            <li key={id} className={parent === null ? '' : 'ps-6'}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-sunken">
                <input
                  type="checkbox"
                  className="size-5 flex-none accent-primary"
                  checked={wanted.get(id) ?? had.has(id)}
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
          <Input
            {...control}
            dir="auto"
            value={name}
            maxLength={limits.collections.name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      {failure && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
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
