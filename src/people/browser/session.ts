import { device, forgetDeviceFiles, stored, tab, type DeviceStorage } from '../../platform/browser/device-storage.ts';
import { countedMs, libraryDatabase, outboxDatabase, unreadKey, unsentKey } from '../../platform/model/offline.ts';
import type { SessionUser } from '../model/user.ts';
import type { PeopleCalls } from '../server/routes.ts';

type Answer = PeopleCalls['GET /api/_auth/session']['data'];

/**
 * What is known about the visitor. It is not ready until the first answer, which also brings other data of a signed-in
 * person. `unsure` says why the server has not confirmed it; `user` is then the person last signed in on this device.
 */
export type SessionState = Readonly<Answer> & {
  readonly ready: boolean;
  /** When the last answer was asked for, in milliseconds. */
  readonly askedAt?: number;
  readonly unsure?: 'offline' | 'failing' | 'slow';
  /** They signed out on this page, which then sends them on. */
  readonly left?: true;
};

/** Whether the number beside the inbox's link is new enough. */
const isCounted = stored(unreadKey, (kept) => Date.now() - (kept as { at: number }).at < countedMs);

const notReady: SessionState = { ready: false };
const signedOut: SessionState = { ready: true };
const timeoutMs = 10_000;
/** Without an answer by then, pages go on with the person last signed in here. */
const slowMs = 4_000;

/** Whose text a key of this device holds: a draft of a note, or another text that is not sent yet. */
export const textOwner = (key: string) => /^commonplace:(?:draft|text):([^:]*):/.exec(key)?.[1];

/** Removes a person's texts, and comments on highlights, whose keys named nobody once. */
function forgetTexts(owner: string, area: DeviceStorage): void {
  for (const key of area.keys()) if ([owner, 'highlight'].includes(textOwner(key) ?? '')) area.write(key, undefined);
}

/** The device's key for the signed-in person; null for nobody. Signing out removes it, which other tabs notice. */
const lastKey = 'commonplace:session';

/**
 * The visitor's session, without any framework: `ready`, `loggedIn`, `user`, `fetch()`, `clear()`, and what
 * `useSyncExternalStore` needs. `base` is the origin of the API, empty on our own pages. `extraQuery` asks for further data
 * in the same call; it is used if somebody was signed in on this device.
 */
export function createSession(base = '', storage?: DeviceStorage, slowAfterMs = slowMs, extraQuery = () => '') {
  const address = `${base}/api/_auth/session`;
  const listeners = new Set<() => void>();
  const last = stored<SessionUser | null>(lastKey, publicPart, storage);
  let state = notReady;
  /** The first person whom the server named since the page was loaded. */
  let person: string | undefined;
  let asked: Promise<SessionState> | undefined;
  /** Like `asked`, but waits for a slow server instead of going on without it. */
  let answered: Promise<SessionState> | undefined;
  let turn = 0;
  /** Whether the device refused to store who is signed in. */
  let isForbidden = false;

  function setState(next: SessionState) {
    state = next;
    if (!next.unsure) person ??= next.user?.id;
    for (const listener of listeners) listener();
  }

  function empty(next = signedOut) {
    turn += 1;
    asked = answered = Promise.resolve(next);
    setState(next);
  }

  /** The session of the person last signed in here, until the server answers. */
  function lastHere(unsure: NonNullable<SessionState['unsure']>): SessionState {
    const user = state.user ?? last.get();
    return user ? { ready: true, user, unsure } : { ready: unsure !== 'slow', unsure };
  }

  function ask(): void {
    const mine = ++turn;
    // An answer is dropped when a newer call or a sign-out came after its request.
    const show = (next: SessionState) => {
      if (mine === turn) setState(next);
      return state;
    };
    let slow: ReturnType<typeof setTimeout>;
    const late = new Promise<SessionState>((resolve) => {
      slow = setTimeout(() => {
        const next = lastHere('slow');
        show(next);
        if (next.ready) resolve(state);
      }, slowAfterMs);
    });
    const askedAt = Date.now();
    answered = answer(address + (last.get() ? extraQuery() : '')).then((body) => {
      clearTimeout(slow);
      const user = userIn(body);
      if (user === undefined) return show(lastHere(!navigator.onLine ? 'offline' : 'failing'));
      if (mine === turn) {
        const before = last.get();
        // The next person must not find the previous one's library, even where no service worker removes it.
        if (before && before.id !== user?.id) forgetDeviceFiles(libraryDatabase);
        isForbidden = !last.set(publicPart(user) ?? null);
      }
      return show(user ? { ...(body as Answer), ready: true, askedAt } : signedOut);
    });
    asked = Promise.race([late, answered]);
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
    /** The person last signed in on this device, known without a call: their id, handle and name. */
    get last() {
      return last.get() ?? undefined;
    },
    /** The person whose page this is, even after somebody else signs in in another tab: what is typed here is still theirs. */
    get person() {
      return person ?? (state.user ?? last.get())?.id;
    },
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * Asks the server once per page load, however many callers there are; `force` asks again. Never rejects: after a
     * failure the session is that of the person last signed in here, or empty, and says why it is unsure. `certain` waits
     * for a slow server until the call times out.
     */
    fetch({ force = false, certain = false } = {}): Promise<SessionState> {
      if (!asked || force) ask();
      return (certain ? answered : asked) ?? Promise.resolve(state);
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
      if (confirmed) this.leave();
      return confirmed;
    },
    /** Removes the person's data from the device once the server has signed them out. */
    leave(): void {
      forgetDeviceFiles(libraryDatabase);
      const owner = state.user?.id ?? last.get()?.id;
      if (owner !== undefined) {
        forgetDeviceFiles(`${outboxDatabase}:${owner}`);
        (storage ?? device).write(unsentKey(owner), undefined);
        for (const area of [storage ?? device, tab]) forgetTexts(owner, area);
      }
      last.set(undefined);
      empty({ ready: true, left: true });
    },
    /**
     * Empties a page that comes back from the browser's memory if the person has changed on this device since. Where nothing
     * can be stored, only the server knows.
     */
    comeBack(): void {
      if (state.user && !isForbidden && last.get()?.id !== state.user.id) empty();
      void this.fetch({ force: true });
    },
    /** Reacts to another tab, in which the person signed out or somebody else signed in. */
    hear(text: string | null): void {
      if (text === null) {
        const owner = state.user?.id ?? person;
        // The other tab cannot reach what is stored for this one.
        if (owner !== undefined) forgetTexts(owner, tab);
        empty();
      } else if (last.get() && last.get()?.id !== state.user?.id) void this.fetch({ force: true });
    },
  };
}

