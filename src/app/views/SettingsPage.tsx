import { localTime } from '../../platform/browser/relative-time.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import { sizeInWords } from '../../platform/model/bytes.ts';
import type { Backups } from '../../platform/model/backups.ts';
import { Loaded, Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useHydrated, useHash } from '../../platform/browser/use-browser.ts';
import { paths } from '../../platform/model/paths.ts';
import { useEffect, useState, type ComponentType } from 'react';
import { CopiesChoice } from '../../capture/views/CopiesChoice.tsx';
import { NotificationSettings, ReviewMailChoice } from '../../inbox/views/NotificationSettings.tsx';
import { OfflineSettings } from '../../library/views/KeepOffline.tsx';
import { LookSettings } from '../../library/views/ReadingLookModal.tsx';
import { useSession } from '../../people/browser/calls.ts';
import {
  AccountActivity,
  AssistantSettings,
  DataSettings,
  EmailSettings,
  StorageUse,
  DeleteAccount,
} from '../../people/views/AccountSettings.tsx';
import { PasswordSettings } from '../../people/views/AddressSettings.tsx';
import { ApiTokens } from '../../people/views/ApiTokens.tsx';
import { Passkeys, Sessions } from '../../people/views/Sessions.tsx';
import { Profile } from '../../people/views/Profile.tsx';
import { SecondFactor } from '../../people/views/SecondFactor.tsx';
import { settingsSectionOf, type SettingsSection } from '../../platform/model/fixed-pages.ts';
import { Publishing } from '../../publishing/views/Publishing.tsx';
import { WeeklyChoice } from '../../recommendations/views/WeeklyChoice.tsx';
import { ExportFormats } from '../../transfer/views/ExportFormats.tsx';
import { ImportFiles } from '../../transfer/views/ImportFiles.tsx';
import { Imports } from '../../transfer/views/Imports.tsx';
import { ScheduledExport } from '../../transfer/views/ScheduledExport.tsx';
import { Boundary, bounded } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { SettingsMenu, settingsAbout } from './SettingsMenu.tsx';

const At = ({ time }: { time: string }) => <time dateTime={time}>{localTime(time)}</time>;

/** Shows an owner when the last backup was made and verified. */
function BackupFacts() {
  const { answer, retry } = useQuery<Backups>('/api/backups');
  return (
    <section aria-labelledby="backups" className="mt-10 grid gap-4 border-t border-line pt-6">
      <h2 id="backups" className="m-0! text-lg! font-semibold">
        Backups
      </h2>
      <Loaded what="the backups" lines={2} {...{ answer, retry }}>
        {(backups) => <Facts {...backups} />}
      </Loaded>
    </section>
  );
}

function Facts({ days, last, failure }: Backups) {
  return (
    <>
      {failure && (
        <Notice kind="danger">
          <span>
            The last attempt, <At time={failure.at} />, failed: {failure.message}
          </span>
        </Notice>
      )}
      {last && (
        <p className="m-0">
          The latest was made <At time={last.at} /> ({sizeInWords(last.bytes)}), then read back and found complete{' '}
          <At time={last.verifiedAt} />.
        </p>
      )}
      <p className="m-0 text-muted">
        {days === null ? (
          <>
            There are no backups yet. To start, make a key with{' '}
            <code>
              npm run backup <span className="whitespace-nowrap">-- --make-key</span>
            </code>{' '}
            and set <code>BACKUP_RECIPIENT</code> to its public half.
          </>
        ) : (
          `A backup is made every night and kept for ${days === 1 ? 'one day' : `${days} days`}.`
        )}
        {days !== null && !last && ' None has been made yet.'}
      </p>
    </>
  );
}

/** Opens the editor with the current page, and the selected text as a quotation. */
const bookmarklet = (origin: string) =>
  `javascript:(()=>{const t=String(getSelection()).trim(),q=new URLSearchParams({url:location.href,title:document.title});` +
  `if(t)q.set('text',t.replace(/^/gm,'> ')+'\\n\\n');` +
  `open('${origin}${paths.write}?'+q,'_blank')})()`;

/** Whether pages are copied, and ways to save them without opening the site first: a bookmarklet, and sharing. */
function Saving() {
  const alive = useHydrated();
  return (
    <>
      <CopiesChoice />
      <section aria-labelledby="bookmarklet" className="grid gap-4 border-t border-line pt-6">
        <h2 id="bookmarklet" className="m-0! text-lg! font-semibold">
          From your browser
        </h2>
        <p className="m-0 text-muted">
          Drag this button to your bookmarks bar. Press it on any page to save that page here, with whatever text you’ve
          selected as a quotation.
        </p>
        <p className="m-0">
          {/* React refuses such addresses, with good reason. This one has no outside input, so it is set directly. */}
          <a
            ref={(link) => {
              if (alive) link?.setAttribute('href', bookmarklet(location.origin));
            }}
            className="inline-flex max-w-full rounded-lg border border-strong px-4 py-2 font-medium no-underline hover:border-primary"
            onClick={(event) => event.preventDefault()}
          >
            Save to Commonplace
          </a>
        </p>
      </section>
      <section aria-labelledby="share" className="grid gap-4 border-t border-line pt-6">
        <h2 id="share" className="m-0! text-lg! font-semibold">
          From your phone
        </h2>
        <p className="m-0 text-muted">
          Choose “Add to home screen” in your browser’s menu. Commonplace then appears wherever other apps share to.
        </p>
      </section>
    </>
  );
}

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
  saving: Saving,
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

/** One section of the settings, next to the menu of sections, which is a separate page on phones. */
export const SettingsPage = bounded(function SettingsPage({ section }: { section: SettingsSection }) {
  const { user } = useSession();
  const Panel = panels[section];
  return (
    <div className="lg:-mt-5 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
      <div className="max-lg:hidden">
        <a href={`#${section}`} className="skip">
          Skip the menu
        </a>
        {/* Low enough to fit into the window before the header is scrolled away. */}
        <SettingsMenu current={section} className="max-h-[calc(100dvh-7rem)] pt-1 lg:sticky lg:top-4" />
      </div>
      <div className="max-w-(--column) min-w-0 max-lg:mx-auto">
        <p className="m-0 pb-2 lg:hidden">
          <Button size="xs" variant="ghost" color="neutral" className="-ms-3 whitespace-nowrap" href={paths.settings}>
            <Glyph name="chevron" className="size-4 rotate-90 rtl:-rotate-90" /> All settings
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

/** All sections with their descriptions. Old addresses with a section after the `#` are redirected. */
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

/** The import of files. */
function Import() {
  const [turn, setTurn] = useState(0);
  return (
    <>
      <ImportFiles onEnd={() => setTurn((last) => last + 1)} />
      <Imports key={turn} />
    </>
  );
}

/** Exports, once or on a schedule. */
function Export() {
  return (
    <>
      <p className="m-0 text-muted">
        All your notes, including drafts and private ones. Exporting removes nothing from here.
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
