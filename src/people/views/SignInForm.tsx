import { bounded } from '../../ui/Boundary.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { signInHints } from '../browser/account-hints.ts';
import type { SignedInOrAsked } from '../model/sign-in.ts';
import { AccountForm, PasswordField } from './AccountForm.tsx';
import { TwoSteps } from './FactorForm.tsx';

export const SignInForm = bounded(function SignInForm() {
  return <TwoSteps form={(onDone) => <PasswordForm onDone={onDone} />} />;
});

function PasswordForm({ onDone }: { onDone: (answered: SignedInOrAsked) => void }) {
  return (
    <AccountForm call="POST /api/auth/signin" submit="Sign in" hints={signInHints} onDone={onDone}>
      {(errorOf) => (
        <>
          <Field label="Email" error={errorOf('email')}>
            {(control) => (
              <Input
                {...control}
                name="email"
                type="email"
                autoComplete="username webauthn"
                autoCapitalize="none"
                required
              />
            )}
          </Field>
          <PasswordField autoComplete="current-password" error={errorOf('password')} />
        </>
      )}
    </AccountForm>
  );
}
