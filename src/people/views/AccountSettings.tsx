import { localTime } from '../../platform/browser/relative-time.ts';
import { useState } from 'react';
import { sizeInWords } from '../../platform/model/bytes.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { cn } from '../../ui/cn.ts';
import { SettingSwitch } from '../../ui/forms/Choices.tsx';
import { call, useCall } from '../browser/calls.ts';
import { activityWords } from '../model/activity.ts';
import { AccountRow } from './AccountRow.tsx';
import { AddressSettings } from './AddressSettings.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import { focusOn, takesFocus } from '../../platform/browser/use-browser.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import type { Backups } from '../../platform/model/backups.ts';
import { paths } from '../../platform/model/paths.ts';
import { presentPasswordHints } from '../browser/account-hints.ts';
import { session } from '../browser/session.ts';
import { AccountForm, PresentPassword } from './AccountForm.tsx';

/** How many entries are shown first; each press shows twice as many. */
const few = 10;

/** What happened to the account, with time and device, so that its owner notices intruders. */
export function AccountActivity() {
  const { answer, retry } = useCall('GET /api/account/activity', {});
  const [shown, setShown] = useState(few);
  if (!answer) return <Loading what="Loading your account’s activity" lines={3} />;
  if (!answer.ok) return <LoadFailure what="your account’s activity" failure={answer} retry={retry} />;
  const { activity } = answer.data;
  return (
    <>
      <p className="m-0 text-muted">
        What happened to your account in the last {limits.activity.days} days. If something here wasn’t you, change your
        password.
      </p>
      {activity.length === 0 && (
        <p className="m-0 text-muted">Nothing yet. Sign-ins and changes to your account appear here.</p>
      )}
      <ul aria-label="Account activity" className="m-0 grid list-none gap-3 p-0">
        {activity.slice(0, shown).map(({ kind, at, device, detail }) => (
          <AccountRow
            key={`${at} ${kind} ${detail ?? ''}`}
            name={detail === undefined ? activityWords[kind] : `${activityWords[kind]}: ${detail}`}
            about={
              <>
                <time dateTime={at}>{localTime(at)}</time> · {device}
              </>
            }
          />
        ))}
      </ul>
      {activity.length > shown && (
        <Button
          variant="outline"
          color="neutral"
          className="justify-self-start"
          onClick={() => setShown((before) => before + few * 2)}
        >
          Show earlier
        </Button>
      )}
    </>
  );
}

/** The share of the limit from which on the person is warned. */
const nearlyFull = 0.8;

/** How much of their storage the person uses. */
export function StorageUse() {
  const { answer, retry } = useCall('GET /api/account/storage', {});
  if (!answer) return <Loading what="Loading your storage" lines={2} />;
  if (!answer.ok) return <LoadFailure what="your storage" failure={answer} retry={retry} />;
  const { used, limit } = answer.data;
  return (
    <>
      <p id="storage-used" className="m-0">
        <span className="whitespace-nowrap">{sizeInWords(used)}</span> of{' '}
        <span className="whitespace-nowrap">{sizeInWords(limit)}</span> used
      </p>
      <div
        role="meter"
        aria-labelledby="storage-used"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cn('h-full rounded-full', used < limit * nearlyFull ? 'bg-primary' : 'bg-danger')}
          style={{ width: `${Math.min(used / limit, 1) * 100}%` }}
        />
      </div>
      {used >= limit * nearlyFull && (
        <Notice kind="danger" title={used >= limit ? 'You’re out of space' : 'You’re nearly out of space'}>
          Delete notes you no longer need, then empty the bin. Copies of pages take up the most. To keep things
          elsewhere, export them first.
        </Notice>
      )}
      <p className="m-0 text-sm text-muted">
        This counts your notes and their earlier versions, the bin, copies of pages, highlights, comments and drafts.
      </p>
    </>
  );
}

/** The person's e-mail address. */
export function EmailSettings() {
  const { answer, retry } = useCall('GET /api/account', {});
  if (!answer) return <Loading what="Loading your address" lines={2} />;
  if (!answer.ok) return <LoadFailure what="your address" failure={answer} retry={retry} />;
  return <AddressSettings account={answer.data.account} />;
}

/** What the reading assistant may read. */
export function AssistantSettings() {
  const { answer, retry } = useCall('GET /api/account', {});
  if (!answer) return <Loading what="Loading your choice" lines={2} />;
  if (!answer.ok) return <LoadFailure what="your choice" failure={answer} retry={retry} />;
  return (
    <SettingSwitch
      stored={answer.data.account.modelReadsPrivate}
      save={(modelReadsPrivate) => call('PATCH /api/account', { body: { modelReadsPrivate } })}
    >
      <span className="font-medium">Let the assistant read my private notes when I ask about them</span>
      <span className="block text-sm text-muted">
        They are then sent to the language model that this site uses, if it uses one. Otherwise they never leave the
        site.
      </span>
    </SettingSwitch>
  );
}

/** The download of all data of the account in one file. */
export function DataSettings() {
  return (
    <>
      <p className="m-0 text-muted">
        Everything you have here in one file: your profile, every note and draft, comments, votes and reading list.
      </p>
      <DownloadButton href="/api/account/data" className="justify-self-start">
        Download my data
      </DownloadButton>
    </>
  );
}

const choices = [
  {
    value: 'keep',
    label: 'Keep what I published',
    says: 'Public and unlisted notes and comments stay, under “Former member”. Drafts and private notes are deleted.',
  },
  {
    value: 'remove',
    label: 'Delete everything',
    says: 'All your notes, comments and votes are deleted. Where others replied to a comment, a blank takes its place.',
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
            again; that of a suspended account stays reserved until the suspension ends. Your handle stays reserved for
            half a year. Download your data first if you want to keep it.
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
            variant="outline"
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

/** Says how long backups of the site still contain deleted data. */
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
