import { useState } from 'react';
import { isAccepted, sentenceFor, type Answer } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { saveNote, unsaveNote } from '../browser/saving.ts';
import type { ReadingChange, ReadingPlace } from '../model/reading-list.ts';

type Props = {
  note: { uuid: string; title: string };
  /** Its place in the reading list; null if it is in none, undefined while that is not known. */
  place: ReadingPlace | null | undefined;
  onPlace: (place: ReadingPlace | null) => void;
  size: 'xs' | 'sm';
};

const fresh: ReadingPlace = { state: 'toread', progress: 0, favourite: false };

/** Archives and stars what is being read, with an undo. */
export function CopyPlace({ note: { uuid, title }, place, onPlace, size }: Props) {
  const [busy, setBusy] = useState(false);
  const isArchived = place?.state === 'archived';
  const isStarred = place?.favourite === true;

  async function store(work: Promise<Answer<unknown>>, next: ReadingPlace | null): Promise<boolean> {
    setBusy(true);
    const answer = await work;
    setBusy(false);
    if (isAccepted(answer)) onPlace(next);
    else toasts.add({ title: 'That didn’t work', description: sentenceFor(answer, new Date()), color: 'danger' });
    return isAccepted(answer);
  }

  async function change(to: ReadingChange, done: string | undefined) {
    if (busy) return;
    if (!(await store(saveNote(uuid, title, to), { ...(place ?? fresh), ...to })) || done === undefined) return;
    const back = () => {
      if (place === null) return store(unsaveNote(uuid, title), null);
      return place && store(saveNote(uuid, title, place), place);
    };
    const actions = place === undefined ? [] : [undoing(() => void back())];
    toasts.add({ title: done, icon: 'check', description: title, actions });
  }

  const look = { size, variant: size === 'xs' ? 'ghost' : 'outline' } as const;
  const color = size === 'xs' ? {} : ({ color: 'neutral' } as const);
  const starred = place === null ? 'Starred and put on your reading list' : undefined;
  return (
    <>
      <Button
        {...look}
        {...color}
        aria-pressed={isArchived}
        onClick={() =>
          void change({ state: isArchived ? 'toread' : 'archived' }, isArchived ? 'On your reading list' : 'Archived')
        }
      >
        {isArchived ? 'Archived' : 'Archive'}
      </Button>
      <Button
        {...look}
        {...color}
        aria-pressed={isStarred}
        onClick={() => void change({ favourite: !isStarred }, starred)}
      >
        {isStarred ? '★ Starred' : '☆ Star'}
      </Button>
    </>
  );
}
