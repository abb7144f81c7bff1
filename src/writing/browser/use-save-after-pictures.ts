import { useEffect, useEffectEvent, useState } from 'react';

/** Saving that waits for pictures which are on their way, and is off where one of them was not sent. */
export function useSaveAfterPictures(store: () => unknown) {
  const [sending, setSending] = useState(0);
  const [waits, setWaits] = useState(false);
  const storeNow = useEffectEvent(() => {
    setWaits(false);
    store();
  });
  useEffect(() => {
    if (!waits || sending > 0) return;
    const soon = setTimeout(storeNow);
    return () => clearTimeout(soon);
  }, [waits, sending]);
  return {
    /** How many pictures are on their way. */
    sending,
    waits,
    save: () => (sending > 0 ? setWaits(true) : store()),
    /** A picture went on its way (1), or came to its end (-1), `failed` where it was not sent. */
    onSending: (change: 1 | -1, failed = false) => {
      setSending((count) => count + change);
      if (failed) setWaits(false);
    },
  };
}
