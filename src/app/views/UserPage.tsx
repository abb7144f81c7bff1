import { useHash } from '../../platform/browser/use-browser.ts';
import { useSession } from '../../people/browser/use-session.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { BackupFacts } from './BackupFacts.tsx';
import { Boundary, bounded } from '../../ui/Boundary.tsx';
import { AccountSettings } from '../../people/views/AccountSettings.tsx';
import { AllHighlights } from '../../library/views/AllHighlights.tsx';
import { ImportAndExport } from './ImportAndExport.tsx';
import { MyNotes } from '../../writing/views/MyNotes.tsx';
import { NotificationSettings } from '../../inbox/views/NotificationSettings.tsx';
import { Profile } from '../../people/views/Profile.tsx';
import { Publishing } from '../../publishing/views/Publishing.tsx';
import { WaysIn } from './WaysIn.tsx';
import { WeeklyChoice } from '../../recommendations/views/WeeklyChoice.tsx';

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
