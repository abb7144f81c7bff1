import { describe, expect, test, vi } from 'vitest';
import { requireNamed } from '../../../src/app/browser/guard.ts';
import type { SessionState } from '../../../src/people/browser/session.ts';
import { guardNamed } from '../../../src/platform/model/paths.ts';
import { withLongTimeout } from '../../support/long-timeout.ts';

const ada = { id: 'u_1', handle: 'ada', name: 'Ada', email: 'ada@example.org' };

function visitedPage(pathname: string, search: string, hash = '') {
  const redirects: string[] = [];
  const listeners: (() => void)[] = [];
  const returns: ((event: { persisted: boolean }) => void)[] = [];
  const page = {
    state: { ready: true } as SessionState,
    location: { pathname, search, hash, replace: (to: string | URL) => void redirects.push(String(to)) },
    session: {
      fetch: () => Promise.resolve(page.state),
      getSnapshot: () => page.state,
      subscribe: (listener: () => void) => {
        listeners.push(listener);
        return () => undefined;
      },
    },
    addEventListener: (_: 'pageshow', listener: (event: { persisted: boolean }) => void) => void returns.push(listener),
  };
  const setState = (state: SessionState) => {
    page.state = state;
    for (const listener of listeners) listener();
  };
  return {
    page,
    redirects,
    setState,
    restoreFromCache: (persisted: boolean) => returns.forEach((listener) => listener({ persisted })),
  };
}

describe('the guard moderator', () => {
  const redirectsOf = async (user?: SessionState['user']) => {
    const visit = visitedPage('/moderation', '');
    visit.page.state = { ready: true, ...(user ? { user } : {}) };
    requireNamed('moderator', visit.page);
    await visit.page.session.fetch();
    return visit.redirects;
  };

  test('lets signed-in people stay, as the page tells them what they lack, and sends visitors to sign in', async () => {
    expect([await redirectsOf({ ...ada, role: 'moderator' }), await redirectsOf(ada)]).toEqual([[], []]);
    expect(await redirectsOf()).toEqual(['/signin?redirect=%2Fmoderation']);
  });
});

describe('the guard auth', () => {
  test('sends a visitor to sign in and back to the same page', async () => {
    const { page, redirects } = visitedPage('/new', '?url=https://example.org/?a=1&title=A');
    requireNamed('auth', page);
    await vi.waitFor(() => expect(redirects).toHaveLength(1), withLongTimeout);
    const [address, query] = redirects[0]?.split('?redirect=') ?? [];
    expect(address).toBe('/signin');
    expect(decodeURIComponent(query ?? '')).toBe('/new?url=https://example.org/?a=1&title=A');
  });

  test('lets a signed-in person in', async () => {
    const { page, redirects } = visitedPage('/new', '');
    page.state = { ready: true, user: ada };
    requireNamed('auth', page);
    await page.session.fetch();
    expect(redirects).toEqual([]);
  });

  test('restores the URL fragment after signing in', async () => {
    const { page, redirects } = visitedPage('/user/settings', '', '#account');
    requireNamed('auth', page);
    await vi.waitFor(
      () => expect(redirects).toEqual(['/signin?redirect=%2Fuser%2Fsettings%23account']),
      withLongTimeout,
    );
  });

  test.each(['offline', 'failing', 'slow'] as const)(
    'waits while the session is %s, and redirects once nobody is signed in',
    async (unsure) => {
      const { page, redirects, setState } = visitedPage('/user', '');
      page.state = { ready: true, unsure };
      requireNamed('auth', page);
      await page.session.fetch();
      setState({ ready: true, user: ada, unsure });
      expect(redirects).toEqual([]);
      setState({ ready: true });
      expect(redirects).toEqual(['/signin?redirect=%2Fuser']);
    },
  );

  test('checks again when the browser restores the page from its back/forward cache', async () => {
    const { page, redirects, restoreFromCache } = visitedPage('/user', '');
    page.state = { ready: true, user: ada };
    requireNamed('auth', page);
    page.state = { ready: true };
    restoreFromCache(true);
    await vi.waitFor(() => expect(redirects).toEqual(['/signin?redirect=%2Fuser']), withLongTimeout);
  });
});

describe('an unknown guard', () => {
  test.each(['admin', 'Auth', '', 'toString', '__proto__'])('%j is an unknown route middleware', (name) => {
    expect(() => guardNamed(name)).toThrow('Unknown route middleware');
    expect(() => requireNamed(name, visitedPage('/', '').page)).toThrow('Unknown route middleware');
  });
});
