import { watchAppVersion } from '../../platform/browser/app-version.ts';
import { startColourModeSwitch } from '../../platform/browser/colour-mode.ts';
import { bringToastsBack } from '../../ui/toasts/toast-return.ts';
import { reloadOnMissingChunks } from '../../platform/browser/errors.ts';
import { startOffline } from '../../platform/browser/offline/offline.ts';
import { startReports } from '../../moderation/browser/report.ts';
import { startTimes } from '../../platform/browser/relative-time.ts';
import { requireNamed } from './guard.ts';
import { startShortcuts } from './shortcuts.ts';
import { session, startSession } from '../../people/browser/session.ts';
import { noRoute } from '../../platform/model/page-problem.ts';
import { initialsOf } from '../../platform/model/initials.ts';

const { guard } = document.body.dataset;
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
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    load().then(
      ({ toggleAccountMenu }) => void toggleAccountMenu(link),
      () => location.assign(link.href),
    );
  });
}

/** Brings the static header to life: which links show, whose handle, and the menu behind it. */
function startHeader(): void {
  let greeted: string | undefined;
  const show = () => {
    const { user, unsure } = session.getSnapshot();
    if (unsure && guard) void import('./unsure-session.ts').then(({ sayUnsure }) => sayUnsure());
    if (!user) return;
    fill('[data-session-handle]', `@${user.handle}`);
    const isNew = greeted !== user.id;
    greeted = user.id;
    // A picture that shows stays until another one comes.
    if (isNew || !user.avatar) fill('[data-session-initials]', initialsOf(user.name || user.handle));
    void import('./signed-in.ts').then(({ startSignedIn, showAvatar }) => {
      if (isNew) startSignedIn(user);
      showAvatar(user);
    });
  };
  session.subscribe(show);
  void startSession();
  document.querySelectorAll<HTMLAnchorElement>('[data-account-menu]').forEach(offerAccountMenu);
}

function fill(selector: string, text: string) {
  for (const element of document.querySelectorAll(selector)) element.textContent = text;
}

reloadOnMissingChunks();
watchAppVersion();
bringToastsBack();
startOffline();
startHeader();
startTimes();
startShortcuts();
startReports();
startColourModeSwitch();
sayMissingPath();
if (guard) requireNamed(guard);

/** Where only the file of the 404 page is left to answer, says which path was asked for, as the function does. */
function sayMissingPath(): void {
  const description = document.querySelector('[data-fill-path] [data-description]');
  if (description) description.textContent = noRoute(asTyped(location.pathname));
}

function asTyped(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
