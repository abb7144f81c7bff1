import { useState } from 'react';
import { sentenceFor } from '../client/failure.ts';
import { canUsePasskeys, signInWithPasskey } from '../client/passkeys.ts';
import type { Failure } from '../client/api.ts';
import { useHydrated } from '../client/use-browser.ts';
import { safeRedirect } from '../domain/redirect.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { bounded } from './Boundary.tsx';

/** Signs in with a passkey of this device, where the browser knows passkeys. */
export const PasskeySignIn = bounded(function PasskeySignIn() {
  const alive = useHydrated();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  if (!alive || !canUsePasskeys()) return null;

  async function signIn() {
    setBusy(true);
    setFailure(undefined);
    const answer = await signInWithPasskey();
    if (answer.ok) return location.assign(safeRedirect(new URLSearchParams(location.search).get('redirect')));
    setBusy(false);
    setFailure(answer);
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
