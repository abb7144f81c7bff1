import { useRef, useState, type FormEvent } from 'react';
import { countedOf, grouped } from '../../platform/model/counted.ts';
import { paths } from '../../platform/model/paths.ts';
import { isWithin, normalizeTag } from '../../platform/model/tag.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type OwnTag, useCall } from '../browser/calls.ts';
import { renameTag } from '../browser/renaming-tags.ts';
import { EmptyState, LoadFailure, Loading } from '../../ui/Loading.tsx';

type Props = { own: OwnTag; all: readonly OwnTag[]; address: string; onChanged: () => void };

/** One of my tags: how many notes have it, and buttons to rename and remove it. */
function TagRow({ own: { tag, notes }, all, address, onChanged }: Props) {
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
          <a href={address} className="py-2.5 font-medium wrap-anywhere hover:text-primary">
            <bdi>
              <span className="text-muted">{tag.slice(0, nested)}</span>
              {tag.slice(nested)}
            </bdi>
          </a>
          <span className="text-sm text-muted">{countedOf(notes, 'note')}</span>
        </span>
        <span className="flex flex-wrap gap-1 -me-3 max-sm:-ms-3" role="group" aria-label={`Actions for ${tag}`}>
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
            color="neutral"
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

/** The form for the new name. It says before what will happen: a new name, or merging with an existing tag. */
function NewName({ tag, all, below, busy, onRename, onClose }: NewNameProps) {
  const [text, setText] = useState(tag);
  const [problem, setProblem] = useState<string>();
  const to = normalizeTag(text);
  const there = to === tag ? undefined : all.find((other) => other.tag === to);
  const hints = [
    there && `“${to}” already exists on ${countedOf(there.notes, 'note')}. The two will become one.`,
    below > 0 && `${below === 1 ? 'The tag below it moves' : `The ${countedOf(below, 'tag')} below it move`} too.`,
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

/** How many rows are drawn before the person asks for all. */
const drawn = 200;
/** With fewer tags than this, there is no search field. */
const few = 12;

type MyTagsProps = {
  /** The address of a tag's notes. */
  addressOf: (tag: string) => string;
  /** Called after tags were renamed, merged or removed. */
  onChanged: () => void;
};

/** The tags of my notes in every state, to rename, merge and delete them. */
export function MyTags({ addressOf, onChanged }: MyTagsProps) {
  const { answer, retry } = useCall('GET /api/tags', {});
  const [tags, setTags] = useState<readonly OwnTag[]>();
  // The tags stay visible while they are requested again.
  if (answer?.ok && answer.data.tags !== tags) setTags(answer.data.tags);
  return (
    <section aria-labelledby="my-tags" className="min-w-0">
      <h1 id="my-tags" tabIndex={-1} className="pb-4">
        My tags
      </h1>
      {answer?.ok === false && <LoadFailure what="your tags" failure={answer} retry={retry} />}
      {tags ? (
        <Tags
          tags={tags}
          addressOf={addressOf}
          onChanged={() => {
            retry();
            onChanged();
          }}
        />
      ) : (
        !answer && <Loading what="Loading your tags" lines={6} />
      )}
    </section>
  );
}

type TagsProps = { tags: readonly OwnTag[]; addressOf: (tag: string) => string; onChanged: () => void };

function Tags({ tags, addressOf, onChanged }: TagsProps) {
  const [wanted, setWanted] = useState('');
  const [isWhole, setWhole] = useState(false);
  if (tags.length === 0) {
    return (
      <EmptyState actions={<Button href={paths.write}>Save a link</Button>}>
        No tags yet. Add one when you save a link or write a note.
      </EmptyState>
    );
  }
  const part = normalizeTag(wanted);
  const found = tags.filter(({ tag }) => tag.includes(part)).toSorted(byName);
  const shown = isWhole ? found : found.slice(0, drawn);
  return (
    <>
      <p className="mt-0 mb-6 text-muted">
        {countedOf(tags.length, 'tag')}. Renaming or deleting one changes every note that has it.
      </p>
      {tags.length > few && (
        <div className="mb-4 max-w-sm">
          <Field label="Find a tag">
            {(control) => (
              <Input
                {...control}
                type="search"
                autoCapitalize="none"
                value={wanted}
                onChange={({ target }) => setWanted(target.value)}
              />
            )}
          </Field>
        </div>
      )}
      <span role="status" className="sr-only">
        {part === '' ? '' : `${countedOf(found.length, 'tag')} found.`}
      </span>
      {found.length === 0 && <p className="text-muted">No tag matches. Try fewer letters.</p>}
      <ul aria-label="Tags" className="m-0 list-none p-0">
        {shown.map((each) => (
          <TagRow key={each.tag} own={each} all={tags} address={addressOf(each.tag)} onChanged={onChanged} />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="outline" className="mt-4" onClick={() => setWhole(true)}>
          Show all {grouped(found.length)}
        </Button>
      )}
    </>
  );
}

/** Nested tags come right after their parent: the slash sorts before all other characters of a tag. */
function byName({ tag: one }: OwnTag, { tag: other }: OwnTag): number {
  const [parts, others] = [one.split('/'), other.split('/')];
  const at = parts.findIndex((part, index) => part !== others[index]);
  if (at === -1) return parts.length - others.length;
  return (parts[at] ?? '').localeCompare(others[at] ?? '');
}
