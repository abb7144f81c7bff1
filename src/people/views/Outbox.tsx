import { useEffect, useState, useSyncExternalStore } from 'react';
import { localTime } from '../../platform/browser/relative-time.ts';
import { device } from '../../platform/browser/device-storage.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { unsentKey } from '../../platform/model/offline.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { openModal, type InModal } from '../../ui/modal/modal.ts';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import type { OutboxState } from '../browser/create-outbox.ts';
import { outbox } from '../browser/outbox.ts';
import { signOut } from '../browser/calls.ts';
import { unsentTexts } from '../browser/unsent-texts.ts';
import { unsentReason, type Unsent } from '../model/outbox.ts';

type Props = InModal & { owner: string };

function useOutbox(owner: string): OutboxState {
  useEffect(() => void outbox.load(owner), [owner]);
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot, outbox.getSnapshot);
}

/** What waits on this device to be sent, what happened to it, and what the person can do about it. */
export function Outbox({ owner, close }: Props) {
  const { unsent, sending, waits } = useOutbox(owner);
  return (
    <>
      <DialogTitle>
        {unsent.length === 0 ? 'Everything is sent' : `${countedOf(unsent.length, 'change')} to send`}
      </DialogTitle>
      <DialogClose />
      <DialogDescription>
        {unsent.length === 0
          ? 'Everything you did offline has been saved.'
          : waits === 'signed out'
            ? 'You’re signed out. Sign in to send these.'
            : 'These are safe on this device. They’ll be sent, in this order, as soon as you’re online.'}
      </DialogDescription>
      <ul className="m-0 grid list-none gap-3 p-0">
        {unsent.map((one) => (
          <Row key={one.id} owner={owner} one={one} />
        ))}
      </ul>
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          Close
        </Button>
        {waits === 'signed out' && (
          <Button href={paths.signIn(location.pathname + location.search + location.hash)}>Sign in</Button>
        )}
        {unsent.length > 0 && waits !== 'signed out' && (
          <Button loading={sending} onClick={() => void outbox.flush(owner)}>
            Send now
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function Row({ owner, one }: { owner: string; one: Unsent }) {
  const { id, at, refused, failed, ...done } = one;
  const { words, edit, text } = done;

  async function copy(written: string) {
    try {
      await navigator.clipboard.writeText(written);
      toasts.add({ title: 'Copied', icon: 'check' });
    } catch {
      toasts.add({ title: 'Couldn’t copy it', description: written, color: 'danger' });
    }
  }

  async function drop() {
    await outbox.drop(owner, id);
    toasts.add({
      title: 'It won’t be sent',
      description: words,
      icon: 'trash',
      actions: [undoing(() => void outbox.keep(owner, done))],
    });
  }

  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <span className="wrap-anywhere">
        <bdi className="font-medium">{words}</bdi>{' '}
        <span className="text-sm text-muted">
          <time dateTime={at}>{localTime(at)}</time>
        </span>
      </span>
      {refused !== undefined && <span className="text-sm text-danger wrap-anywhere">{refused}</span>}
      {refused === undefined && failed !== undefined && (
        <span className="text-sm text-danger wrap-anywhere">
          Something went wrong on the server, so this will be sent again: {failed}
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        {edit && (
          <Button size="xs" variant="outline" color="neutral" href={edit} aria-label={`Edit: ${words}`}>
            Edit
          </Button>
        )}
        {refused !== undefined && (
          <Button
            size="xs"
            variant="outline"
            color="neutral"
            aria-label={`Try again: ${words}`}
            onClick={() => void outbox.retry(owner, id)}
          >
            Try again
          </Button>
        )}
        {refused !== undefined && text && (
          <Button
            size="xs"
            variant="outline"
            color="neutral"
            aria-label={`Copy the text: ${words}`}
            onClick={() => void copy(text)}
          >
            Copy the text
          </Button>
        )}
        <Button
          size="xs"
          variant="outline"
          color="danger"
          aria-label={`Don’t send: ${words}`}
          onClick={() => void drop()}
        >
          Don’t send
        </Button>
      </span>
    </li>
  );
}

/** Signs out, but asks first if something is unsent. False if the server has not confirmed it. */
export async function signOutOrAsk(owner: string | undefined): Promise<boolean> {
  if (owner === undefined) return signOut();
  if (device.read(unsentKey(owner)) === undefined && unsentTexts(owner).length === 0) return signOut();
  openModal(SignOutUnsent, { owner }, { role: 'alertdialog', size: 'lg' });
  return true;
}

/** Asks before signing out deletes changes that the server has not received. */
function SignOutUnsent({ owner, close }: Props) {
  const { unsent, sending } = useOutbox(owner);
  const [texts] = useState(() => unsentTexts(owner));
  const [failure, setFailure] = useState('');

  async function leave() {
    if (!(await signOut()))
      setFailure('You’re still signed in: the server couldn’t be reached. Try again in a moment.');
  }

  async function sendFirst() {
    setFailure('');
    const ran = await outbox.flush(owner);
    const left = await outbox.load(owner);
    if (left.length > 0) setFailure(unsentReason(left, ran, outbox.getSnapshot().waits));
    else if (texts.length === 0) await leave();
  }

  return (
    <>
      <DialogTitle>
        {countedOf(unsent.length + texts.length, unsent.length === 0 ? 'text' : 'change')} not sent yet
      </DialogTitle>
      <DialogDescription>
        Signing out removes your things from this device. These haven’t been sent yet and would be lost:
      </DialogDescription>
      <ul className="m-0 max-h-60 list-disc overflow-y-auto ps-5">
        {unsent.map(({ id, words }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{words}</bdi>
          </li>
        ))}
        {texts.map((words, at) => (
          <li key={at} className="wrap-anywhere">
            <bdi>{words}</bdi>
          </li>
        ))}
      </ul>
      {failure && (
        <p role="alert" className="m-0 text-danger">
          {failure}
        </p>
      )}
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          Stay signed in
        </Button>
        <Button variant="outline" color="danger" onClick={() => void leave()}>
          Sign out and lose them
        </Button>
        {unsent.length > 0 && (
          <Button loading={sending} onClick={() => void sendFirst()}>
            Send now
          </Button>
        )}
      </DialogActions>
    </>
  );
}
