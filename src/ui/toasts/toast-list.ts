/** A countdown. Times are in milliseconds; a total of 0 never ends. */
type Countdown = {
  readonly total: number;
  /** The time left at `since`. */
  readonly left: number;
  /** When it was last resumed; null while it is paused. */
  readonly since: number | null;
};

/** A countdown of `total` with `left` remaining, running from `now`. */
function startCountdown(total: number, now: number, left = total): Countdown {
  return { total, left: Math.min(left, total), since: now };
}

/** The remaining time: 0 after the end, Infinity if it never ends. */
export function remaining({ total, left, since }: Countdown, now: number): number {
  if (total === 0) return Infinity;
  // A clock that was set back leaves the time unchanged.
  return since === null ? left : Math.max(0, left - Math.max(0, now - since));
}

function paused(countdown: Countdown, now: number): Countdown {
  return countdown.since === null ? countdown : { ...countdown, left: leftOf(countdown, now), since: null };
}

function resumed(countdown: Countdown, now: number): Countdown {
  return countdown.since === null ? { ...countdown, since: now } : countdown;
}

function leftOf(countdown: Countdown, now: number): number {
  return countdown.total === 0 ? 0 : remaining(countdown, now);
}

export type ToastColor = 'primary' | 'neutral' | 'danger';

/** An action of a toast. Pressing it runs `run`, follows `href`, or both, and closes the toast. */
export type ToastAction = {
  label: string;
  run?: () => void;
  href?: string;
  /** Whether it undoes what the toast reports, which a shortcut can do too. */
  undoes?: true;
};

/** The action that undoes what the toast reports. */
export const undoing = (run: () => void): ToastAction => ({ label: 'Undo', run, undoes: true });

export type NewToast = {
  title: string;
  description?: string;
  /** Name of one of the kit's glyphs. */
  icon?: string;
  /** A person, instead of an icon. */
  avatar?: { alt: string };
  /** Default primary. */
  color?: ToastColor;
  /** Milliseconds until it closes by itself; 0 stays. Default 5000, or 12,000 with an action that undoes. */
  timeout?: number;
  actions?: readonly ToastAction[];
  /** Runs once when it closes, however it closes. */
  onClose?: () => void;
};

/** A toast in the list. The id is the time in milliseconds at which it was added, or the next free one. */
export type Toast = Required<Pick<NewToast, 'color' | 'timeout' | 'actions'>> &
  NewToast & { readonly id: number; readonly countdown: Countdown };

const toastDefaults = { color: 'primary', actions: [] } as const;

/**
 * How long a toast shows by default, in milliseconds: longer if it can undo what it reports, so that the button is reached
 * by keyboard too.
 */
const shownMs = { report: 5000, undo: 12_000 };
const timeoutOf = ({ timeout, actions = [] }: Partial<NewToast>) =>
  timeout ?? (actions.some(({ undoes }) => undoes) ? shownMs.undo : shownMs.report);

/** `now` is in milliseconds; `after` runs something later and returns a function that cancels it. */
export type Clock = { now: () => number; after: (ms: number, run: () => void) => () => void };

type PauseReason = 'hover' | 'focus';

/** The longest delay that `setTimeout` accepts. */
const longestMs = 2 ** 31 - 1;

/**
 * The toasts of a page, without any framework: `add`, `remove`, `update`, `clear`, and what `useSyncExternalStore` needs.
 * Each closes by itself when its time is over; the time stops while somebody hovers over it or focuses it.
 */
