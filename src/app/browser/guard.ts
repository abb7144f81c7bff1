import { guardNamed, paths } from '../../platform/model/paths.ts';
import { session, type SessionStore } from '../../people/browser/session.ts';

type Page = {
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'replace'>;
  session: Pick<SessionStore, 'fetch' | 'getSnapshot' | 'subscribe'>;
  addEventListener: (type: 'pageshow', listener: (event: { persisted: boolean }) => void) => void;
};

/**
 * Keeps a page for those who are signed in: whoever is not leaves for the form, and comes back from it. The page's content
 * stays hidden by CSS until `data-session="in"`; one that is for moderators says so itself to whoever is none. Looks again when
 * that changes or the browser brings the page back. While nobody can tell who is there, the page says so and stays. Throws
 * for an unknown name.
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
