import { stored } from '../../platform/browser/device-storage.ts';
import { countedMs, unreadKey } from '../../platform/model/offline.ts';

/** What the tabs of this browser share: the person, the count, and when it was last requested. */
type Kept = { user: string; count: number; at: number };

const shared = stored<Kept>(unreadKey, (value) => {
  const { user, count, at } = value as Partial<Kept>;
  return typeof user === 'string' && typeof count === 'number' && typeof at === 'number'
    ? { user, count, at }
    : undefined;
});

/** The number next to this page's link to the inbox. */
export const unread = createUnread();

function createUnread() {
  /** The count in this page, in case the browser stores nothing. */
  let here: Kept | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching: string | undefined;

  /** The last known count of unread notifications of this person. */
  function kept(user: string): Kept {
    const found = [shared.get(), here].find((one) => one?.user === user);
    return found ?? { user, count: 0, at: 0 };
  }

  function keep(next: Kept) {
    here = next;
    shared.set(next);
    show(next.count);
  }

  /** The milliseconds until the next request; zero or less if it is due. One request by any tab delays all of them. */
  const pauseLeft = (user: string) => kept(user).at + countedMs - Date.now();

  /** Takes over a count requested at the time `asked`, unless a newer one has arrived since. */
  function hear(user: string, count: number, asked: number) {
    if (kept(user).at <= asked) keep({ user, count, at: Date.now() });
  }

  async function ask(user: string) {
    // Recorded before the request, so that other tabs do not make the same one.
    const asked = Date.now();
    keep({ user, count: kept(user).count, at: asked });
    const answer = await fetch('/api/inbox/unread', { headers: { Accept: 'application/json' } }).catch(() => undefined);
    const body: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    if (typeof body === 'object' && body !== null && 'unread' in body && typeof body.unread === 'number') {
      hear(user, body.unread, asked);
    }
  }

  /** Tabs wake at the same moment; one request is enough for all. */
  async function askOnce(user: string) {
    if (!('locks' in navigator)) return ask(user);
    await navigator.locks.request(unreadKey, { ifAvailable: true }, async (lock) => {
      if (lock && pauseLeft(user) <= 0) await ask(user);
    });
  }

  async function refresh(user: string) {
    clearTimeout(timer);
    show(kept(user).count);
    if (document.visibilityState !== 'visible') return;
    if (pauseLeft(user) <= 0) await askOnce(user);
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(user), Math.max(pauseLeft(user), 1000));
  }

  return {
    hear,
    /**
     * Keeps the number up to date: one request a minute at most, shared by all tabs, while a tab is visible and when it
     * becomes visible.
     */
    watch(user: string): void {
      if (watching === user) return;
      const first = watching === undefined;
      watching = user;
      void refresh(user);
      if (!first) return;
      const again = () => void (watching && refresh(watching));
      document.addEventListener('visibilitychange', again);
      addEventListener('pageshow', again);
      addEventListener('storage', ({ key }) => key === unreadKey && watching && show(kept(watching).count));
    },
    /** Takes over a count from an answer, for all tabs. */
    set: (user: string, count: number): void => keep({ user, count, at: Date.now() }),
  };
}

/** Shows the count next to the links to the inbox; zero shows nothing. */
function show(count: number) {
  for (const badge of document.querySelectorAll('[data-unread]')) {
    badge.replaceChildren();
    if (count === 0) continue;
    const unit = document.createElement('span');
    unit.className = 'sr-only';
    unit.textContent = ' unread';
    badge.append(count > 99 ? '99+' : String(count), unit);
  }
}
