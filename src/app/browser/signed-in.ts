import type { SessionUser } from '../../people/model/user.ts';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { showFollowButtons } from '../../inbox/browser/follow-buttons.ts';
import { hideMuted } from '../../inbox/browser/mutes.ts';
import { device } from '../../platform/browser/device-storage.ts';
import { unsentKey } from '../../platform/model/offline.ts';
import { keepMutes } from '../../inbox/browser/mutes-kept.ts';
import { unread } from '../../inbox/browser/unread.ts';
import { session } from '../../people/browser/session.ts';
import { markNewNotes } from './new-notes.ts';

/** Starts what a page does for a person who is signed in; visitors do not load this code. */
export function startSignedIn(user: SessionUser): void {
  const { unread: count, mutes, askedAt = 0 } = session.getSnapshot();
  if (count !== undefined) unread.hear(user.id, count, askedAt);
  if (mutes) keepMutes(user.id, mutes, askedAt);
  unread.watch(user.id);
  if (device.read(unsentKey(user.id)) !== undefined) {
    void import('../../people/browser/unsent-mark.ts').then(({ showUnsent }) => showUnsent(user.id));
  }
  void hideMuted(user.id);
  markOwn(user);
  markNewNotes(user);
  // Loads the menu early, so that it opens at the first press, also on a phone.
  if (document.querySelector('[data-account-menu]'))
    whenIdle(() => void import('../views/AccountMenu.tsx').catch(() => undefined));
  showFollowButtons(document.querySelectorAll<HTMLElement>('[data-follow]'), user);
}

/**
 * Shows what is only for the author of something, and hides what is only for others: nobody reports themselves. A style
 * rule, so that it also applies to elements that are added later.
 */
function markOwn({ handle }: SessionUser): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:is([data-report-by="${handle}"],[data-not-by="${handle}"]){display:none!important}[data-own-by="${handle}"]{display:block!important}`,
  );
  document.adoptedStyleSheets = [sheet];
}

const whenIdle = (then: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then));

/** Replaces the initials by the person's picture. */
export function showAvatar({ avatar }: SessionUser): void {
  if (avatar === undefined) return;
  const src = pictureAddress(avatar, pictureSizes.avatar[0]);
  for (const place of document.querySelectorAll('[data-session-initials]')) {
    const picture = Object.assign(new Image(), { src, alt: '', className: 'initials' });
    // If the picture cannot be loaded, the initials stay.
    picture.decode().then(
      () => place.replaceChildren(picture),
      () => undefined,
    );
  }
}
