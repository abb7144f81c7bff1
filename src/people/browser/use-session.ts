import { useEffect, useSyncExternalStore } from 'react';
import { session, type SessionState } from './session.ts';

const beforeMount: SessionState = { ready: false };

/** The session in an island. It is asked for after mount, so that the prerendered page is the same for everyone. */
export function useSession(): SessionState {
  useEffect(() => void session.fetch(), []);
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => beforeMount);
}
