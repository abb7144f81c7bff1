import { callsOf, send } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { PeopleCalls } from '../server/routes.ts';
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

/** The calls about people, and their GETs as hooks, by method and path as in the tables of routes. */
export const call = callsOf<PeopleCalls>();
export const useCall = queriesOf<PeopleCalls>();
export type { PeopleCalls };

/** The calls about the person's own picture, which is sent as a form. */
export const avatarCall = {
  put(file: File) {
    const form = new FormData();
    form.append('file', file);
    return send('PUT', '/api/account/avatar', form);
  },
  remove: () => send('DELETE', '/api/account/avatar'),
};
