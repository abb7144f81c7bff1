import { useEffect, useEffectEvent, useState, useRef } from 'react';
import { hasPlaceholder, newWaitingName, pictureArrived, withUploadedPictures } from '../browser/note-fields.ts';
import { pictureAddress, picturesIn, pictureSizes } from '../../pictures/model/addresses.ts';
import { sendPicture } from '../../pictures/browser/send-picture.ts';
import { sentenceFor } from '../../platform/browser/api.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { withPicture, withPictureSent, type Edited } from '../browser/markdown-edits.ts';

export type Sending = 'begun' | 'sent' | 'failed';

/**
 * Saving that waits for the pictures of the text that are being uploaded. It is cancelled if one of them fails or is removed
 * from the text, and if the person types again: unfinished text is not published.
 */
export function useSaveAfterPictures<Part>(text: string, store: () => unknown, change: (part: Part) => void) {
  const [uploading, setUploading] = useState<readonly string[]>([]);
  const [awaited, setAwaited] = useState<{ names: readonly string[]; then: () => unknown }>();
  const left = awaited?.names.filter((name) => uploading.includes(name));
  if (left?.some((name) => !hasPlaceholder(text, name))) setAwaited(undefined);
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
  const sending = uploading.filter((name) => hasPlaceholder(text, name));
  return {
    /** How many pictures of the text are being uploaded. */
    sending: sending.length,
    waits: awaited !== undefined,
    /** `then`: what saves, instead of the form's own save. */
    save: (then = store) => (sending.length > 0 ? setAwaited({ names: sending, then }) : then()),
    /** Applies a change by the person, and cancels the waiting save. */
    change: (part: Part) => {
      setAwaited(undefined);
      change(part);
    },
    onSending: (name: string, now: Sending) => {
      setUploading((names) => (now === 'begun' ? [...names, name] : names.filter((other) => other !== name)));
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
  /** `byPicture`: nobody typed, an upload ended. */
  onChange: (text: string, byPicture: boolean) => void;
  onSending: (name: string, now: Sending) => void;
};

/** The pictures that are inserted into a text. */
export function usePictures({ area, apply, onChange, onSending }: Field) {
  const isArriving = useRef(false);

  function arrive(field: HTMLTextAreaElement, next: Edited) {
    isArriving.current = true;
    // If the focus is elsewhere by now, it stays there.
    if (document.activeElement === field) apply(next);
    else onChange(next.text, true);
    isArriving.current = false;
  }

  /** Each picture is in the text immediately where it was inserted, and gets its address there, wherever the person types. */
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
      // Before the text changes, or it would look as if the person had removed the picture.
      onSending(name, sent.ok ? 'sent' : 'failed');
      if (field)
        arrive(field, sent.ok ? withUploadedPictures(editedIn(field)) : withPictureSent(editedIn(field), name));
      if (sent.ok) continue;
      toasts.add({
        title: 'Couldn’t upload it',
        description: sentenceFor(sent, new Date()),
        color: 'danger',
        timeout: 0,
      });
    }
  }

  /** Applies what was typed; a picture that undo restores gets its address again. */
  function change(field: HTMLTextAreaElement) {
    const typed = editedIn(field);
    const next = withUploadedPictures(typed);
    onChange(next.text, isArriving.current);
    if (next.text !== typed.text) requestAnimationFrame(() => field.setSelectionRange(next.from, next.to));
  }

  return { show, change };
}

/**
 * How many pictures of a text, as it was when it came back from the device, are gone: the server keeps one that no note
 * shows for a month.
 */
export function useLostPictures(text: string): number {
  const [cameBack] = useState(text);
  const [lost, setLost] = useState(0);
  useEffect(() => {
    let wanted = true;
    const asked = picturesIn(cameBack).map((name) =>
      fetch(pictureAddress(name, pictureSizes.text[0]), { method: 'HEAD' }).catch(() => undefined),
    );
    void Promise.all(asked).then((answers) => {
      if (wanted) setLost(answers.filter((answer) => answer?.status === 404).length);
    });
    return () => {
      wanted = false;
    };
  }, [cameBack]);
  return lost;
}
