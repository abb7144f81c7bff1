import { useState } from 'react';
import { signOut } from '../client/sign-out.ts';
import { useSession } from '../client/use-session.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/Loading.tsx';

/** Who is signed in. */
export function Profile() {
  const { user } = useSession();
  const name = user?.name || user?.handle || '';
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      {user ? (
        <div className="flex items-center gap-3">
          <Avatar alt={name} decorative size="2xl" />
          <div className="grid min-w-0">
            <span className="truncate font-medium" dir="auto">
              {name}
            </span>
            <span className="truncate text-sm text-muted">@{user.handle}</span>
            <span className="truncate text-sm text-muted">{user.email}</span>
          </div>
        </div>
      ) : (
        <Loading what="Loading your profile" lines={2} />
      )}
      {user && <SignOut />}
    </section>
  );
}

/** The header has no room for it on a phone. */
function SignOut() {
  const [stage, setStage] = useState<'ready' | 'busy' | 'failed'>('ready');
  async function leave() {
    setStage('busy');
    if (!(await signOut())) setStage('failed');
  }
  return (
    <Button
      variant="outline"
      color="neutral"
      className="mt-4 sm:hidden"
      loading={stage === 'busy'}
      onClick={() => void leave()}
    >
      {stage === 'failed' ? 'Still signed in. Try again' : 'Sign out'}
    </Button>
  );
}
