import { limits } from '../../platform/model/limits.ts';
import { bounded } from '../../ui/Boundary.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Input } from '../../ui/forms/Input.tsx';
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
            hint={`Your name in addresses: ${handle.min} to ${handle.max} of a to z, 0 to 9 and _.`}
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
          <Field label="Name (optional)" hint="Shown beside what you publish." error={errorOf('name')}>
            {(control) => <Input {...control} name="name" autoComplete="name" />}
          </Field>
          <Field label="E-mail" hint="Only for signing in; nobody else sees it." error={errorOf('email')}>
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
