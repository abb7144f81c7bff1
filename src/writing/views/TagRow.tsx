import { useRef, useState, type FormEvent } from 'react';
import { countedOf } from '../../platform/model/counted.ts';
import { isWithin, normalizeTag } from '../../platform/model/tag.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Input } from '../../ui/forms/Input.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { OwnTag } from '../browser/calls.ts';
import { renameTag } from '../browser/renaming-tags.ts';

type Props = { own: OwnTag; all: readonly OwnTag[]; address: string; onChanged: () => void };

/** A tag of mine: how many notes have it, another name for it, and taking it off. */
export function TagRow({ own: { tag, notes }, all, address, onChanged }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const below = all.filter((other) => other.tag !== tag && isWithin(other.tag, tag)).length;

  async function rename(to: string | null): Promise<string | undefined> {
    setBusy(true);
    setFailure(undefined);
    const merge = all.some((other) => other.tag === to);
    const why = await renameTag({ from: tag, to, merge, below }, onChanged);
    setBusy(false);
    if (why !== undefined) return why;
    setOpen(false);
    document.getElementById('my-tags')?.focus();
    return undefined;
  }

  function close() {
    setOpen(false);
    opener.current?.focus();
  }

  const nested = tag.lastIndexOf('/') + 1;
  return (
    <li className="grid gap-2 border-t border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <a href={address} className="py-1 font-medium wrap-anywhere hover:text-primary">
            <bdi>
              <span className="text-muted">{tag.slice(0, nested)}</span>
              {tag.slice(nested)}
            </bdi>
          </a>
          <span className="text-sm text-muted">{countedOf(notes, 'note')}</span>
        </span>
        <span className="flex flex-wrap gap-1 max-sm:-mx-3" role="group" aria-label={`Actions for ${tag}`}>
          <Button
            size="xs"
            variant="ghost"
            color="neutral"
            ref={opener}
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            Rename
          </Button>
          <Button
            size="xs"
            variant="ghost"
            color="danger"
            loading={busy}
            onClick={() => void rename(null).then(setFailure)}
          >
            Delete
          </Button>
        </span>
      </div>
      {isOpen && <NewName tag={tag} all={all} below={below} busy={busy} onRename={rename} onClose={close} />}
      {failure && <Notice kind="danger">{failure}</Notice>}
    </li>
  );
}

type NewNameProps = {
  tag: string;
  all: readonly OwnTag[];
  /** How many tags are nested in it. */
  below: number;
  busy: boolean;
  onRename: (to: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** Where the new name is typed. What becomes of it is said before: another name, or one with a tag that is there. */
function NewName({ tag, all, below, busy, onRename, onClose }: NewNameProps) {
  const [text, setText] = useState(tag);
  const [problem, setProblem] = useState<string>();
  const to = normalizeTag(text);
  const there = to === tag ? undefined : all.find((other) => other.tag === to);
  const hints = [
    there && `“${to}” already exists on ${countedOf(there.notes, 'note')}. The two will become one.`,
    below > 0 && `${below === 1 ? 'The tag below it goes' : `The ${below} tags below it go`} along.`,
    'Use a slash to nest tags, as in web/css.',
  ];

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setProblem(await onRename(to || text));
  }

  return (
    <form className="grid max-w-md gap-3 pb-2" onSubmit={(event) => void send(event)}>
      <Field label={`New name of ${tag}`} hint={hints.filter(Boolean).join(' ')} error={problem}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoCapitalize="none"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setProblem(undefined);
              setText(target.value);
            }}
            onFocus={({ target }) => target.select()}
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="xs" loading={busy}>
          {there ? 'Merge' : 'Rename'}
        </Button>
        <Button size="xs" variant="outline" color="neutral" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
