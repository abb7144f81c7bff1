import { useEffect, useEffectEvent, useState, useRef } from 'react';
import { isWaitingIn, newWaitingName, pictureArrived, withArrived } from '../browser/note-fields.ts';
import { sendPicture } from '../../pictures/browser/send-picture.ts';
import { sentenceFor } from '../../platform/browser/api.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { withPicture, withPictureSent, type Edited } from '../browser/markdown-edits.ts';

export type Sending = 'begun' | 'sent' | 'failed';

/**
 * Saving that waits for pictures of the text which are on their way. It is off where one of them was not sent or was
 * taken out, and where somebody goes on typing: what is half typed is not published.
 */
export function useSaveAfterPictures<Part>(text: string, store: () => unknown, change: (part: Part) => void) {
  const [onTheirWay, setOnTheirWay] = useState<readonly string[]>([]);
  const [awaited, setAwaited] = useState<{ names: readonly string[]; then: () => unknown }>();
  const left = awaited?.names.filter((name) => onTheirWay.includes(name));
  if (left?.some((name) => !isWaitingIn(text, name))) setAwaited(undefined);
  const isComplete = left?.length === 0;
  const storeNow = useEffectEvent(() => {
    setAwaited(undefined);
    awaited?.then();
  });
  useEffect(() => {
    if (!isComplete) return;
    const soon = setTimeout(storeNow);
    return () => clearTimeout(soon);
  }, [isComplete]);
  const sending = onTheirWay.filter((name) => isWaitingIn(text, name));
  return {
    /** How many pictures of the text are on their way. */
    sending: sending.length,
    waits: awaited !== undefined,
    /** `then`: another way to save than that of the form. */
    save: (then = store) => (sending.length > 0 ? setAwaited({ names: sending, then }) : then()),
    /** What somebody changed, who waits no longer then. */
    change: (part: Part) => {
      setAwaited(undefined);
      change(part);
    },
    onSending: (name: string, now: Sending) => {
      setOnTheirWay((names) => (now === 'begun' ? [...names, name] : names.filter((other) => other !== name)));
      if (now === 'failed') setAwaited((last) => (last?.names.includes(name) ? undefined : last));
    },
  };
}

export const editedIn = (field: HTMLTextAreaElement): Edited => ({
  text: field.value,
  from: field.selectionStart,
  to: field.selectionEnd,
});

type Field = {
  area: () => HTMLTextAreaElement | null | undefined;
  apply: (next: Edited) => void;
  /** `byPicture`: nobody typed, a picture came to its end. */
  onChange: (text: string, byPicture: boolean) => void;
  onSending: (name: string, now: Sending) => void;
};

/** The pictures that are put into a text. */
export function usePictures({ area, apply, onChange, onSending }: Field) {
  const isArriving = useRef(false);

  function arrive(field: HTMLTextAreaElement, next: Edited) {
    isArriving.current = true;
    // Whoever writes elsewhere by now goes on there.
    if (document.activeElement === field) apply(next);
    else onChange(next.text, true);
    isArriving.current = false;
  }

  /** Each stands in the text at once where it was put, and gets its address there, wherever one writes meanwhile. */
  async function show(files: readonly File[]) {
    const waiting = files.map((file) => ({ file, name: newWaitingName() }));
    for (const { file, name } of waiting) {
      const field = area();
      if (field) apply(withPicture(editedIn(field), file.name, name));
      onSending(name, 'begun');
    }
    for (const { file, name } of waiting) {
      const sent = await sendPicture(file, file.name);
      const field = area();
      if (sent.ok) pictureArrived(name, sent.data.address);
      // Before the text changes, which is not the person taking the picture out.
      onSending(name, sent.ok ? 'sent' : 'failed');
      if (field) arrive(field, sent.ok ? withArrived(editedIn(field)) : withPictureSent(editedIn(field), name));
      if (sent.ok) continue;
      toasts.add({
        title: 'Couldn’t upload it',
        description: sentenceFor(sent, new Date()),
        color: 'danger',
        timeout: 0,
      });
    }
  }

  /** What was typed; a picture that undoing brings back has its address again. */
  function change(field: HTMLTextAreaElement) {
    const typed = editedIn(field);
    const next = withArrived(typed);
    onChange(next.text, isArriving.current);
    if (next.text !== typed.text) requestAnimationFrame(() => field.setSelectionRange(next.from, next.to));
  }

  return { show, change };
}
