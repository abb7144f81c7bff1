import { useEffect, useState } from 'react';
import { type Answer, sentenceFor } from '../../platform/browser/api.ts';
import { useSearch } from '../../platform/browser/use-browser.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { bounded } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { newPasswordHints, forgotHints } from '../browser/account-hints.ts';
import { call } from '../browser/calls.ts';
import type { AccountAccess } from '../model/account.ts';
import type { SignedInOrAsked } from '../model/sign-in.ts';
import { AccountForm, PasswordField, CaughtMailHint } from './AccountForm.tsx';
import { TwoSteps } from './FactorForm.tsx';
import { KeepAccess, type KeptAccess } from './KeepAccess.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';

/** Requests the link for choosing a new password. */
export const ForgotForm = bounded(function ForgotForm() {
  const [sent, setSent] = useState(false);
  if (sent) {
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
    <AccountForm call="POST /api/auth/forgot" submit="Send me a link" hints={forgotHints} onDone={() => setSent(true)}>
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

/** Sets a new password by the mailed link, and signs in. */
export const ResetForm = bounded(function ResetForm() {
  const search = useSearch();
  const token = search === undefined ? undefined : (new URLSearchParams(search).get('token') ?? '');
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer<AccountAccess>>();

  useEffect(() => {
    if (!token) return;
    let wanted = true;
    void call('POST /api/auth/reset/access', { body: { token } }).then((got) => wanted && setAnswer(got));
    return () => {
      wanted = false;
    };
  }, [token, turn]);

  function retry() {
    setAnswer(undefined);
    setTurn((last) => last + 1);
  }

  if (token === '' || answer?.ok === false) {
    const spoilt = answer?.ok !== false || answer.status === 400;
    const final = spoilt || answer.status === 410;
    const words = spoilt ? broken : spent;
    return (
      <div className="grid gap-4">
        <Notice kind="danger" title={final ? words.title : 'The link couldn’t be checked'}>
          {final ? words.detail : sentenceFor(answer, new Date())}
        </Notice>
        {final ? <Button href={paths.forgot}>Ask for a new link</Button> : <Button onClick={retry}>Try again</Button>}
      </div>
    );
  }
  if (!token || !answer) return <Loading what="Checking the link" lines={3} />;
  const access = answer.data;
  return <TwoSteps form={(onDone) => <NewPassword {...{ token, access, onDone }} />} />;
});

const broken = {
  title: 'Part of this link is missing',
  detail: 'Open it again from the email, or ask for a new one.',
};
const spent = {
  title: 'This link no longer works',
  detail: 'It has been used, or has expired. Your password hasn’t changed.',
};

type NewPasswordProps = { token: string; access: AccountAccess; onDone: (answered: SignedInOrAsked) => void };

function NewPassword({ token, access, onDone }: NewPasswordProps) {
  const [kept, setKept] = useState<KeptAccess>(access.mayKeep ? { passkeys: [] } : {});
  return (
    <AccountForm
      call="POST /api/auth/reset"
      along={{ token, keepPasskeys: kept.passkeys ?? [] }}
      submit="Save and sign in"
      hints={newPasswordHints}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={`At least ${limits.password.min} characters. A few words you can remember are better than symbols.`}
            error={errorOf('password')}
          />
          <KeepAccess access={access} kept={kept} onChange={setKept} />
        </>
      )}
    </AccountForm>
  );
}
