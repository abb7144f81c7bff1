import { useState } from 'react';
import { focusOn, takesFocus } from '../../platform/browser/use-browser.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import type { Backups } from '../../platform/model/backups.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { presentPasswordHints } from '../browser/account-hints.ts';
import { AccountForm, PresentPassword } from './AccountForm.tsx';

const choices = [
  {
    value: 'keep',
    label: 'Keep what I published',
    says: 'Public and unlisted notes and comments stay, by “Former member”. Drafts and private notes are deleted.',
  },
  {
    value: 'remove',
    label: 'Take everything away',
    says: 'All notes, comments and votes are deleted. Of a comment that others answered, its empty place stays.',
  },
] as const;

/** Explains what deleting the account means, and deletes it. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <>
        <p className="m-0 text-muted">
          Deleting your account cannot be undone. You choose what becomes of your writings.
        </p>
        <Button variant="outline" color="danger" className="justify-self-start" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </>
    );
  }
  return (
    <AccountForm
      call="POST /api/account/deletion"
      submit="Delete my account for good"
      small
      color="danger"
      hints={presentPasswordHints}
      onDone={() => location.assign(paths.home)}
    >
      {(errorOf) => (
        <>
          <p ref={takesFocus} tabIndex={-1} className="m-0">
            You are signed out everywhere, your address is free again, and nobody can sign in to this account any more.
            Nobody can take your handle for half a year. Download your data first if you want to keep it.
          </p>
          <KeptByBackups />
          <fieldset className="m-0 grid gap-3 border-0 p-0">
            <legend className="mb-2 p-0 font-medium">What becomes of your writings?</legend>
            {choices.map(({ value, label, says }) => (
              <label key={value} className="flex cursor-pointer gap-3 rounded-lg border border-line p-3">
                <input
                  type="radio"
                  name="writings"
                  value={value}
                  defaultChecked={value === 'keep'}
                  className="mt-1 size-4 flex-none accent-primary"
                />
                <span className="grid">
                  <span className="font-medium">{label}</span>
                  <span className="text-sm text-muted">{says}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <PresentPassword error={errorOf('current')} />
          <Button
            variant="ghost"
            color="neutral"
            className="justify-self-start"
            onClick={() => {
              focusOn('leave');
              setOpen(false);
            }}
          >
            Keep my account
          </Button>
        </>
      )}
    </AccountForm>
  );
}

/** Says for how long backups of the site still hold what is deleted. */
function KeptByBackups() {
  const { answer } = useQuery<Backups>('/api/backups');
  const days = answer?.ok ? answer.data.days : null;
  if (days === null) return null;
  return (
    <p className="m-0">
      What you delete is still in the encrypted backups of this site for {days === 1 ? 'one day' : `${days} days`}, and
      then gone from them, too.
    </p>
  );
}
