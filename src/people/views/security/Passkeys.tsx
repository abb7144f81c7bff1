import { useState } from 'react';
import type { Failure } from '../../../platform/browser/api.ts';
import { sentenceFor } from '../../../platform/browser/failure.ts';
import { focusOn } from '../../../platform/browser/focus.ts';
import { call, useCall } from '../../browser/calls.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { AccountRow, madeAndUsed } from '../AccountRow.tsx';
import { LoadFailure } from '../../../ui/LoadFailure.tsx';
import { NewPasskeyForm } from './NewPasskeyForm.tsx';

/** My passkeys, with a way to add and to remove one. */
export function Passkeys() {
  const { answer, retry } = useCall('GET /api/passkeys', {});
  const [adding, setAdding] = useState(false);
  const [failure, setTrouble] = useState<Failure>();

  async function remove(id: string) {
    setTrouble(undefined);
    const done = await call('DELETE /api/passkeys/{id}', { at: { id } });
    if (!done.ok && done.status !== 404) return setTrouble(done);
    lookAgain();
  }

  function lookAgain() {
    focusOn('passkeys');
    retry();
  }

  if (!answer) return <Loading what="Loading your passkeys" lines={2} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { passkeys } = answer.data;
  return (
    <>
      <p className="m-0 text-muted">
        A passkey signs you in with the lock of your device, without a password, and works on this site alone.
      </p>
      {failure && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      {passkeys.length > 0 && (
        <ul className="m-0 grid list-none gap-3 p-0">
          {passkeys.map((passkey) => (
            <AccountRow
              key={passkey.id}
              name={passkey.name}
              badge={passkey.backedUp && <Badge>On all your devices</Badge>}
              about={madeAndUsed('Added', passkey)}
              end={{ word: 'Remove', label: `Remove the passkey ${passkey.name}`, run: () => void remove(passkey.id) }}
            />
          ))}
        </ul>
      )}
      {adding ? (
        <NewPasskeyForm
          onDone={() => {
            setAdding(false);
            lookAgain();
          }}
        />
      ) : (
        <Button variant="outline" color="neutral" className="justify-self-start" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      )}
    </>
  );
}
