import { tab } from '../platform/browser/device-storage.ts';

/**
 * Leaves the entry of a modal that was open when its page was loaded anew, or left: nothing shows it any more, and the next
 * Back would do nothing.
 */
export function leaveModalEntry(): void {
  if ((history.state as { modal?: string } | null)?.modal === 'above') history.back();
}

/** Loads the toasts when the page before was still showing some; without any, they cost this page nothing. */
export function bringToastsBack(): void {
  if (tab.read('commonplace:toasts') !== undefined) void import('./toasts/toasts.ts');
}
