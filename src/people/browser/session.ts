import { forgetDeviceFiles } from '../../platform/browser/device-database.ts';
import { libraryDatabase } from '../../platform/model/offline.ts';
import type { SessionUser } from '../model/user.ts';

/** What is known of the visitor: not ready until the first answer; after it, signed in where there is a user. */
export type SessionState = { readonly ready: boolean; readonly user?: SessionUser };

const notReady: SessionState = { ready: false };
const signedOut: SessionState = { ready: true };
const timeoutMs = 10_000;

/**
 * The visitor's session, without any framework: `ready`, `loggedIn`, `user`, `fetch()`, `clear()`, and what
 * `useSyncExternalStore` needs. `base` is the origin of the API, empty on our own pages.
 */
export function createSession(base = '') {
  const address = `${base}/api/_auth/session`;
  const listeners = new Set<() => void>();
  let state = notReady;
  let asked: Promise<SessionState> | undefined;
  let turn = 0;

  function setState(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  async function ask(): Promise<SessionState> {
    const mine = ++turn;
    const next = await answer(address);
    // An answer is dropped when a newer call or a sign-out came after its request.
    if (mine === turn) setState(next);
    return state;
  }

  return {
    get ready() {
      return state.ready;
    },
    get loggedIn() {
      return state.user !== undefined;
    },
    get user() {
      return state.user;
    },
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * Asks the server once a page load, however many callers there are; `force` asks again. A failure is an empty
     * session, never an exception.
     */
    fetch({ force = false } = {}): Promise<SessionState> {
      if (!asked || force) asked = ask();
      return asked;
    },
    /**
     * Signs out. The session here is emptied once the server has confirmed; false when it has not, and the visitor is
     * still signed in.
     */
    async clear(): Promise<boolean> {
      const confirmed = await fetch(address, { method: 'DELETE', signal: AbortSignal.timeout(timeoutMs) }).then(
        (response) => response.ok,
        () => false,
      );
      if (confirmed) {
        // What is one's own does not stay on a device that one has signed out of.
        forgetDeviceFiles(libraryDatabase);
        turn += 1;
        asked = Promise.resolve(signedOut);
        setState(signedOut);
      }
      return confirmed;
    },
  };
}

export type SessionStore = ReturnType<typeof createSession>;

/** The one session of the page. */
export const session = createSession();

async function answer(address: string): Promise<SessionState> {
  try {
    const response = await fetch(address, {
      headers: { Accept: 'text/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = response.ok ? await response.json() : undefined;
    const user = isRecord(body) ? body.user : undefined;
    return isSessionUser(user) ? { ready: true, user } : signedOut;
  } catch {
    return signedOut;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isSessionUser(value: unknown): value is SessionUser {
  return isRecord(value) && ['id', 'handle', 'name', 'email'].every((field) => typeof value[field] === 'string');
}
