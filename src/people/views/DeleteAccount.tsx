import { useState } from 'react';
import { focusOn, takesFocus } from '../../platform/browser/use-browser.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import type { Backups } from '../../platform/model/backups.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { presentPasswordHints } from '../browser/account-hints.ts';
import { session } from '../browser/session.ts';
import { AccountForm, PresentPassword } from './AccountForm.tsx';

const choices = [
  {
    value: 'keep',
    label: 'Keep what I published',
    says: 'Public and unlisted notes and comments stay, under “Former member”. Drafts and private notes are deleted.',
  },
  {
    value: 'remove',
    label: 'Delete everything',
    says: 'All your notes, comments and votes are deleted. Where others replied to a comment, an empty place stays.',
  },
] as const;

/** Explains what deleting the account means, and deletes it. */
export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <>
        <p className="m-0 text-muted">This can’t be undone. You choose what happens to what you wrote.</p>
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
      onDone={() => {
        session.leave();
        location.assign(paths.home);
      }}
    >
      {(errorOf) => (
        <>
          <p ref={takesFocus} tabIndex={-1} className="m-0">
            You’ll be signed out everywhere, and nobody can sign in to this account any more. Your email address is free
            again; your handle stays reserved for half a year. Download your data first if you want to keep it.
          </p>
          <KeptByBackups />
          <fieldset className="m-0 grid gap-3 border-0 p-0">
            <legend className="mb-2 p-0 font-medium">What should happen to what you wrote?</legend>
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
              focusOn('delete');
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
      What you delete stays in this site’s encrypted backups for another {days === 1 ? 'one day' : `${days} days`}, then
      disappears from them too.
    </p>
  );
}
