import type { SessionUser } from '../../people/model/user.ts';
import { showFollowButtons } from '../../inbox/browser/follow-buttons.ts';
import { hideMuted } from '../../inbox/browser/mutes.ts';
import { unread } from '../../inbox/browser/unread.ts';

/** What a page does for someone who is signed in, and what no visitor loads. */
export function startSignedIn(user: SessionUser): void {
  unread.watch(user.id);
  void hideMuted(user.id);
  showFollowButtons(document.querySelectorAll<HTMLElement>('[data-follow]'), user);
}
