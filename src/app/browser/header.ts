import { initialsOf } from '../../platform/model/initials.ts';
import { session } from '../../people/browser/session.ts';
import { kitStyles } from '../../platform/browser/kit-styles.ts';

const load = async () => (await Promise.all([import('../views/AccountMenu.tsx'), kitStyles()]))[0];

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
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    load().then(
      ({ toggleAccountMenu }) => toggleAccountMenu(link),
      () => location.assign(link.href),
    );
  });
}

/** Brings the static header to life: which links show, whose handle, and the menu behind it. */
export function startHeader(): void {
  session.subscribe(show);
  show();
  void session.fetch();
  // A page that comes back from the browser's memory may have been left before signing in or out.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void session.fetch({ again: true });
  });
  document.querySelectorAll<HTMLAnchorElement>('[data-account-menu]').forEach(offerAccountMenu);
}

function show() {
  const { ready, user } = session.getSnapshot();
  document.documentElement.dataset.session = !ready ? 'pending' : user ? 'in' : 'out';
  fill('[data-session-handle]', user ? `@${user.handle}` : '');
  if (user) void import('./signed-in.ts').then(({ startSignedIn }) => startSignedIn(user));
  fill('[data-session-initials]', user ? initialsOf(user.name || user.handle) : '');
}

function fill(selector: string, text: string) {
  if (text) for (const element of document.querySelectorAll(selector)) element.textContent = text;
}
