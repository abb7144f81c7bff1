import { useSession } from '../../people/browser/use-session.ts';
import { Loading } from '../../ui/Loading.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { bounded } from '../../ui/Boundary.tsx';
import { Notifications } from './Notifications.tsx';
import { ReadingList } from '../../library/views/ReadingList.tsx';

const parts = ['notifications', 'reading'] as const;

/** What awaits me: what happened, and what I want to read. The address remembers which of them is open. */
export const Inbox = bounded(function Inbox() {
  const { user } = useSession();
  return (
    <div className="page-head mx-auto max-w-3xl">
      <h1 className="mb-4!">Inbox</h1>
      {user ? (
        <Tabs
          label="Inbox"
          initial={parts.find((part) => location.hash === `#${part}`) ?? parts[0]}
          onChange={(part) => history.replaceState(history.state, '', `#${part}`)}
          tabs={[
            { value: 'notifications', label: 'Notifications', panel: <Notifications userId={user.id} /> },
            { value: 'reading', label: 'Reading list', panel: <ReadingList /> },
          ]}
        />
      ) : (
        <Loading what="Loading your inbox" lines={6} />
      )}
    </div>
  );
});
