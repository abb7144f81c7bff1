import { newPasswordHints } from '../client/account-hints.ts';
import { useSearch } from '../client/use-browser.ts';
import { limits } from '../domain/limits.ts';
import { paths } from '../domain/paths.ts';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { bounded } from './Boundary.tsx';
import { AccountForm } from './AccountForm.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Chooses a new password with the link that was mailed, and signs in. */
export const ResetForm = bounded(function ResetForm() {
  const search = useSearch();
  if (search === undefined) return <Loading what="Loading the form" lines={3} />;
  const token = new URLSearchParams(search).get('token');
  if (!token) {
    return (
      <div className="grid gap-4">
        <Notice kind="danger" title="This link is not whole">
          Open it again from the mail, or ask for a new one.
        </Notice>
        <Button href={paths.forgot}>Ask for a new link</Button>
      </div>
    );
  }
  return (
    <AccountForm call="/api/auth/reset" along={{ token }} submit="Save and sign in" hints={newPasswordHints}>
      {(errorOf) => (
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${limits.password.min} characters. A few words you can remember are better than symbols.`}
          error={errorOf('password')}
        />
      )}
    </AccountForm>
  );
});
