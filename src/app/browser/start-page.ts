import { session, startSession } from '../../people/browser/session.ts';
import { startReports } from '../../moderation/browser/report.ts';
import { watchAppVersion } from '../../platform/browser/app-version.ts';
import { startColourModeSwitch } from '../../platform/browser/colour-mode.ts';
import { tab } from '../../platform/browser/device-storage.ts';
import { reloadOnMissingChunks } from '../../platform/browser/errors.ts';
import { startTimes } from '../../platform/browser/relative-time.ts';
import { workerFile } from '../../platform/model/offline.ts';
import { startShortcuts } from './shortcuts.ts';

/** What a page of any layout begins with. */
export function startPage(): void {
  reloadOnMissingChunks();
  watchAppVersion();
  // Toasts that the page before was still showing; without any, they cost this page nothing.
  if (tab.read('commonplace:toasts') !== undefined) void import('../../ui/toasts/toasts.ts');
  // The entry of a modal that was open when its page was loaded anew, or left: nothing shows it any more, and the next
  // Back would do nothing.
  if ((history.state as { modal?: string } | null)?.modal === 'above') history.back();
}

/** What a page with the site's header and footer begins with. */
export function startSitePage(): void {
  startPage();
  startOffline();
  startTimes();
  startShortcuts();
  startReports();
  startColourModeSwitch();
}

/** Has the service worker installed once the page is there, tells it what is read, and speaks for a page that is a copy. */
function startOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  addEventListener('load', () => {
    serviceWorker.register(workerFile).catch((error: unknown) => console.warn('Reading offline will not work.', error));
    serviceWorker.controller?.postMessage('read');
  });
  const line = document.querySelector<HTMLElement>('[data-kept]');
  if (line) void import('../../platform/browser/kept-page-notice.ts').then(({ speak }) => speak(line));
}

/** Asks who is here, and has the header show it: what that takes is loaded for those who are signed in. */
export function startHeader(): void {
  session.subscribe(() => {
    const { user, unsure } = session.getSnapshot();
    if (unsure && document.body.dataset.guard) {
      // Mostly asked for without a network: where it does not come, the next change of the session asks for it again.
      void import('./unsure-session.ts').then(({ sayUnsure }) => sayUnsure()).catch(() => undefined);
    }
    if (user) void import('./header.ts').then(({ showHeader }) => showHeader(user));
  });
  void startSession();
}