export type SessionStore = ReturnType<typeof createSession>;

/** The session of the page. The same call brings the person's state of the note shown and, if due, the unread count. */
export const session = createSession('', undefined, slowMs, () => {
  const note = document.querySelector<HTMLElement>('[data-acts]')?.dataset.acts;
  return `?${isCounted.get() ? '' : 'inbox'}${note ? `&note=${note}` : ''}`;
});

/**
 * Fetches the session and shows it as `data-session` of the page. Fetches again when the network or the page comes back,
 * and follows when another tab signs out.
 */
export function startSession(): Promise<SessionState> {
  const show = () => {
    const { ready, user, unsure } = session.getSnapshot();
    const { dataset } = document.documentElement;
    dataset.session = !ready ? 'pending' : user ? 'in' : 'out';
    // For `send`, which writes as this person only.
    if (user && !unsure) dataset.person = session.person;
  };
  session.subscribe(show);
  addEventListener('storage', ({ key, newValue }) => key === lastKey && session.hear(newValue));
  addEventListener('online', () => session.getSnapshot().unsure && void session.fetch({ force: true }));
  // A page that comes back from the browser's memory may have been left before signing in or out.
  addEventListener('pageshow', ({ persisted }) => persisted && session.comeBack());
  return session.fetch();
}

/** The body of the answer; undefined if there was none. */
function answer(address: string): Promise<unknown> {
  return fetch(address, { headers: { Accept: 'text/json' }, signal: AbortSignal.timeout(timeoutMs) })
    .then((response): unknown => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
}

/** The signed-in person; null for nobody, undefined if the answer does not say. */
function userIn(body: unknown): SessionUser | null | undefined {
  if (!(body instanceof Object)) return undefined;
  const { user } = body as Answer;
  return isSessionUser(user) ? user : 'user' in body ? undefined : null;
}

/** What a device stores about a person: only what is public anyway. */
function publicPart(value: unknown): SessionUser | undefined {
  const { id, handle, name } = (value ?? {}) as Partial<SessionUser>;
  const part = { id, handle, name, email: '' };
  return isSessionUser(part) ? part : undefined;
}

function isSessionUser(value: unknown): value is SessionUser {
  const user = value as Partial<SessionUser> | null | undefined;
  return (['id', 'handle', 'name', 'email'] as const).every((field) => typeof user?.[field] === 'string');
}
