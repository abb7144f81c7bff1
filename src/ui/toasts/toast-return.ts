import { tab } from '../../platform/browser/device-storage.ts';

/** Loads the toasts when the page before was still showing some; without any, they cost this page nothing. */
export function bringToastsBack(): void {
  if (tab.read('commonplace:toasts') !== undefined) void import('./toasts.ts');
}
