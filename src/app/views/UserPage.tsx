import { useHash } from '../../platform/browser/use-browser.ts';
import { useSession } from '../../people/browser/use-session.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { BackupFacts } from './BackupFacts.tsx';
import { Boundary, bounded } from '../../ui/Boundary.tsx';
import { AccountSettings } from '../../people/views/AccountSettings.tsx';
import { AllHighlights } from '../../library/views/AllHighlights.tsx';
import { MyNotes } from '../../writing/views/MyNotes.tsx';
import { NotificationSettings } from '../../inbox/views/NotificationSettings.tsx';
import { Profile } from '../../people/views/Profile.tsx';
import { Publishing } from '../../publishing/views/Publishing.tsx';
import { WaysIn } from './WaysIn.tsx';
import { WeeklyChoice } from '../../recommendations/views/WeeklyChoice.tsx';
import { useState } from 'react';
import { ExportFormats } from '../../transfer/views/ExportFormats.tsx';
import { ImportFiles } from '../../transfer/views/ImportFiles.tsx';
import { Imports } from '../../transfer/views/Imports.tsx';
import { ScheduledExport } from '../../transfer/views/ScheduledExport.tsx';

/** All that is mine, in parts that each have an address of their own after the `#`. */
export const UserPage = bounded(function UserPage() {
  const { user } = useSession();
  const hash = useHash();
  const tabs = [
    { value: 'notes', label: 'Notes', panel: <MyNotes /> },
    { value: 'highlights', label: 'Highlights', panel: <AllHighlights /> },
    { value: 'profile', label: 'Profile', panel: <Profile /> },
    { value: 'account', label: 'Account', panel: user ? <AccountSettings /> : <Loading what="Loading your account" /> },
    {
      value: 'notifications',
      label: 'Notifications',
      panel: (
        <NotificationSettings>
          <WeeklyChoice />
        </NotificationSettings>
      ),
    },
    { value: 'saving', label: 'Saving', panel: <WaysIn /> },
    { value: 'carry', label: 'Import and export', panel: <ImportAndExport /> },
    {
      value: 'publishing',
      label: 'Publishing',
      panel: (
        <>
          <Publishing />
          {user?.role === 'owner' && <BackupFacts />}
        </>
      ),
    },
  ];
  const value = tabs.some((tab) => tab.value === hash) ? hash : 'notes';
  return (
    <div className="mx-auto max-w-3xl">
      <Tabs
        label="What is mine"
        tabs={tabs.map((tab) => ({ ...tab, panel: <Boundary>{tab.panel}</Boundary> }))}
        value={value}
        onChange={show}
      />
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
