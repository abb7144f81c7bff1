import { useState, type ReactNode } from 'react';
import { sizeInWords } from '../../platform/model/bytes.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { cn } from '../../ui/cn.ts';
import { SettingSwitch } from '../../ui/forms/Switch.tsx';
import { call, useCall } from '../browser/calls.ts';
import { activityWords } from '../model/activity.ts';
import { AccountRow } from './AccountRow.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Passkeys } from './Passkeys.tsx';
import { AddressSettings, PasswordSettings } from './AddressSettings.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
/** How many entries are shown first; each press shows twice as many more. */
const few = 10;

/** What happened to my account, with time and device, so that I notice what was not me. */
function AccountActivity() {
  const { answer, retry } = useCall('GET /api/account/activity', {});
  const [shown, setShown] = useState(few);
  if (!answer) return <Loading what="Loading what touched your account" lines={3} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { activity } = answer.data;
  return (
    <>
      <p className="m-0 text-muted">
        What touched your account in the last {limits.activity.days} days. If something here was not you, choose a new
        password.
      </p>
      {activity.length === 0 && <p className="m-0">Nothing yet.</p>}
      <ul aria-label="What touched your account" className="m-0 grid list-none gap-3 p-0">
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
function StorageUse() {
  const { answer, retry } = useCall('GET /api/account/storage', {});
  if (!answer) return <Loading what="Loading how much you keep here" lines={2} />;
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { used, limit } = answer.data;
  return (
    <>
      <p id="storage-used" className="m-0">
        {sizeInWords(used)} of {sizeInWords(limit)} used
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
        <Notice kind="danger" title={used >= limit ? 'Nothing more can be saved' : 'This is nearly full'}>
          Delete notes that you no longer need, and empty the bin: kept copies of pages are the largest part. Download
          your data first, if you want to keep it elsewhere.
        </Notice>
      )}
      <p className="m-0 text-sm text-muted">
        Counted are notes with their earlier versions, those in the bin, kept copies of pages, highlights, comments and
        drafts.
      </p>
    </>
  );
}

/** How I sign in, where I am signed in, and how I delete my account. */
export function AccountSettings() {
  const { answer, retry } = useCall('GET /api/account', {});
  // A new password may have ended what these lists show, so they are loaded anew.
  const [turn, setTurn] = useState(0);
  return (
    <div className="grid gap-10">
      <h1 className="-mb-4!">Account</h1>
      <Section id="address" title="E-mail">
        {!answer && <Loading what="Loading your address" lines={2} />}
        {answer?.ok && <AddressSettings account={answer.data.account} />}
        {answer?.ok === false && <LoadFailure failure={answer} retry={retry} />}
      </Section>
      <Section id="password" title="Password">
        <PasswordSettings onChanged={() => setTurn((last) => last + 1)} />
      </Section>
      <Section id="passkeys" title="Passkeys">
        <Passkeys key={turn} />
      </Section>
      <Section id="second-step" title="Second step">
        <SecondFactor key={turn} />
      </Section>
      <Section id="sessions" title="Where you are signed in">
        <Sessions key={turn} />
      </Section>
      <Section id="activity" title="Account activity">
        <AccountActivity key={turn} />
      </Section>
      {answer?.ok && (
        <Section id="assistant" title="Reading assistant">
          <SettingSwitch
            stored={answer.data.account.modelReadsPrivate}
            save={(modelReadsPrivate) => call('PATCH /api/account', { body: { modelReadsPrivate } })}
          >
            <span className="font-medium">Let the model read my private notes when I ask about them</span>{' '}
            <span className="text-sm text-muted">where this site has one; otherwise they never leave it</span>
          </SettingSwitch>
        </Section>
      )}
      <Section id="storage" title="Storage">
        <StorageUse />
      </Section>
      <Section id="data" title="Your data">
        <p className="m-0 text-muted">
          Everything that you have here in one file: profile, notes in every state, comments, votes, reading list.
        </p>
        <Button href="/api/account/data" download variant="outline" color="neutral" className="justify-self-start">
          Download my data
        </Button>
      </Section>
      <Section id="leave" title="Leave">
        <DeleteAccount />
      </Section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-6">
      <h2 id={id} tabIndex={-1} className="m-0! text-lg! font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
