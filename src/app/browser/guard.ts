import { mayModerate } from '../../people/model/permissions.ts';
import { guardNamed, paths, type GuardName } from '../../platform/model/paths.ts';
import type { SessionUser } from '../../people/model/user.ts';
import { session, type SessionStore } from '../../people/browser/session.ts';

type Page = {
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'replace'>;
  session: Pick<SessionStore, 'fetch' | 'getSnapshot' | 'subscribe'>;
  addEventListener: (type: 'pageshow', listener: (event: { persisted: boolean }) => void) => void;
};

/**
 * Keeps a page for those whom the named guard lets in: whoever it refuses leaves for a page where that can be
 * mended. The page's content stays hidden by CSS until `data-session="in"`. Throws for an unknown name.
 */
export function requireNamed(name: string, page?: Page): void {
  guards[guardNamed(name)](page ?? { location, session, addEventListener });
}

const guards: Record<GuardName, (page: Page) => void> = {
  auth: (page) => staying(page, () => undefined),
  moderator: (page) => staying(page, (user) => (mayModerate(user) ? undefined : paths.user)),
};

/**
 * Looks who is there, also when that changes or the browser brings the page back; `refused` says where a person belongs
 * instead. While nobody can tell who is there, the page says so and stays.
 */
function staying(page: Page, refused: (user: SessionUser) => string | undefined): void {
  const { location, session, addEventListener } = page;
  const check = () => {
    const { ready, user, unsure, left } = session.getSnapshot();
    if (!ready || unsure || left) return;
    const to = user ? refused(user) : paths.signIn(location.pathname + location.search + location.hash);
    if (to !== undefined) location.replace(to);
  };
  session.subscribe(check);
  void session.fetch().then(check);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check();
  });
}
