import { useState } from 'react';
import { sizeInWords } from '../../platform/model/bytes.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { cn } from '../../ui/cn.ts';
import { SettingSwitch } from '../../ui/forms/Switch.tsx';
import { call, useCall } from '../browser/calls.ts';
import { activityWords } from '../model/activity.ts';
import { AccountRow } from './AccountRow.tsx';
import { AddressSettings } from './AddressSettings.tsx';
import { DownloadButton } from './DownloadButton.tsx';

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
/** How many entries are shown first; each press shows twice as many more. */
const few = 10;

/** What happened to my account, with time and device, so that I notice what was not me. */
export function AccountActivity() {
  const { answer, retry } = useCall('GET /api/account/activity', {});
  const [shown, setShown] = useState(few);
  if (!answer) return <Loading what="Loading your account’s activity" lines={3} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { activity } = answer.data;
  return (
    <>
      <p className="m-0 text-muted">
        What happened to your account in the last {limits.activity.days} days. If something here wasn’t you, change your
        password.
      </p>
      {activity.length === 0 && <p className="m-0 text-muted">Nothing in that time.</p>}
      <ul aria-label="Account activity" className="m-0 grid list-none gap-3 p-0">
        {activity.slice(0, shown).map(({ kind, at, device, detail }) => (
          <AccountRow
            key={`${at} ${kind} ${detail ?? ''}`}
            name={detail === undefined ? activityWords[kind] : `${activityWords[kind]}: ${detail}`}
            about={
              <>
                <time dateTime={at}>{when.format(new Date(at))}</time>, {device}
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

/** From this share of the limit on, the person is warned. */
const nearlyFull = 0.8;

/** How much of what I may keep here is used. */
export function StorageUse() {
  const { answer, retry } = useCall('GET /api/account/storage', {});
  if (!answer) return <Loading what="Loading how much space you use" lines={2} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
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

/** My address for mail. */
export function EmailSettings() {
  const { answer, retry } = useCall('GET /api/account', {});
  if (!answer) return <Loading what="Loading your address" lines={2} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  return <AddressSettings account={answer.data.account} />;
}

/** What the reading assistant may read. */
export function AssistantSettings() {
  const { answer, retry } = useCall('GET /api/account', {});
  if (!answer) return <Loading what="Loading your choice" lines={2} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
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

/** Everything that an account has, in one file. */
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
