import { useState, type SubmitEvent } from 'react';
import { countedOf } from '../../platform/model/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import type { InModal } from '../../ui/modal/modal.ts';
import { withTags } from '../../writing/browser/note-fields.ts';
import { TagsInput } from '../../writing/views/TagsInput.tsx';
import type { Chosen, LibraryAct } from '../browser/library-actions.ts';

type Props = { chosen: Chosen; onTags: (doings: readonly LibraryAct[]) => void } & InModal;

/** The tags that all of the chosen have: adding one gives it to all, removing one takes it from all. */
export function TagDialog({ chosen: { ids, items }, onTags, close }: Props) {
  const [before] = useState(() => sharedTags(items.length === ids.length ? items : []));
  const [tags, setTags] = useState<readonly string[]>(before);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  function save(event: SubmitEvent) {
    event.preventDefault();
    const typed = withTags(tags, text);
    if (!typed.ok) return setError(typed.problem);
    const added = typed.tags.filter((tag) => !before.includes(tag));
    const removed = before.filter((tag) => !typed.tags.includes(tag));
    close();
    const doings: LibraryAct[] = [
      ...(removed.length > 0 ? [{ action: 'untag' as const, tags: removed }] : []),
      ...(added.length > 0 ? [{ action: 'tag' as const, tags: added }] : []),
    ];
    if (doings.length > 0) onTags(doings);
  }

  return (
    <form onSubmit={save} className="contents">
      <DialogTitle>{ids.length === 1 ? 'Tags' : `Tag ${countedOf(ids.length, 'note')}`}</DialogTitle>
      <DialogDescription>
        {ids.length === 1
          ? items[0]?.note.title
          : 'These are the tags they all share. Add or remove a tag, and it changes on all of them.'}
      </DialogDescription>
      <TagsInput
        tags={tags}
        text={text}
        error={error}
        about={nothing}
        onChange={(next, typing) => {
          setTags(next);
          setText(typing);
          setError(undefined);
        }}
      />
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          Cancel
        </Button>
        <Button type="submit">Save tags</Button>
      </DialogActions>
      <DialogClose />
    </form>
  );
}

const nothing = { title: '', text: '' };

function sharedTags([first, ...others]: Chosen['items']): readonly string[] {
  return (first?.note.tags ?? []).filter((tag) => others.every(({ note }) => note.tags.includes(tag)));
}
