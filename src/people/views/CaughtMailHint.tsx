import { useHydrated } from '../../platform/browser/use-browser.ts';

/** On one's own machine mail is caught instead of sent: says where it is read. */
export function CaughtMailHint() {
  const alive = useHydrated();
  if (!alive || !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) return null;
  return (
    <span>
      This site runs on your own machine, where mail is caught unless a mail server is set: <a href="/_mail">see it</a>.
    </span>
  );
}
