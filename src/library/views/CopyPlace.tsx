import { useEffect, useRef, useState } from 'react';
import { isAccepted, sentenceFor, type Answer } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import { saveNote } from '../browser/saving.ts';
import type { ReadingChange, ReadingPlace, ReadingPlaceThen, SavedAnswer } from '../model/reading-list.ts';

type Props = {
  note: { uuid: string; title: string };
  /** Whether the place is still asked for. */
  isLoading: boolean;
  /** Its place in the reading list; null if it is in none and has no star, undefined if that is not known. */
  place: ReadingPlace | null | undefined;
  onPlace: (place: ReadingPlace | null) => void;
};

const fresh: ReadingPlace = { state: null, progress: 0, favourite: false };

/** Archives and stars what is being read, with an undo. */
export function CopyPlace({ note: { uuid, title }, isLoading, place, onPlace }: Props) {
  const [busy, setBusy] = useState(false);
  const isArchived = place?.state === 'archived';
  const isStarred = place?.favourite === true;
  // An undo comes later than the change: meanwhile the other button may be pressed.
  const latest = useRef(place);
  useEffect(() => {
    latest.current = place;
  });

  async function store(to: ReadingChange): Promise<Answer<SavedAnswer>> {
    const answer = await saveNote<SavedAnswer>(uuid, title, to);
    if (!isAccepted(answer)) return answer;
    const { state = null, progress, favourite } = latest.current ?? fresh;
    const now = answer.ok
      ? { state: null, progress, ...answer.data }
      : { progress, state: to.state === undefined ? state : to.state, favourite: to.favourite ?? favourite };
    onPlace(now.state === null && !now.favourite ? null : placeOf(now));
    return answer;
  }

  async function change(to: ReadingChange, done?: string) {
    if (busy) return;
    setBusy(true);
    const answer = await store(to);
    setBusy(false);
    if (!isAccepted(answer)) {
      return void toasts.add({
        title: 'That didn’t work',
        description: sentenceFor(answer, new Date()),
        color: 'danger',
      });
    }
    if (done === undefined) return;
    // Without a network, this page knows the former place, but not since when it was there.
    const was = answer.ok ? (answer.data.was ?? null) : place;
    const actions = was === undefined ? [] : [undoing(() => void undo(to, was))];
    toasts.add({ title: done, icon: 'check', description: title, actions });
  }

  /** Undoes this change alone: what was read since, and the other button, stay. */
  async function undo(to: ReadingChange, was: ReadingPlace | ReadingPlaceThen | null) {
    const { state, favourite } = was ?? fresh;
    const back = to.state === undefined ? { favourite } : { state, ...(was && 'times' in was && { times: was.times }) };
    const answer = await store(back);
    if (!isAccepted(answer)) undoFailed(sentenceFor(answer, new Date()), () => void undo(to, was));
  }

  const look = { size: 'xs', variant: 'outline', color: 'neutral', disabled: isLoading } as const;
  const unarchived = place && place.progress > 0 ? 'reading' : 'toread';
  return (
    <>
      <Button
        {...look}
        aria-pressed={isArchived}
        onClick={() =>
          void change({ state: isArchived ? unarchived : 'archived' }, isArchived ? 'On your reading list' : 'Archived')
        }
      >
        {isArchived ? 'Archived' : 'Archive'}
      </Button>
      <Button {...look} aria-pressed={isStarred} onClick={() => void change({ favourite: !isStarred })}>
        <span aria-hidden="true">{isStarred ? '★' : '☆'}</span> {isStarred ? 'Starred' : 'Star'}
      </Button>
    </>
  );
}

const placeOf = ({ state, progress, favourite }: ReadingPlace): ReadingPlace => ({ state, progress, favourite });
