import { paths } from '../../platform/model/paths.ts';
import { session } from './session.ts';

/** Signs out and goes to the front page. False when the server has not confirmed it: the visitor is still signed in. */
export async function signOut(): Promise<boolean> {
  const confirmed = await session.clear();
  if (confirmed) location.assign(paths.home);
  return confirmed;
}
