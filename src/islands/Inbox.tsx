import { useSession } from '../client/use-session.ts';
import { Loading } from '../ui/Loading.tsx';
import { Notifications } from './Notifications.tsx';

/** What awaits me. */
export function Inbox() {
  const { user } = useSession();
  return (
    <div className="page-head mx-auto max-w-3xl">
      <h1 className="mb-6!">Inbox</h1>
      {user ? <Notifications userId={user.id} /> : <Loading what="Loading your inbox" lines={6} />}
    </div>
  );
}
