import { useState, type ReactNode, type SubmitEvent } from 'react';
import { sentenceFor, type Answer, type Failure } from '../../platform/browser/api.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { openModal, type InModal } from '../../ui/modal/modal.ts';
import { Notice } from '../../ui/Notice.tsx';
import { cn } from '../../ui/cn.ts';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import { call, useCall } from '../browser/calls.ts';
import type { Collection } from '../model/collection.ts';

type Props = { uuid: string; title: string } & InModal;

/** Opens the dialog below for a note. */
export function showAddToCollection(note: { uuid: string; title: string }): void {
  openModal(AddToCollection, note);
}

/** The collections that a note is in, and those to which it can be added. */
function AddToCollection({ uuid, title, close }: Props) {
  const { answer, retry } = useCall('GET /api/collections', { query: { note: uuid } });
  const having = new Set(answer?.ok ? answer.data.having : []);

  /** One call for each change: what succeeded stays if a later one fails, and is not repeated. */
  async function save(changes: Changes): Promise<Failure | undefined> {
    const failed = await changeAll(changes);
    if (failed) {
      retry();
      return failed;
    }
    close();
    const actions = [undoing(() => void undo(changes.map(([id, on]) => [id, !on])))];
    toasts.add({ title: 'Collections changed', description: title, icon: 'check', actions });
    return undefined;
  }

  async function changeAll(changes: Changes): Promise<Failure | undefined> {
    for (const [id, on] of changes) {
      const done = await call(`${on ? 'PUT' : 'DELETE'} /api/collections/{id}/notes/{uuid}`, { at: { id, uuid } });
      if (!done.ok) return done;
    }
    return undefined;
  }

  async function undo(changes: Changes): Promise<void> {
    const failed = await changeAll(changes);
    if (failed) undoFailed(sentenceFor(failed, new Date()), () => void undo(changes));
  }

  return (
    <ChooseCollections
      title="Add to collections"
      about={<bdi>{title}</bdi>}
      collections={answer?.ok ? answer.data.collections : []}
      answer={answer}
      retry={retry}
      has={(id) => having.has(id)}
      onSave={save}
      close={close}
    />
  );
}

/** By id, whether something is in a collection from now on, or no longer. */
type Changes = readonly (readonly [id: string, on: boolean])[];

type Choosing = {
  title: string;
  about: ReactNode;
  collections: readonly Collection[];
  answer: Answer<unknown> | undefined;
  retry: () => void;
  has: (id: string) => boolean;
  /** Saves the choice and closes the dialog, or returns why it failed. */
  onSave: (changes: Changes) => Promise<Failure | undefined>;
  close: () => void;
};

/**
 * The collections that match what is typed, by their names with those above them, and first those that have it already.
 * `best`: the one that Enter takes.
 */
function matching(collections: readonly Collection[], typed: string, has: (id: string) => boolean) {
  const nameOf = ({ name, parent }: Collection) => {
    const above = collections.find(({ id }) => id === parent)?.name;
    return above === undefined ? name : `${above} / ${name}`;
  };
  const wanted = typed.toLowerCase();
  const shown = collections
    .map((one) => ({ ...one, label: wanted !== '' || has(one.id) ? nameOf(one) : one.name }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .sort((one, other) => Number(has(other.id)) - Number(has(one.id)));
  const exact = shown.find(({ name }) => name.toLowerCase() === wanted);
  const best = exact ?? shown.find(({ name }) => name.toLowerCase().startsWith(wanted)) ?? shown[0];
  return { shown, exact, best: wanted === '' ? undefined : best };
}

/**
 * The collections to which something can be added, as a dialog's form. Typing finds one, or names a new one; saving takes
 * the best match of what is typed.
 */
export function ChooseCollections({ title, about, collections, answer, retry, has, onSave, close }: Choosing) {
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [text, setText] = useState('');
  const [isNewWanted, setIsNewWanted] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  // A smart collection's notes follow from its search.
  const filled = collections.filter(({ search }) => search === null);
  const name = text.trim();
  const { shown, exact, best } = matching(filled, name, has);
  const isNew = name !== '' && (isNewWanted || !best);

  function type(typed: string) {
    setText(typed);
    setIsNewWanted(false);
  }

  function choose(id: string, on: boolean) {
    setWanted(new Map(wanted).set(id, on));
    type('');
  }

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    setFailure(await change());
    setBusy(false);
  }

  async function change(): Promise<Failure | undefined> {
    const all = new Map(wanted);
    if (best && !isNew) all.set(best.id, true);
    const changes = [...all].filter(([id, on]) => on !== has(id));
    if (isNew) {
      const made = await call('POST /api/collections', { body: { name } });
      if (!made.ok) return made;
      type('');
      changes.push([made.data.collection.id, true]);
    }
    return onSave(changes);
  }

  const row = 'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-sunken';
  return (
    <form onSubmit={(event) => void save(event)} className="contents">
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{about}</DialogDescription>
      {!answer && filled.length === 0 && <Loading what="Loading your collections" lines={2} />}
      {answer?.ok === false && <LoadFailure what="your collections" failure={answer} retry={retry} />}
      <Field
        label="Find or add a collection"
        hint="Press Enter for the highlighted one. Only you can see a new one until you share it."
      >
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoComplete="off"
            value={text}
            maxLength={limits.collections.name}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </Field>
      {(shown.length > 0 || name !== '') && (
        <ul aria-label="Collections" className="m-0 grid max-h-72 list-none overflow-y-auto p-0">
          {shown.map(({ id, label, name: own, parent }) => (
            <li key={id} className={parent !== null && label === own ? 'ps-6' : ''}>
              <label className={cn(row, id === best?.id && !isNew && 'bg-primary-soft')}>
                <input
                  type="checkbox"
                  className="size-5 flex-none accent-primary"
                  checked={wanted.get(id) ?? has(id)}
                  onChange={({ target }) => choose(id, target.checked)}
                />
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {label}
                </span>
              </label>
            </li>
          ))}
          {name !== '' && !exact && (
            <li>
              <label className={cn(row, isNew && 'bg-primary-soft')}>
                <input
                  type="checkbox"
                  className="size-5 flex-none accent-primary"
                  checked={isNew}
                  onChange={({ target }) => setIsNewWanted(target.checked)}
                />
                <span className="min-w-0 wrap-anywhere">
                  New collection “<bdi>{name}</bdi>”
                </span>
              </label>
            </li>
          )}
        </ul>
      )}
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
