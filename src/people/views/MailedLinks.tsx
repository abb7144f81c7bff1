import { useEffect, useRef, useState } from 'react';
import { type Answer, sentenceFor } from '../../platform/browser/api.ts';
import { useSearch, takesFocus } from '../../platform/browser/use-browser.ts';
import { paths } from '../../platform/model/paths.ts';
import { bounded } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { call } from '../browser/calls.ts';
import type { LinkUsed, Undone } from '../model/account.ts';

/** The page of a mailed link that removes the passkey, token or second step the mail is about, at the press of a button. */
export const UndoLink = bounded(function UndoLink() {
  const search = useSearch();
  const [answer, setAnswer] = useState<Answer<Undone>>();
  const [busy, setBusy] = useState(false);
  if (search === undefined) return <Loading what="Checking the link" lines={2} />;
  const token = new URLSearchParams(search).get('token') ?? '';

  async function use() {
    setBusy(true);
    setAnswer(await call('POST /api/auth/undo', { body: { token } }));
    setBusy(false);
  }

  if (answer?.ok) return <Removed {...answer.data} />;
  const final = token === '' || answer?.status === 400 || answer?.status === 410;
  return (
    <div className="grid gap-4">
      {token === '' || answer?.status === 400 ? (
        <Notice kind="danger">Part of this link is missing. Open it again from the email.</Notice>
      ) : (
        answer && <Notice kind="danger">{sentenceFor(answer, new Date())}</Notice>
      )}
      {final ? (
        <>
          <p className="m-0">Your settings list everything that can open your account, and let you remove it.</p>
          <Button href={paths.settingsOf('email')}>Email settings</Button>
          <Button variant="outline" color="neutral" href={paths.forgot}>
            Choose a new password
          </Button>
        </>
      ) : (
        <>
          <p className="m-0">
            This removes the passkey or token that the email is about, or turns off two-step sign-in, and nothing else.
            If you made it yourself, just close this page.
          </p>
          <Button color="danger" loading={busy} onClick={() => void use()}>
            It wasn’t me: remove it
          </Button>
        </>
      )}
    </div>
  );
});

const things = { passkey: 'The passkey', token: 'The token', factor: 'Two-step sign-in' } as const;

function Removed({ kind, name, removed, reset }: Undone) {
  return (
    <div ref={takesFocus} tabIndex={-1} className="grid gap-4 outline-none">
      <Notice title={`${things[kind]} ${removed ? 'is' : 'was'} removed${removed ? '' : ' already'}`}>
        <span className="wrap-anywhere" dir="auto">
          {name}
        </span>
      </Notice>
      <p className="m-0">
        Whoever did this was signed in to your account and may know your password. Choose a new one now: every device is
        then signed out, and you can see what else opens your account.
      </p>
      <Button href={reset === null ? paths.forgot : paths.reset(reset)}>Choose a new password</Button>
    </div>
  );
}

/** The page of a mailed link about an address. The link is used at once, but only after a press if it restores an account. */
export const VerifyLink = bounded(function VerifyLink() {
  const search = useSearch();
  const [answer, setAnswer] = useState<Answer<LinkUsed>>();
  const [busy, setBusy] = useState(false);
  const sent = useRef(false);
  const query = new URLSearchParams(search);
  const token = query.get('token') ?? '';
  const asksFirst = query.has('back');

  async function use() {
    setBusy(true);
    const used = await call('POST /api/auth/verify', { body: { token } });
    if (used.ok && used.data.did === 'restored') return location.replace(paths.reset(used.data.reset));
    setBusy(false);
    setAnswer(used);
  }

  useEffect(() => {
    if (search === undefined || asksFirst || sent.current) return;
    sent.current = true;
    void call('POST /api/auth/verify', { body: { token } }).then(setAnswer);
  }, [search, asksFirst, token]);

  if (answer?.ok) return <Done {...answer.data} />;
  if (answer) {
    return (
      <div className="grid gap-4">
        <Notice kind="danger">{answer.status === 400 ? notWhole : sentenceFor(answer, new Date())}</Notice>
        {isTemporary(answer.status) && (
          <Button loading={busy} onClick={() => void use()}>
            Try again
          </Button>
        )}
        <Button variant="outline" color="neutral" href={paths.settingsOf('email')}>
          Email settings
        </Button>
      </div>
    );
  }
  if (search === undefined || !asksFirst) return <Loading what="Checking the link" lines={2} />;
  return (
    <div className="grid gap-4">
      <p className="m-0">
        This brings back your account’s previous address, signs out every device, and removes all passkeys and tokens.
        You then choose a new password.
      </p>
      <Button loading={busy} onClick={() => void use()}>
        Take my account back
      </Button>
    </div>
  );
});

const notWhole = 'Part of this link is missing. Open it again from the email.';
const isTemporary = (status: number) => status === 0 || status === 429 || status >= 500;

function Done({ did, email }: LinkUsed) {
  return (
    <div className="grid gap-4">
      <Notice title={did === 'changed' ? 'Your address has been changed' : 'Your address is confirmed'}>
        <span className="wrap-anywhere">{email}</span>
      </Notice>
      <Button href={paths.home}>Start reading</Button>
      <Button variant="outline" color="neutral" href={paths.settingsOf('email')}>
        Email settings
      </Button>
    </div>
  );
}
