import { localTime } from '../../platform/browser/relative-time.ts';
import { useState, type SubmitEvent } from 'react';
import { type Failure, sentenceFor, fieldError } from '../../platform/browser/api.ts';
import { focusOn, takesFocus } from '../../platform/browser/use-browser.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { call, useCall } from '../browser/calls.ts';
import type { OwnSession } from '../model/account.ts';
import { AccountRow, madeAndUsed } from './AccountRow.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { presentPasswordHints } from '../browser/account-hints.ts';
import { makePasskey } from '../browser/passkeys.ts';
import { PresentPassword } from './AccountForm.tsx';
import { useSending } from '../../platform/browser/use-query.ts';

/** The devices that are signed in, with buttons to sign out one or all others. */
export function Sessions() {
  const { answer, retry } = useCall('GET /api/account/sessions', {});
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<Failure>();

  async function end(id?: string) {
    setBusy(id ?? 'others');
    setFailure(undefined);
    const done = await (id === undefined
      ? call('DELETE /api/account/sessions', {})
      : call('DELETE /api/account/sessions/{id}', { at: { id } }));
    setBusy(undefined);
    if (!done.ok && done.status !== 404) return setFailure(done);
    focusOn('sessions');
    retry();
  }

  const endOf = ({ id, device, createdAt }: OwnSession) => ({
    word: 'Sign out',
    label: `Sign out ${device}, signed in ${localTime(createdAt)}`,
    busy: busy === id,
    run: () => void end(id),
  });

  if (!answer) return <Loading what="Loading your devices" lines={3} />;
  if (!answer.ok) return <LoadFailure what="your devices" failure={answer} retry={retry} />;
  const { sessions } = answer.data;
  return (
    <>
      {failure && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <ul className="m-0 grid list-none gap-3 p-0">
        {sessions.map((session) => (
          <AccountRow
            key={session.id}
            name={session.device}
            badge={session.current && <Badge color="primary">This device</Badge>}
            about={
              session.current
                ? `Signed in ${localTime(session.createdAt)}`
                : `Signed in ${localTime(session.createdAt)}, last used ${localTime(session.lastUsedAt)}`
            }
            end={session.current ? undefined : endOf(session)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="outline"
          color="neutral"
          className="justify-self-start"
          loading={busy === 'others'}
          onClick={() => void end()}
        >
          Sign out everywhere else
        </Button>
      )}
    </>
  );
}

/** The person's passkeys, with ways to add and to remove one. */
export function Passkeys() {
  const { answer, retry } = useCall('GET /api/passkeys', {});
  const [adding, setAdding] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function remove(id: string) {
    setFailure(undefined);
    const done = await call('DELETE /api/passkeys/{id}', { at: { id } });
    if (!done.ok && done.status !== 404) return setFailure(done);
    refresh();
  }

  function refresh() {
    focusOn('passkeys');
    retry();
  }

  if (!answer) return <Loading what="Loading your passkeys" lines={2} />;
  if (!answer.ok) return <LoadFailure what="your passkeys" failure={answer} retry={retry} />;
  const { passkeys } = answer.data;
  return (
    <>
      <p className="m-0 text-muted">
        Sign in with your fingerprint, your face or your screen lock instead of a password.
      </p>
      {failure && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      {passkeys.length > 0 && (
        <ul className="m-0 grid list-none gap-3 p-0">
          {passkeys.map((passkey) => (
            <AccountRow
              key={passkey.id}
              name={passkey.name}
              badge={passkey.backedUp && <Badge>On all your devices</Badge>}
              about={madeAndUsed('Added', passkey)}
              end={{ word: 'Remove', label: `Remove the passkey ${passkey.name}`, run: () => void remove(passkey.id) }}
            />
          ))}
        </ul>
      )}
      {adding ? (
        <NewPasskeyForm
          onDone={() => {
            setAdding(false);
            refresh();
          }}
        />
      ) : (
        <Button variant="outline" color="neutral" className="justify-self-start" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      )}
    </>
  );
}

/** Asks for a name and the password, and makes the device create a passkey. */
function NewPasskeyForm({ onDone }: { onDone: () => void }) {
  const { busy, failure, setFailure, send } = useSending();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const text = (field: string) => {
      const value = data.get(field);
      return typeof value === 'string' ? value : '';
    };
    const [name, current] = [text('name').trim() || 'My passkey', text('current')];
    const errors = presentPasswordHints({ current });
    if (errors.length > 0) {
      return setFailure({ ok: false, status: 400, problem: { title: 'Check the fields', detail: '', errors } });
    }
    const answer = await send(() => makePasskey(name, current));
    if (answer?.ok) onDone();
  }

  const current = fieldError(failure, 'current');
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {failure && !current && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <Field label="Passkey name" hint="Something you’ll recognise, such as Phone or Security key.">
        {(control) => <Input {...control} ref={takesFocus} name="name" maxLength={60} autoComplete="off" />}
      </Field>
      <PresentPassword error={current} />
      <Button type="submit" className="justify-self-start" loading={busy}>
        Create passkey
      </Button>
    </form>
  );
}
