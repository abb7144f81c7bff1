import { useState, type ReactNode } from 'react';
import { call, useCall } from '../browser/calls.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { AccountActivity } from './AccountActivity.tsx';
import { AddressSettings } from './AddressSettings.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Passkeys } from './security/Passkeys.tsx';
import { PasswordSettings } from './security/PasswordSettings.tsx';
import { SecondFactor } from './security/SecondFactor.tsx';
import { Sessions } from './security/Sessions.tsx';
import { StorageUse } from './StorageUse.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';

/** How I sign in, where I am signed in, and how I leave. */
export function AccountSettings() {
  const { answer, retry } = useCall('GET /api/account', {});
  // What a new password ended must not be shown any more.
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
