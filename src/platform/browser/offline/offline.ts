import { workerFile } from '../../model/offline.ts';

/** Has the service worker installed once the page is there, tells it what is read, and speaks for a page that is a copy. */
export function startOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  addEventListener('load', () => {
    serviceWorker.register(workerFile).catch((error: unknown) => console.warn('Reading offline will not work.', error));
    serviceWorker.controller?.postMessage('read');
  });
  const line = document.querySelector<HTMLElement>('[data-kept]');
  if (line) void import('../kept-page-notice.ts').then(({ speak }) => speak(line));
}
