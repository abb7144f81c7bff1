import { useState } from 'react';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { presentPasswordHints } from '../browser/account-hints.ts';
import { useCall } from '../browser/calls.ts';
import type { NewFactor } from '../model/sign-in.ts';
import { AccountForm, type CallData, PresentPassword } from './AccountForm.tsx';
import { CodeField, codeHints } from './FactorForm.tsx';
import { localDate } from '../../platform/browser/relative-time.ts';

type Doing = 'nothing' | 'begin' | 'codes' | 'off';

/** The second step of signing in by password: a code of an authenticator app, or a recovery code. */
export function SecondFactor() {
  const { answer, retry } = useCall('GET /api/account/factor', {});
  const [doing, setDoing] = useState<Doing>('nothing');
  const [pending, setPending] = useState<NewFactor>();
  const [codes, setCodes] = useState<readonly string[]>();

  function done(made?: readonly string[]) {
    setDoing('nothing');
    setPending(undefined);
    setCodes(made);
    retry();
    focusOn('second-step');
  }

  if (!answer) return <Loading what="Loading two-step sign-in" lines={2} />;
  if (!answer.ok) return <LoadFailure what="two-step sign-in" failure={answer} retry={retry} />;
  const { since, codesLeft } = answer.data;
  const stop = () => done();
  return (
    <>
      <p className="m-0 text-muted">
        {since === null
          ? 'Signing in then takes your password and a code from an authenticator app on your phone, so a stolen password isn’t enough. Passkeys don’t need it.'
          : `On since ${localDate(since)}. ${codesInWords(codesLeft)}`}
      </p>
      {codes && <Codes codes={codes} />}
      {pending && <Setup pending={pending} onDone={done} onStop={stop} />}
      {doing === 'begin' && !pending && (
        <Proof call="POST /api/account/factor" submit="Continue" onStop={stop} onDone={setPending} />
      )}
      {doing === 'codes' && (
        <Proof
          call="POST /api/account/factor/codes"
          submit="Create new codes"
          onStop={stop}
          onDone={({ codes: made }) => done(made)}
        />
      )}
      {doing === 'off' && (
        <Proof call="POST /api/account/factor/removal" submit="Turn off" color="danger" onStop={stop} onDone={stop} />
      )}
      {doing === 'nothing' && (
        <div className="flex flex-wrap gap-3">
          {since === null ? (
            <Choice word="Turn on two-step sign-in" run={() => setDoing('begin')} />
          ) : (
            <>
              <Choice word="Create new recovery codes" run={() => setDoing('codes')} />
              <Choice word="Turn off two-step sign-in" run={() => setDoing('off')} />
            </>
          )}
        </div>
      )}
    </>
  );
}

function codesInWords(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Create new ones.';
  return left === 1 ? 'You have one recovery code left. Create new ones.' : `${left} recovery codes left.`;
}

function Choice({ word, run }: { word: string; run: () => void }) {
  return (
    <Button variant="outline" color="neutral" onClick={run}>
      {word}
    </Button>
  );
}

type ProofProps<Name> = {
  call: Name;
  submit: string;
  color?: 'danger';
  onDone: (data: CallData<Name>) => void;
  onStop: () => void;
};

/** Asks for the password before something that only the owner of the account may do. */
function Proof<Name extends `POST ${string}`>({ call, submit, color, onDone, onStop }: ProofProps<Name>) {
  return (
    <div className="grid gap-3">
      <AccountForm {...{ call, submit, onDone }} {...(color && { color })} small hints={presentPasswordHints}>
        {(errorOf) => <PresentPassword first error={errorOf('current')} />}
      </AccountForm>
      <Stop onStop={onStop} />
    </div>
  );
}

function Stop({ onStop }: { onStop: () => void }) {
  return (
    <Button size="sm" variant="outline" color="neutral" className="justify-self-start" onClick={onStop}>
      Cancel
    </Button>
  );
}

type SetupProps = { pending: NewFactor; onDone: (codes: readonly string[]) => void; onStop: () => void };

/** Shows the secret, as a QR code and as text, and asks for the app's first code. */
function Setup({ pending: { secret, address, qr, token }, onDone, onStop }: SetupProps) {
  return (
    <div className="grid gap-4">
      <p className="m-0">Scan this with your authenticator app, or type in the key.</p>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code for your authenticator app; the key below says the same"
        shapeRendering="crispEdges"
        className="h-auto w-full max-w-52 rounded-lg bg-white"
      >
        <path d={qr.path} fill="black" />
      </svg>
      <p className="m-0">
        Key:{' '}
        <code className="rounded-md bg-raised p-1 font-mono text-sm wrap-anywhere select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <p className="m-0">
        <a href={address}>Open the app on this device</a>
      </p>
      <AccountForm
        call="PUT /api/account/factor"
        along={{ token }}
        submit="Turn on"
        small
        hints={codeHints}
        onDone={(made) => onDone(made.codes)}
      >
        {(errorOf) => <CodeField error={errorOf('code')} hint="The six digits your app shows now." />}
      </AccountForm>
      <Stop onStop={onStop} />
    </div>
  );
}

/** The recovery codes, shown once, to copy or download. */
function Codes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  const [copied, setCopied] = useState(false);
  return (
    <Notice title="Your recovery codes">
      <span>
        Keep them somewhere other than your phone. Each one signs you in once without it. You won’t see them again.
      </span>
      <ul aria-label="Recovery codes" className="m-0 grid list-none gap-1 p-0 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <span className="flex flex-wrap gap-3">
        <Button
          size="xs"
          variant="outline"
          color="neutral"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          size="xs"
          variant="outline"
          color="neutral"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </Button>
      </span>
    </Notice>
  );
}