export function createToastList(clock: Clock) {
  const listeners = new Set<() => void>();
  const timers = new Map<number, () => void>();
  const holds = new Map<number, Set<PauseReason>>();
  let toasts: readonly Toast[] = [];
  let lastId = 0;

  function setState(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function change(id: number, part: (toast: Toast) => Toast) {
    setState(toasts.map((toast) => (toast.id === id ? part(toast) : toast)));
    wind(id);
  }

  /** Restarts the timer of a toast with its remaining time. */
  function wind(id: number) {
    timers.get(id)?.();
    timers.delete(id);
    const toast = toasts.find((one) => one.id === id);
    if (!toast || toast.countdown.since === null) return;
    const left = remaining(toast.countdown, clock.now());
    if (left === Infinity) return;
    timers.set(
      id,
      clock.after(Math.min(left, longestMs), () => (left > longestMs ? wind(id) : remove(id))),
    );
  }

  /** Closes it. False if it was closed before: its callback has run then. */
  function remove(id: number): boolean {
    const toast = toasts.find((one) => one.id === id);
    if (!toast) return false;
    // Removed before the callback, so that a callback that closes it again does nothing.
    setState(toasts.filter((one) => one !== toast));
    wind(id);
    holds.delete(id);
    toast.onClose?.();
    return true;
  }

  function place(toast: Toast) {
    lastId = Math.max(lastId, toast.id);
    setState([...toasts.filter(({ id }) => id !== toast.id), toast].sort((a, b) => a.id - b.id));
    wind(toast.id);
  }

  return {
    getSnapshot: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(toast: NewToast): number {
      const full = { ...toastDefaults, ...toast, timeout: timeoutOf(toast) };
      const now = clock.now();
      const id = Math.max(now, lastId + 1);
      place({ ...full, id, countdown: startCountdown(full.timeout, now) });
      return id;
    },
    remove,
    /** Changes a toast that is shown; a new timeout or new actions restart its countdown. False if it does not exist. */
    update(id: number, part: Partial<NewToast>): boolean {
      if (!toasts.some((toast) => toast.id === id)) return false;
      const now = clock.now();
      change(id, (toast) => {
        if (part.timeout === undefined && !part.actions) return { ...toast, ...part };
        const timeout = timeoutOf(part);
        const fresh = startCountdown(timeout, now);
        return { ...toast, ...part, timeout, countdown: holds.get(id)?.size ? paused(fresh, now) : fresh };
      });
      return true;
    },
    /** Closes them all. */
    clear(): void {
      for (const { id } of [...toasts]) remove(id);
    },
    /** Stops a toast's time for a reason, until `resume` has been called for every reason. */
    pause(id: number, reason: PauseReason): void {
      if (!toasts.some((toast) => toast.id === id)) return;
      holds.set(id, (holds.get(id) ?? new Set()).add(reason));
      change(id, (toast) => ({ ...toast, countdown: paused(toast.countdown, clock.now()) }));
    },
    resume(id: number, reason: PauseReason): void {
      const reasons = holds.get(id);
      if (!reasons?.delete(reason) || reasons.size > 0) return;
      change(id, (toast) => ({ ...toast, countdown: resumed(toast.countdown, clock.now()) }));
    },
    /** Runs an action of a toast and closes the toast, even if the action fails. */
    act(id: number, index: number): void {
      const action = toasts.find((toast) => toast.id === id)?.actions[index];
      if (!action) return;
      try {
        action.run?.();
      } finally {
        remove(id);
      }
    },
    /** Runs the newest undo action; false if there is none. */
    undo(): boolean {
      const found = toasts
        .flatMap(({ id, actions }) => ({ id, index: actions.findIndex(({ undoes }) => undoes) }))
        .findLast(({ index }) => index >= 0);
      if (found) this.act(found.id, found.index);
      return found !== undefined;
    },
    /** Restores a toast of an earlier page with its remaining time; callbacks that this page still has stay. */
    restore(id: number, toast: NewToast, left: number): void {
      const known = toasts.find((one) => one.id === id);
      const full = { ...toastDefaults, ...toast, timeout: timeoutOf(toast), ...known };
      const now = clock.now();
      place({ ...full, id, countdown: startCountdown(full.timeout, now, left) });
    },
    /** Stops all timers, for a page that is being left. Closes nothing. */
    halt(): void {
      for (const stop of timers.values()) stop();
      timers.clear();
    },
  };
}
