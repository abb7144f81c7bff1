/** Loads the toasts when the page before was still showing some; without any, they cost this page nothing. */
export function bringToastsBack(): void {
  try {
    if (sessionStorage.getItem('commonplace:toasts') === null) return;
  } catch {
    return;
  }
  void import('./toasts.ts');
}
