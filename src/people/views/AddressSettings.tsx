import { useState } from 'react';
import { type Failure, sentenceFor } from '../../platform/browser/api.ts';
import { focusOn, takesFocus } from '../../platform/browser/use-browser.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { changeAddressHints, changePasswordHints } from '../browser/account-hints.ts';
import { call, useCall } from '../browser/calls.ts';
import type { Account } from '../model/account.ts';
import { AccountForm, CaughtMailHint, PresentPassword, PasswordField } from './AccountForm.tsx';
import { limits } from '../../platform/model/limits.ts';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { KeepAccess, type KeptAccess } from './KeepAccess.tsx';

/** The person's e-mail address, whether it is confirmed, and a form to change it. */
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
        <Notice title="Check the inbox of your new address">
          <span>Open the link we sent there to finish. Your old address then gets a message with a way back.</span>
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
            focusOn('email');
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
    if (answer.ok) focusOn('email');
    setStage(answer.ok ? 'sent' : answer);
  }
  if (stage === 'sent') {
    return (
      <Notice title="Check your email">
        <span>Open the link we sent you to confirm your address.</span>
        <CaughtMailHint />
      </Notice>
    );
  }
  return (
    <>
      {typeof stage === 'object' && <Notice kind="danger">{sentenceFor(stage, new Date())}</Notice>}
      <Button className="justify-self-start" loading={stage === 'busy'} onClick={() => void ask()}>
        Send a confirmation link
      </Button>
    </>
  );
}

export function PasswordSettings() {
  const [stage, setStage] = useState<'closed' | 'open' | 'changed'>('closed');
  if (stage === 'open') {
    return (
      <ChangePassword
        onDone={() => {
          focusOn('password');
          setStage('changed');
        }}
      />
    );
  }
  return (
    <>
      {stage === 'changed' && (
        <Notice>
          Your password has been changed. Everything else that could open your account no longer can, except what you
          kept.
        </Notice>
      )}
      <p className="m-0 text-muted">
        A new password signs out your other devices and ends your passkeys and tokens, except those you keep.
      </p>
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
  const [kept, setKept] = useState<KeptAccess>({ sessions: [], tokens: [], passkeys: [] });
  const failed = [sessions, tokens, passkeys].find(({ answer }) => answer?.ok === false);
  return (
    <AccountForm
      call="POST /api/account/password"
      along={{ keep: kept }}
      submit="Save new password"
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
            hint={`At least ${limits.password.min} characters. Other devices, passkeys and tokens stop working unless you keep them below.`}
            error={errorOf('password')}
          />
          {failed?.answer?.ok === false && (
            <LoadFailure what="your devices, passkeys and tokens" failure={failed.answer} retry={failed.retry} />
          )}
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
            !failed && <Loading what="Loading your devices, passkeys and tokens" lines={2} />
          )}
        </>
      )}
    </AccountForm>
  );
}
