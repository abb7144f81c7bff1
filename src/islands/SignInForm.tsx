import { signInHints } from '../client/account-hints.ts';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { bounded } from './Boundary.tsx';
import { AccountForm } from './AccountForm.tsx';
import { PasswordField } from './PasswordField.tsx';

export const SignInForm = bounded(function SignInForm() {
  return (
    <AccountForm call="/api/auth/signin" submit="Sign in" hints={signInHints}>
      {(errorOf) => (
        <>
          <Field label="E-mail" error={errorOf('email')}>
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
});
