import { useState } from 'react';
import { changePasswordHints } from '../client/account-hints.ts';
import { focusOn } from '../client/focus.ts';
import { limits } from '../domain/limits.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AccountForm } from './AccountForm.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Another password for the present one. */
export function PasswordSettings() {
  const [stage, setStage] = useState<'closed' | 'open' | 'changed'>('closed');
  if (stage !== 'open') {
    return (
      <>
        {stage === 'changed' && <Notice>Your password is changed, and every other device is signed out.</Notice>}
        <Button variant="outline" color="neutral" className="justify-self-start" onClick={() => setStage('open')}>
          Change password
        </Button>
      </>
    );
  }
  return (
    <AccountForm
      call="/api/account/password"
      submit="Save the new password"
      small
      hints={changePasswordHints}
      onDone={() => {
        focusOn('password');
        setStage('changed');
      }}
    >
      {(errorOf) => (
        <>
          <PasswordField
            first
            label="Present password"
            name="current"
            autoComplete="current-password"
            error={errorOf('current')}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={`At least ${limits.password.min} characters. Every other device is signed out.`}
            error={errorOf('password')}
          />
        </>
      )}
    </AccountForm>
  );
}
