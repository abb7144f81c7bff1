import { useState, type SubmitEvent } from 'react';
import { presentPasswordHints } from '../../browser/account-hints.ts';
import type { Failure } from '../../../platform/browser/api.ts';
import { fieldError, sentenceFor } from '../../../platform/browser/failure.ts';
import { takesFocus } from '../../../platform/browser/focus.ts';
import { makePasskey } from '../../browser/passkeys.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/forms/Field.tsx';
import { Input } from '../../../ui/forms/Input.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PresentPassword } from './PasswordField.tsx';

/** Names a new passkey, proves who asks, and has the device make it. */
export function NewPasskeyForm({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const text = (field: string) => {
      const value = data.get(field);
      return typeof value === 'string' ? value : '';
    };
    const [name, current] = [text('name').trim() || 'My passkey', text('current')];
    const errors = presentPasswordHints({ current });
    if (errors.length > 0) {
      return setFailure({ ok: false, status: 400, problem: { title: 'Check the fields', detail: '', errors } });
    }
    setBusy(true);
    const answer = await makePasskey(name, current);
    setBusy(false);
    if (answer.ok) return onDone();
    setFailure(answer);
  }

  const current = fieldError(failure, 'current');
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {failure && !current && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <Field label="Name of the passkey" hint="So that you know it again, such as Phone or Security key.">
        {(control) => <Input {...control} ref={takesFocus} name="name" maxLength={60} autoComplete="off" />}
      </Field>
      <PresentPassword error={current} />
      <Button type="submit" className="justify-self-start" loading={busy}>
        Make the passkey
      </Button>
    </form>
  );
}
