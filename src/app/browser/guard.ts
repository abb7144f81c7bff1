import { guardNamed, paths } from '../../platform/model/paths.ts';
import { session, type SessionStore } from '../../people/browser/session.ts';

type Page = {
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'replace'>;
  session: Pick<SessionStore, 'fetch' | 'getSnapshot' | 'subscribe'>;
  addEventListener: (type: 'pageshow', listener: (event: { persisted: boolean }) => void) => void;
};

/**
 * Redirects visitors who are not signed in to the form, from which they come back. CSS hides the page's content until
 * `data-session="in"`; a page for moderators handles other people itself. Checks again when the session changes, or when the
 * browser restores the page. While the session is unknown, the page says so and stays. Throws for an unknown name.
 */
export function requireNamed(name: string, page: Page = { location, session, addEventListener }): void {
  guardNamed(name);
  const { addEventListener } = page;
  const check = () => {
    const { ready, user, unsure, left } = page.session.getSnapshot();
    if (!ready || user || unsure || left) return;
    const { pathname, search, hash } = page.location;
    page.location.replace(paths.signIn(pathname + search + hash));
  };
  page.session.subscribe(check);
  void page.session.fetch().then(check);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check();
  });
}
