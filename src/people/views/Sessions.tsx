import { useState } from 'react';
import { type Failure, sentenceFor } from '../../platform/browser/api.ts';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { call, useCall } from '../browser/calls.ts';
import type { OwnSession } from '../model/account.ts';
import { AccountRow } from './AccountRow.tsx';

const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Every device that is signed in, with a way to end each and all others at once. */
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
    label: `Sign out ${device}, signed in ${at.format(new Date(createdAt))}`,
    busy: busy === id,
    run: () => void end(id),
  });

  if (!answer) return <Loading what="Loading your devices" lines={3} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
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
                ? `Signed in ${at.format(new Date(session.createdAt))}`
                : `Signed in ${at.format(new Date(session.createdAt))}, last used ${at.format(new Date(session.lastUsedAt))}`
            }
            end={session.current ? undefined : endOf(session)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="outline"
          color="danger"
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
