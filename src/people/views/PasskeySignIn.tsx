import { useEffect, useEffectEvent, useState } from 'react';
import { type Answer, type Failure, sentenceFor } from '../../platform/browser/api.ts';
import { useHydrated } from '../../platform/browser/use-browser.ts';
import { safeRedirect } from '../../platform/model/paths.ts';
import { bounded } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { canUsePasskeys, signInByAutofill, signInWithPasskey } from '../browser/passkeys.ts';

/** A challenge expires after five minutes, so the offer is renewed before that. */
const retryMs = 4 * 60_000;

/** Signs in with a passkey, if the browser supports passkeys: by a button, or when the browser fills in the address. */
export const PasskeySignIn = bounded(function PasskeySignIn() {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [offer, setOffer] = useState(0);

  const offerAgain = () => setOffer((last) => last + 1);

  function goOn(answer: Answer<unknown>) {
    if (answer.ok) return location.assign(safeRedirect(new URLSearchParams(location.search).get('redirect')));
    setBusy(false);
    setFailure(answer);
  }

  const onFilled = useEffectEvent(goOn);
  useEffect(() => {
    let wanted = true;
    void signInByAutofill().then((answer) => answer && wanted && onFilled(answer));
    const timer = setTimeout(offerAgain, retryMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [offer]);
  if (!hydrated || !canUsePasskeys()) return null;

  async function signIn() {
    setBusy(true);
    setFailure(undefined);
    const answer = await signInWithPasskey();
    goOn(answer);
    // The button cancelled the browser's offer, so it is made again.
    if (!answer.ok) offerAgain();
  }

  return (
    <div className="mt-4 grid gap-4">
      <Button variant="outline" color="neutral" size="md" block loading={busy} onClick={() => void signIn()}>
        Use a passkey
      </Button>
      {failure && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
    </div>
  );
});
