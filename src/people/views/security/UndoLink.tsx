import { useState } from 'react';
import type { Answer } from '../../../platform/browser/api.ts';
import { sentenceFor } from '../../../platform/browser/failure.ts';
import { takesFocus } from '../../../platform/browser/focus.ts';
import { useSearch } from '../../../platform/browser/use-browser.ts';
import { call } from '../../browser/calls.ts';
import type { Undone } from '../../model/account.ts';
import { paths } from '../../../platform/model/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { bounded } from '../../../ui/Boundary.tsx';

/** Takes away, after a press, the passkey or token that a mail was about, and offers a new password. */
export const UndoLink = bounded(function UndoLink() {
  const search = useSearch();
  const [answer, setAnswer] = useState<Answer<Undone>>();
  const [busy, setBusy] = useState(false);
  if (search === undefined) return <Loading what="Reading the link" lines={2} />;
  const token = new URLSearchParams(search).get('token') ?? '';

  async function use() {
    setBusy(true);
    setAnswer(await call('POST /api/auth/undo', { body: { token } }));
    setBusy(false);
  }

  if (answer?.ok) return <Done {...answer.data} />;
  const final = token === '' || answer?.status === 400 || answer?.status === 410;
  return (
    <div className="grid gap-4">
      {token === '' || answer?.status === 400 ? (
        <Notice kind="danger">This link is not whole. Open it again from the mail.</Notice>
      ) : (
        answer && <Notice kind="danger">{sentenceFor(answer, new Date())}</Notice>
      )}
      {final ? (
        <>
          <p className="m-0">What opens your account is listed on your own page, where each can be removed.</p>
          <Button href={paths.account}>My account</Button>
          <Button variant="outline" color="neutral" href={paths.forgot}>
            Choose a new password
          </Button>
        </>
      ) : (
        <>
          <p className="m-0">
            This removes the passkey or token that the mail is about, or turns the second step off, and does nothing
            else. If it was you who made it, close this page.
          </p>
          <Button color="danger" loading={busy} onClick={() => void use()}>
            It was not me: remove it
          </Button>
        </>
      )}
    </div>
  );
});

const things = { passkey: 'The passkey', token: 'The token', factor: 'The second step' } as const;

function Done({ kind, name, removed, reset }: Undone) {
  return (
    <div ref={takesFocus} tabIndex={-1} className="grid gap-4 outline-none">
      <Notice title={`${things[kind]} ${removed ? 'is' : 'was'} removed${removed ? '' : ' already'}`}>
        <span className="wrap-anywhere" dir="auto">
          {name}
        </span>
      </Notice>
      <p className="m-0">
        Whoever made it was signed in to your account, and may know your password. Choose a new one now: that signs
        every device out, and shows you what else opens your account.
      </p>
      <Button href={reset === null ? paths.forgot : paths.reset(reset)}>Choose a new password</Button>
    </div>
  );
}
