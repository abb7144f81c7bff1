import { limits } from '../../platform/model/limits.ts';
import { bounded } from '../../ui/Boundary.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { signUpHints } from '../browser/account-hints.ts';
import { AccountForm, PasswordField } from './AccountForm.tsx';

const { handle, password } = limits;

export const SignUpForm = bounded(function SignUpForm() {
  return (
    <AccountForm call="POST /api/auth/signup" submit="Join" hints={signUpHints}>
      {(errorOf) => (
        <>
          <Field
            label="Handle"
            hint={`Your name in links: ${handle.min} to ${handle.max} letters, digits or underscores.`}
            error={errorOf('handle')}
          >
            {(control) => (
              <Input
                {...control}
                name="handle"
                autoComplete="nickname"
                autoCapitalize="none"
                spellCheck={false}
                required
              />
            )}
          </Field>
          <Field label="Name (optional)" hint="Shown next to what you publish." error={errorOf('name')}>
            {(control) => <Input {...control} name="name" autoComplete="name" />}
          </Field>
          <Field
            label="Email"
            hint="For signing in and for email from us. Nobody else sees it."
            error={errorOf('email')}
          >
            {(control) => (
              <Input {...control} name="email" type="email" autoComplete="email" autoCapitalize="none" required />
            )}
          </Field>
          <PasswordField
            autoComplete="new-password"
            hint={`At least ${password.min} characters. A few words you can remember are better than symbols.`}
            error={errorOf('password')}
          />
        </>
      )}
    </AccountForm>
  );
});
