import { useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { DialogActions, DialogDescription, DialogTitle } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** The words on the two buttons. */
  yes: string;
  no: string;
  /** Does what was asked. A sentence says why it could not be done, and the question stays. */
  onYes: () => Promise<string | undefined>;
  close: () => void;
};

/** Asks before something is destroyed. The answer that destroys nothing has the focus. */
export function Confirm({ title, children, yes, no, onYes, close }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function confirm() {
    setBusy(true);
    setFailure(undefined);
    const failed = await onYes();
    setBusy(false);
    if (failed === undefined) return close();
    setFailure(failed);
  }

  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{children}</DialogDescription>
      {failure && <Notice kind="danger">{failure}</Notice>}
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          {no}
        </Button>
        <Button color="danger" loading={busy} onClick={() => void confirm()}>
          {yes}
        </Button>
      </DialogActions>
    </>
  );
}
