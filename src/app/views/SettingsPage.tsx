import { useHash, useHydrated } from '../../platform/browser/use-browser.ts';
import { useSession } from '../../people/browser/use-session.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { BackupFacts } from './BackupFacts.tsx';
import { Boundary, bounded } from '../../ui/Boundary.tsx';
import { AccountSettings } from '../../people/views/AccountSettings.tsx';
import { OfflineSettings } from '../../library/views/KeepOffline.tsx';
import { NotificationSettings } from '../../inbox/views/NotificationSettings.tsx';
import { Profile } from '../../people/views/Profile.tsx';
import { Publishing } from '../../publishing/views/Publishing.tsx';
import { ReviewMailChoice } from '../../inbox/views/ReviewMailChoice.tsx';
import { WeeklyChoice } from '../../recommendations/views/WeeklyChoice.tsx';
import { useState, type ReactNode } from 'react';
import { ExportFormats } from '../../transfer/views/ExportFormats.tsx';
import { ImportFiles } from '../../transfer/views/ImportFiles.tsx';
import { Imports } from '../../transfer/views/Imports.tsx';
import { ScheduledExport } from '../../transfer/views/ScheduledExport.tsx';
import { ApiTokens } from '../../people/views/ApiTokens.tsx';
import { paths, settingsPartOf, settingsParts, type SettingsPart } from '../../platform/model/paths.ts';

/** Saves the open page with what is selected in it as a quotation, in a small window. */
const bookmarklet = (origin: string) =>
  `javascript:(()=>{const t=String(getSelection()).trim(),q=new URLSearchParams({url:location.href,title:document.title});` +
  `if(t)q.set('text',t.replace(/^/gm,'> ')+'\\n\\n');` +
  `open('${origin}${paths.write}?'+q,'_blank')})()`;

/** How things get here without opening the site first: a bookmark, sharing, programs. */
function WaysIn() {
  const alive = useHydrated();
  return (
    <div className="grid gap-10">
      <h1 className="-mb-4!">Saving from elsewhere</h1>
      <section aria-labelledby="bookmarklet" className="grid gap-4 border-t border-line pt-6">
        <h2 id="bookmarklet" className="m-0! text-lg! font-semibold">
          A bookmark that saves
        </h2>
        <p className="m-0 text-muted">
          Drag this into your bookmarks. Pressed on any page, it opens a new note with its link, its title, and what you
          selected as a quotation.
        </p>
        <p className="m-0">
          {/* React refuses such addresses, rightly: this one is ours and is set where nobody else’s can come in. */}
          <a
            ref={(link) => {
              if (alive) link?.setAttribute('href', bookmarklet(location.origin));
            }}
            className="inline-flex rounded-lg border border-strong px-4 py-2 font-medium no-underline hover:border-primary"
            onClick={(event) => event.preventDefault()}
          >
            Save to Commonplace
          </a>
        </p>
      </section>
      <section aria-labelledby="share" className="grid gap-4 border-t border-line pt-6">
        <h2 id="share" className="m-0! text-lg! font-semibold">
          Sharing from a phone
        </h2>
        <p className="m-0 text-muted">
          Install this site from your browser’s menu (“Add to home screen”). It then stands among the places that other
          apps can share to.
        </p>
      </section>
      <section aria-labelledby="tokens" className="grid gap-4 border-t border-line pt-6">
        <h2 id="tokens" tabIndex={-1} className="m-0! text-lg! font-semibold">
          Tokens for programs
        </h2>
        <ApiTokens />
      </section>
      <OfflineSettings />
    </div>
  );
}

/** How I want things to be, in parts that each have an address of their own after the `#`. */
export const SettingsPage = bounded(function SettingsPage() {
  const { user } = useSession();
  const hash = useHash();
  const panels: Record<SettingsPart, { label: string; panel: ReactNode }> = {
    profile: { label: 'Profile', panel: <Profile /> },
    account: { label: 'Account', panel: user ? <AccountSettings /> : <Loading what="Loading your account" /> },
    notifications: {
      label: 'Notifications',
      panel: (
        <NotificationSettings>
          <ReviewMailChoice />
          <WeeklyChoice />
        </NotificationSettings>
      ),
    },
    saving: { label: 'Saving', panel: <WaysIn /> },
    carry: { label: 'Import and export', panel: <ImportAndExport /> },
    publishing: {
      label: 'Publishing',
      panel: (
        <>
          <Publishing />
          {user?.role === 'owner' && <BackupFacts />}
        </>
      ),
    },
  };
  const tabs = settingsParts.map((value) => {
    const { label, panel } = panels[value];
    return { value, label, panel: <Boundary>{panel}</Boundary> };
  });
  return (
    <div className="mx-auto max-w-3xl">
      <Tabs label="Settings" tabs={tabs} value={settingsPartOf(hash) ?? settingsParts[0]} onChange={show} />
    </div>
  );
});

/** Going back leads to the part that was open before the page, not through all that were looked at. */
function show(part: string): void {
  history.replaceState(history.state, '', `#${part}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Bringing what was saved elsewhere, and taking along what is here. */
function ImportAndExport() {
  const [turn, setTurn] = useState(0);
  return (
    <div className="grid gap-10">
      <section aria-labelledby="import" className="grid gap-4">
        <h1 id="import" tabIndex={-1} className="m-0!">
          Import
        </h1>
        <ImportFiles onEnd={() => setTurn((last) => last + 1)} />
        <Imports key={turn} />
      </section>
      <section aria-labelledby="export" className="grid gap-4 border-t border-line pt-6">
        <h2 id="export" className="m-0! text-lg! font-semibold">
          Export
        </h2>
        <p className="m-0 text-muted">All your notes, in every state. What you take along stays here too.</p>
        <ExportFormats />
      </section>
      <ScheduledExport />
    </div>
  );
}
