import type { SessionUser } from '../../people/model/user.ts';
import { initialsOf } from '../../platform/model/initials.ts';

const load = () => import('../views/AccountMenu.tsx');

/**
 * Makes the link to the person's own page open a menu. Its code is loaded when the pointer or the focus reaches the link. The
 * link still works in a new tab, and if the code cannot be loaded.
 */
function offerAccountMenu(link: HTMLAnchorElement): void {
  const prepare = () => void load().catch(() => undefined);
  link.setAttribute('aria-haspopup', 'menu');
  link.setAttribute('aria-expanded', 'false');
  link.addEventListener('pointerenter', prepare, { once: true });
  link.addEventListener('focus', prepare, { once: true });
  // The space bar presses a button, so it has to open the menu too.
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

let startedFor: string | undefined;

/** Shows who is signed in: the handle, the picture or initials, and the menu. */
export function showHeader(user: SessionUser): void {
  fill('[data-session-handle]', `@${user.handle}`);
  const isNew = startedFor !== user.id;
  startedFor = user.id;
  // A picture stays until another one replaces it.
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
