import { useState, type ReactNode } from 'react';
import { takesFocus } from '../../platform/browser/use-browser.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import type { FactorAsked, SignedInOrAsked } from '../model/sign-in.ts';
import { AccountForm, redirectAfterSignIn } from './AccountForm.tsx';

/** A sign-in form, followed by the second step if the account has one. `form` passes its answer to the callback. */
export function TwoSteps({ form }: { form: (onDone: (answered: SignedInOrAsked) => void) => ReactNode }) {
  const [factorRequest, setFactorRequest] = useState<FactorAsked>();
  if (factorRequest) return <FactorForm factorRequest={factorRequest} onBack={() => setFactorRequest(undefined)} />;
  return form((answer) => {
    if ('factor' in answer) setFactorRequest(answer);
    else redirectAfterSignIn();
  });
}

/** Asks for a code after the password was correct. */
function FactorForm({ factorRequest, onBack }: { factorRequest: FactorAsked; onBack: () => void }) {
  return (
    <div className="grid gap-4">
      <p className="m-0">Now enter the code from your authenticator app.</p>
      <AccountForm
        call="POST /api/auth/signin/factor"
        along={{ token: factorRequest.token }}
        submit="Sign in"
        hints={codeHints}
      >
        {(errorOf) => (
          <CodeField error={errorOf('code')} hint="Six digits from your authenticator app, or a recovery code." />
        )}
      </AccountForm>
      <Button variant="ghost" color="neutral" onClick={onBack}>
        Start again
      </Button>
      <p className="m-0 text-sm text-muted">
        No phone and no recovery code? Sign in with a passkey, or write to whoever runs this site: they can turn off
        two-step sign-in for you.
      </p>
    </div>
  );
}

/** The field for a code, focused when it appears. */
export function CodeField({ error, hint }: { error: string | undefined; hint: string }) {
  return (
    <Field label="Code" hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={takesFocus}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      )}
    </Field>
  );
}

/** The errors in a code that are found before it is sent. */
export function codeHints({ code = '' }: Readonly<Record<string, string>>): { path: string; message: string }[] {
  return code.trim() === '' ? [{ path: 'code', message: 'Enter the code.' }] : [];
}
