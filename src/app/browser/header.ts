import { initialsOf } from '../../platform/model/initials.ts';
import { offerAccountMenu } from '../../people/browser/account-menu.ts';
import { session } from '../../people/browser/session.ts';

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
