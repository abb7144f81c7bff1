import type { SessionUser } from '../../people/model/user.ts';
import { pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { showFollowButtons } from '../../inbox/browser/follow-buttons.ts';
import { hideMuted } from '../../inbox/browser/mutes.ts';
import { device } from '../../platform/browser/device-storage.ts';
import { unsentKey } from '../../platform/model/offline.ts';
import { keepMutes } from '../../inbox/browser/mutes-kept.ts';
import { unread } from '../../inbox/browser/unread.ts';
import { session } from '../../people/browser/session.ts';

/** What a page does for someone who is signed in, and what no visitor loads. */
export function startSignedIn(user: SessionUser): void {
  const { unread: count, mutes, askedAt = 0 } = session.getSnapshot();
  if (count !== undefined) unread.hear(user.id, count, askedAt);
  if (mutes) keepMutes(user.id, mutes, askedAt);
  unread.watch(user.id);
  if (device.read(unsentKey(user.id)) !== undefined) {
    void import('../../people/browser/unsent-mark.ts').then(({ showUnsent }) => showUnsent(user.id));
  }
  void hideMuted(user.id);
  tellOwn(user);
  // The menu opens at the first press, on a phone too.
  if (document.querySelector('[data-account-menu]'))
    whenIdle(() => void import('../views/AccountMenu.tsx').catch(() => undefined));
  showFollowButtons(document.querySelectorAll<HTMLElement>('[data-follow]'), user);
}

/**
 * Shows what is there for whoever wrote something, and takes away what is for everybody else: nobody reports themselves. A
 * rule of style, so that it holds for what comes later, too.
 */
function tellOwn({ handle }: SessionUser): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `[data-report-by="${handle}"]{display:none!important}[data-own-by="${handle}"]{display:block!important}`,
  );
  document.adoptedStyleSheets = [sheet];
}

const whenIdle = (then: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then));

/** One's own picture in the place of one's initials. */
export function showAvatar({ avatar }: SessionUser): void {
  if (avatar === undefined) return;
  const src = pictureAddress(avatar, pictureSizes.avatar[0]);
  for (const place of document.querySelectorAll('[data-session-initials]')) {
    const picture = Object.assign(new Image(), { src, alt: '', className: 'initials' });
    // Where it cannot be had, the initials stay.
    picture.decode().then(
      () => place.replaceChildren(picture),
      () => undefined,
    );
  }
}
