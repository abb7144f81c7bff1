import { session, startSession } from '../../people/browser/session.ts';
import { startReports } from '../../moderation/browser/report.ts';
import { watchAppVersion } from '../../platform/browser/app-version.ts';
import { startColourModeSwitch } from '../../platform/browser/colour-mode.ts';
import { tab } from '../../platform/browser/device-storage.ts';
import { reloadOnMissingChunks } from '../../platform/browser/errors.ts';
import { startTimes } from '../../platform/browser/relative-time.ts';
import { workerFile } from '../../platform/model/offline.ts';
import { startShortcuts } from './shortcuts.ts';

/** Starts what every page needs. */
export function startPage(): void {
  reloadOnMissingChunks();
  watchAppVersion();
  // Shows toasts again that the previous page was still showing. Without any, the code is not loaded.
  if (tab.read('commonplace:toasts') !== undefined) void import('../../ui/toasts/toasts.ts');
  // Removes the history entry of a modal that was open when the page was reloaded or left: otherwise the next Back would do
  // nothing.
  if ((history.state as { modal?: string } | null)?.modal === 'above') history.back();
}

/** Starts what pages with the site's header and footer need. */
export function startSitePage(): void {
  startPage();
  startOffline();
  startTimes();
  startShortcuts();
  startReports();
  startColourModeSwitch();
}

/** Installs the service worker after loading, reports the page as read, and adds a notice to pages from its cache. */
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

/** Starts the session and shows it in the header; the code for that is loaded only by people who are signed in. */
export function startHeader(): void {
  session.subscribe(() => {
    const { user, unsure } = session.getSnapshot();
    if (unsure && document.body.dataset.guard) {
      // Mostly needed without a network: if the code cannot be loaded, the next change of the session tries again.
      void import('./unknown-session.ts').then(({ showSessionUnknown }) => showSessionUnknown()).catch(() => undefined);
    }
    if (user) void import('./header.ts').then(({ showHeader }) => showHeader(user));
  });
  void startSession();
}
