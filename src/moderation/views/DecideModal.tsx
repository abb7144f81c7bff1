import { useState, type SubmitEvent } from 'react';
import { type Answer, fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { useKeptText } from '../../people/browser/use-kept-text.ts';
import { openModal, type InModal } from '../../ui/modal/modal.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions, DialogClose, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Field, Textarea, Select } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/forms/Choices.tsx';
import { useSending } from '../../platform/browser/use-query.ts';

/** What the moderator entered: `days` is null for a permanent ban. */
type Given = { reason: string; days?: number | null; writings?: 'keep' | 'hide' };

export type DecideOptions = {
  /** Names the subject and the decision; a reason typed before the dialog was closed is restored by it. */
  about: string;
  title: string;
  /** What the decision does, in a sentence or two. */
  explanation: string;
  /** Who reads the reason; by default the person concerned, and everyone in the public log. */
  readers?: string;
  confirmLabel: string;
  done: string;
  danger?: boolean;
  /** Asks for a duration; a ban may be permanent, and then hide everything the person wrote. */
  term?: 'silence' | 'ban';
  /** Writes the decision. */
  decide: (given: Given) => Promise<Answer<unknown>>;
  /** Called after the decision was written, or if somebody else's came first. */
  onDecided: () => void;
};

const everyone = 'The person reads this, and it’s in the public log.';
/** For decisions that are about nobody: nobody is told of them. */
export const logReaders = 'This is in the public log.';

const days = [1, 3, 7, 30, 90, 365];

/** Asks for the reason of a decision, and writes it. */
function DecideModal({
  about,
  title,
  explanation,
  readers = everyone,
  confirmLabel,
  done,
  danger = false,
  term,
  decide,
  onDecided,
  close,
}: DecideOptions & InModal) {
  const [reason, setReason] = useKeptText(`decide:${about}`);
  const [length, setLength] = useState('7');
  const [hide, setHide] = useState(false);
  const { busy, failure, send } = useSending();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const forGood = length === 'good';
    const terms = term && {
      days: forGood ? null : Number(length),
      ...(term === 'ban' && { writings: hide && forGood ? ('hide' as const) : ('keep' as const) }),
    };
    const answer = await send(() => decide({ ...terms, reason }));
    if (!answer?.ok) return;
    setReason('');
    onDecided();
    close();
    toasts.add({ title: done, icon: 'check' });
  }

  function leave() {
    if (failure?.status === 409 || failure?.status === 410) onDecided();
    close();
  }

  const inReason = fieldError(failure, 'reason');
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <DialogTitle>{title}</DialogTitle>
      <DialogClose />
      <DialogDescription>{explanation}</DialogDescription>
      {failure && !inReason && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      {term && (
        <Field label="For how long?">
          {(control) => (
            <Select {...control} value={length} onChange={(event) => setLength(event.target.value)}>
              {days.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? 'One day' : `${count} days`}
                </option>
              ))}
              {term === 'ban' && <option value="good">For good</option>}
            </Select>
          )}
        </Field>
      )}
      {term === 'ban' && length === 'good' && (
        <Switch checked={hide} onChange={setHide}>
          Hide everything they wrote
        </Switch>
      )}
      <Field label="Reason" hint={`${readers} Don’t name anyone.`} error={inReason}>
        {(control) => (
          <Textarea
            {...control}
            name="reason"
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" color={danger ? 'danger' : 'primary'} loading={busy}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Opens the dialog of a decision. */
export function openDecideModal(asked: DecideOptions): void {
  const opener = document.activeElement;
  let decided = false;
  const onDecided = () => {
    decided = true;
    asked.onDecided();
  };
  openModal(
    DecideModal,
    { ...asked, onDecided },
    {
      // A decided case leaves the list, so the heading gets the focus.
      returnFocus: () =>
        !decided && opener instanceof HTMLElement && opener.isConnected
          ? opener
          : document.getElementById('moderation'),
    },
  );
}
