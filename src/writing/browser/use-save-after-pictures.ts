import { useEffect, useEffectEvent, useState } from 'react';
import { isWaitingIn } from './note-fields.ts';

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
