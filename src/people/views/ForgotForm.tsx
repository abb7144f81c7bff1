import { useState } from 'react';
import { bounded } from '../../ui/Boundary.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { forgotHints } from '../browser/account-hints.ts';
import { AccountForm, CaughtMailHint } from './AccountForm.tsx';

/** Asks for the link that lets one choose a new password. */
export const ForgotForm = bounded(function ForgotForm() {
  const [asked, setAsked] = useState(false);
  if (asked) {
    return (
      <Notice title="Check your email">
        <span>
          If there’s an account for this address, a link is on its way. It works once, within the hour. After several
          requests in a row, wait half an hour for another; links you already have still work.
        </span>
        <CaughtMailHint />
      </Notice>
    );
  }
  return (
    <AccountForm call="POST /api/auth/forgot" submit="Send me a link" hints={forgotHints} onDone={() => setAsked(true)}>
      {(errorOf) => (
        <Field label="Email" error={errorOf('email')}>
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" autoCapitalize="none" required />
          )}
        </Field>
      )}
    </AccountForm>
  );
});
