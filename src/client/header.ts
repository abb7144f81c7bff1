import { initialsOf } from '../domain/initials.ts';
import { session } from './session.ts';
import { signOut } from './sign-out.ts';

/** Brings the static header to life: which links show, whose handle, and the way out. */
export function startHeader(): void {
  session.subscribe(show);
  show();
  void session.fetch();
  // A page that comes back from the browser's memory may have been left before signing in or out.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void session.fetch({ again: true });
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-sign-out]')) {
    button.addEventListener('click', () => void leave(button));
  }
}

function show() {
  const { ready, user } = session.getSnapshot();
  document.documentElement.dataset.session = !ready ? 'pending' : user ? 'in' : 'out';
  fill('[data-session-handle]', user ? `@${user.handle}` : '');
  fill('[data-session-initials]', user ? initialsOf(user.name || user.handle) : '');
}

function fill(selector: string, text: string) {
  if (text) for (const element of document.querySelectorAll(selector)) element.textContent = text;
}

async function leave(button: HTMLButtonElement) {
  button.disabled = true;
  if (await signOut()) return;
  button.disabled = false;
  button.textContent = 'Still signed in. Try again';
}
