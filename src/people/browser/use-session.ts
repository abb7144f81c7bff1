import { useEffect, useSyncExternalStore } from 'react';
import { paths } from '../../platform/model/paths.ts';
import { session, type SessionState } from './session.ts';

const beforeMount: SessionState = { ready: false };

/** The session in an island. It is asked for after mount, so that the prerendered page is the same for everyone. */
export function useSession(): SessionState {
  useEffect(() => void session.fetch(), []);
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => beforeMount);
}

/** Signs out and goes to the front page. False when the server has not confirmed it: the visitor is still signed in. */
export async function signOut(): Promise<boolean> {
  const confirmed = await session.clear();
  if (confirmed) location.assign(paths.home);
  return confirmed;
}
