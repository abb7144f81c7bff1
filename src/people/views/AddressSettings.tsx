import { useState } from 'react';
import { type Failure, sentenceFor } from '../../platform/browser/api.ts';
import { focusOn, takesFocus } from '../../platform/browser/use-browser.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Input } from '../../ui/forms/Input.tsx';
import { changeAddressHints, changePasswordHints } from '../browser/account-hints.ts';
import { call, useCall } from '../browser/calls.ts';
import type { Account } from '../model/account.ts';
import { AccountForm, CaughtMailHint, PresentPassword, PasswordField } from './AccountForm.tsx';
import { limits } from '../../platform/model/limits.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { KeepAccess, type Kept } from './KeepAccess.tsx';

/** My address, whether it is proven, and the way to another one. */
export function AddressSettings({ account: { email, emailVerifiedAt } }: { account: Account }) {
  const [changing, setChanging] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <p className="m-0 flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere">{email}</span>
        <Badge color={emailVerifiedAt ? 'primary' : 'neutral'}>{emailVerifiedAt ? 'Confirmed' : 'Not confirmed'}</Badge>
      </p>
      {!emailVerifiedAt && <SendAgain />}
      {asked && (
        <Notice title="Look at the mail of the new address">
          <span>The link in it changes the address. The old one then gets a message with a way back.</span>
          <CaughtMailHint />
        </Notice>
      )}
      {!changing && (
        <Button variant="outline" color="neutral" className="justify-self-start" onClick={() => setChanging(true)}>
          Change address
        </Button>
      )}
      {changing && (
        <AccountForm
          call="POST /api/account/email"
          submit="Send the link"
          small
          hints={changeAddressHints}
          onDone={() => {
            focusOn('address');
            setAsked(true);
            setChanging(false);
          }}
        >
          {(errorOf) => (
            <>
              <Field label="New address" error={errorOf('email')}>
                {(control) => (
                  <Input
                    {...control}
                    ref={takesFocus}
                    name="email"
                    type="email"
                    autoComplete="email"
                    autoCapitalize="none"
                    required
                  />
                )}
              </Field>
              <PresentPassword error={errorOf('current')} />
            </>
          )}
        </AccountForm>
      )}
    </>
  );
}

function SendAgain() {
  const [stage, setStage] = useState<'ready' | 'busy' | 'sent' | Failure>('ready');
  async function ask() {
    setStage('busy');
    const answer = await call('POST /api/auth/verify/send', {});
    if (answer.ok) focusOn('address');
    setStage(answer.ok ? 'sent' : answer);
  }
  if (stage === 'sent') {
    return (
      <Notice title="Look at your mail">
        <span>The link in it confirms the address.</span>
        <CaughtMailHint />
      </Notice>
    );
  }
  return (
    <>
      {typeof stage === 'object' && <Notice kind="danger">{sentenceFor(stage, new Date())}</Notice>}
      <Button variant="soft" className="justify-self-start" loading={stage === 'busy'} onClick={() => void ask()}>
        Send the link that confirms it
      </Button>
    </>
  );
}

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
