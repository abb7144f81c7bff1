import type { SessionUser } from '../../people/model/user.ts';
import { initialsOf } from '../../platform/model/initials.ts';

const load = () => import('../views/AccountMenu.tsx');

/**
 * Makes the link to one's own page open a menu, whose code comes when a pointer or the focus arrives. Whoever asks for a
 * new tab, or for whom the code does not come, follows the link.
 */
function offerAccountMenu(link: HTMLAnchorElement): void {
  const prepare = () => void load().catch(() => undefined);
  link.setAttribute('aria-haspopup', 'menu');
  link.setAttribute('aria-expanded', 'false');
  link.addEventListener('pointerenter', prepare, { once: true });
  link.addEventListener('focus', prepare, { once: true });
  // What opens a menu is pressed as a button is.
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    link.click();
  });
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    load().then(
      ({ toggleAccountMenu }) => void toggleAccountMenu(link),
      () => location.assign(link.href),
    );
  });
}

let greeted: string | undefined;

/** Shows who is signed in: which links, whose handle and picture, and the menu behind it. */
export function showHeader(user: SessionUser): void {
  fill('[data-session-handle]', `@${user.handle}`);
  const isNew = greeted !== user.id;
  greeted = user.id;
  // A picture that shows stays until another one comes.
  if (isNew || !user.avatar) fill('[data-session-initials]', initialsOf(user.name || user.handle));
  void import('./signed-in.ts').then(({ startSignedIn, showAvatar }) => {
    if (isNew) startSignedIn(user);
    showAvatar(user);
  });
}

document.querySelectorAll<HTMLAnchorElement>('[data-account-menu]').forEach(offerAccountMenu);

function fill(selector: string, text: string) {
  for (const element of document.querySelectorAll(selector)) element.textContent = text;
}
