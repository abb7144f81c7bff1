import { useState } from 'react';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { changePasswordHints } from '../browser/account-hints.ts';
import { useCall } from '../browser/calls.ts';
import { AccountForm, PasswordField, PresentPassword } from './AccountForm.tsx';
import { KeepAccess, type Kept } from './KeepAccess.tsx';

/** Changes the password. `onChanged` is called then, since sessions, passkeys and tokens may have ended. */
export function PasswordSettings({ onChanged }: { onChanged: () => void }) {
  const [stage, setStage] = useState<'closed' | 'open' | 'changed'>('closed');
  if (stage === 'open') {
    return (
      <ChangePassword
        onDone={() => {
          focusOn('password');
          setStage('changed');
          onChanged();
        }}
      />
    );
  }
  return (
    <>
      {stage === 'changed' && (
        <Notice>Your password is changed. What else opened your account has ended, but what you kept.</Notice>
      )}
      <Button variant="outline" color="neutral" className="justify-self-start" onClick={() => setStage('open')}>
        Change password
      </Button>
    </>
  );
}

function ChangePassword({ onDone }: { onDone: () => void }) {
  const sessions = useCall('GET /api/account/sessions', {});
  const tokens = useCall('GET /api/tokens', {});
  const passkeys = useCall('GET /api/passkeys', {});
  const [kept, setKept] = useState<Kept>({ sessions: [], tokens: [], passkeys: [] });
  const failed = [sessions, tokens, passkeys].find(({ answer }) => answer?.ok === false);
  return (
    <AccountForm
      call="POST /api/account/password"
      along={{ keep: kept }}
      submit="Save the new password"
      small
      hints={changePasswordHints}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <PresentPassword first error={errorOf('current')} />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={`At least ${limits.password.min} characters. What else opens your account ends, unless you keep it.`}
            error={errorOf('password')}
          />
          {failed?.answer?.ok === false && <LoadFailure failure={failed.answer} retry={failed.retry} />}
          {sessions.answer?.ok && tokens.answer?.ok && passkeys.answer?.ok ? (
            <KeepAccess
              access={{
                sessions: sessions.answer.data.sessions.filter(({ current }) => !current),
                tokens: tokens.answer.data.tokens,
                passkeys: passkeys.answer.data.passkeys,
              }}
              kept={kept}
              onChange={setKept}
            />
          ) : (
            !failed && <Loading what="Loading what opens your account" lines={2} />
          )}
        </>
      )}
    </AccountForm>
  );
}
