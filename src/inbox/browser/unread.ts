import { stored } from '../../platform/browser/device-storage.ts';
import { countedMs, unreadKey } from '../../platform/model/offline.ts';

/** What the tabs of this browser share: whose count, how many, and when it was last asked for. */
type Kept = { user: string; count: number; at: number };

const shared = stored<Kept>(unreadKey, (value) => {
  const { user, count, at } = value as Partial<Kept>;
  return typeof user === 'string' && typeof count === 'number' && typeof at === 'number'
    ? { user, count, at }
    : undefined;
});

/** The number beside the inbox's link of this page. */
export const unread = createUnread();

function createUnread() {
  /** Where the browser keeps nothing: this page's own. */
  let here: Kept | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching: string | undefined;

  /** The count of unread notifications as this browser last heard it, for this person. */
  function kept(user: string): Kept {
    const found = [shared.get(), here].find((one) => one?.user === user);
    return found ?? { user, count: 0, at: 0 };
  }

  function keep(next: Kept) {
    here = next;
    shared.set(next);
    show(next.count);
  }

  /** Until the next call, in milliseconds: not positive when it is due. No tab asks sooner after any of them has. */
  const pauseLeft = (user: string) => kept(user).at + countedMs - Date.now();

  /** A count that something else has brought since this one was asked for is newer. */
  function hear(user: string, count: number, asked: number) {
    if (kept(user).at <= asked) keep({ user, count, at: Date.now() });
  }

  async function ask(user: string) {
    // Said before asking, so that the other tabs need not.
    const asked = Date.now();
    keep({ user, count: kept(user).count, at: asked });
    const answer = await fetch('/api/inbox/unread', { headers: { Accept: 'application/json' } }).catch(() => undefined);
    const body: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    if (typeof body === 'object' && body !== null && 'unread' in body && typeof body.unread === 'number') {
      hear(user, body.unread, asked);
    }
  }

  /** Tabs wake at the same moment; what one of them asks is enough for all. */
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
     * Keeps the number up to date: asked for once a minute at most, by all tabs together, while one of them is seen, and
     * when one becomes so.
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
    /** Takes over a count that an answer brought, for all tabs. */
    set: (user: string, count: number): void => keep({ user, count, at: Date.now() }),
  };
}

/** Shows the count beside the inbox's link: nothing for none. */
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
