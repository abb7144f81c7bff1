import { useEffect, useState, type ComponentType } from 'react';
import { NotificationSettings } from '../../inbox/views/NotificationSettings.tsx';
import { ReviewMailChoice } from '../../inbox/views/ReviewMailChoice.tsx';
import { OfflineSettings } from '../../library/views/KeepOffline.tsx';
import { LookSettings } from '../../library/views/ReadingLookModal.tsx';
import { useSession } from '../../people/browser/use-session.ts';
import {
  AccountActivity,
  AssistantSettings,
  DataSettings,
  EmailSettings,
  StorageUse,
} from '../../people/views/AccountSettings.tsx';
import { PasswordSettings } from '../../people/views/AddressSettings.tsx';
import { ApiTokens } from '../../people/views/ApiTokens.tsx';
import { DeleteAccount } from '../../people/views/DeleteAccount.tsx';
import { Passkeys } from '../../people/views/Passkeys.tsx';
import { Profile } from '../../people/views/Profile.tsx';
import { SecondFactor } from '../../people/views/SecondFactor.tsx';
import { Sessions } from '../../people/views/Sessions.tsx';
import { useHash } from '../../platform/browser/use-browser.ts';
import { paths } from '../../platform/model/paths.ts';
import { settingsSectionOf, type SettingsSection } from '../../platform/model/settings-sections.ts';
import { Publishing } from '../../publishing/views/Publishing.tsx';
import { WeeklyChoice } from '../../recommendations/views/WeeklyChoice.tsx';
import { ExportFormats } from '../../transfer/views/ExportFormats.tsx';
import { ImportFiles } from '../../transfer/views/ImportFiles.tsx';
import { Imports } from '../../transfer/views/Imports.tsx';
import { ScheduledExport } from '../../transfer/views/ScheduledExport.tsx';
import { Boundary, bounded } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { BackupFacts } from './BackupFacts.tsx';
import { SettingsMenu } from './SettingsMenu.tsx';
import { settingsAbout } from './settings-sections.ts';
import { WaysIn } from './WaysIn.tsx';

const panels: Record<SettingsSection, ComponentType> = {
  profile: Profile,
  notifications: Notifications,
  look: LookSettings,
  email: EmailSettings,
  password: PasswordSettings,
  passkeys: Passkeys,
  'second-step': SecondFactor,
  sessions: Sessions,
  activity: AccountActivity,
  saving: WaysIn,
  tokens: ApiTokens,
  offline: OfflineSettings,
  assistant: AssistantSettings,
  import: Import,
  export: Export,
  publishing: PublishingAndBackups,
  storage: StorageUse,
  data: DataSettings,
  delete: DeleteAccount,
};

/** One section of the settings, beside the ways to the others; on a phone they are a page of their own. */
export const SettingsPage = bounded(function SettingsPage({ section }: { section: SettingsSection }) {
  const { user } = useSession();
  const Panel = panels[section];
  return (
    <div className="lg:-mt-5 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12">
      <div className="max-lg:hidden">
        <div className="sticky top-4 -ms-2 max-h-[calc(100dvh-2rem)] overflow-y-auto p-1 pb-4">
          <SettingsMenu current={section} />
        </div>
      </div>
      <div className="max-w-3xl min-w-0">
        <p className="m-0 pb-2 lg:hidden">
          <Button size="xs" variant="ghost" color="neutral" className="-ms-3" href={paths.settings}>
            All settings
          </Button>
        </p>
        <section aria-labelledby={section} className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <h1 id={section} tabIndex={-1} className="m-0!">
            {settingsAbout[section].label}
          </h1>
          <Boundary>{user ? <Panel /> : <Loading what="Loading your settings" lines={4} />}</Boundary>
        </section>
      </div>
    </div>
  );
});

/** All sections with what each is about. Addresses of before, with a part behind the `#`, lead on from here. */
export const SettingsOverview = bounded(function SettingsOverview() {
  const section = settingsSectionOf(useHash());
  useEffect(() => {
    if (section) location.replace(paths.settingsOf(section));
  }, [section]);
  return (
    <div className="grid gap-6">
      <h1 className="m-0!">Settings</h1>
      <SettingsMenu />
    </div>
  );
});

function Notifications() {
  return (
    <NotificationSettings>
      <ReviewMailChoice />
      <WeeklyChoice />
    </NotificationSettings>
  );
}

/** Bringing what was saved elsewhere. */
function Import() {
  const [turn, setTurn] = useState(0);
  return (
    <>
      <ImportFiles onEnd={() => setTurn((last) => last + 1)} />
      <Imports key={turn} />
    </>
  );
}

/** Taking along what is here. */
function Export() {
  return (
    <>
      <p className="m-0 text-muted">
        All your notes, drafts and private ones included. Whatever you take stays here too.
      </p>
      <ExportFormats />
      <ScheduledExport />
    </>
  );
}

function PublishingAndBackups() {
  const { user } = useSession();
  return (
    <>
      <Publishing />
      {user?.role === 'owner' && <BackupFacts />}
    </>
  );
}
