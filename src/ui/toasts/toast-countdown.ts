/** How long something still stays. Times are milliseconds; a total of 0 never ends. */
export type Countdown = {
  readonly total: number;
  /** What was left at `since`. */
  readonly left: number;
  /** Since when it runs; null while it is paused. */
  readonly since: number | null;
};

/** A countdown from `total`, of which `left` is still to come, running from `now`. */
export function startCountdown(total: number, now: number, left = total): Countdown {
  return { total, left: Math.min(left, total), since: now };
}

/** What is left of it: 0 when it is over, Infinity when it never ends. */
export function remaining({ total, left, since }: Countdown, now: number): number {
  if (total === 0) return Infinity;
  // A clock that was set back takes nothing away.
  return since === null ? left : Math.max(0, left - Math.max(0, now - since));
}

export function paused(countdown: Countdown, now: number): Countdown {
  return countdown.since === null ? countdown : { ...countdown, left: leftOf(countdown, now), since: null };
}

export function resumed(countdown: Countdown, now: number): Countdown {
  return countdown.since === null ? { ...countdown, since: now } : countdown;
}

function leftOf(countdown: Countdown, now: number): number {
  return countdown.total === 0 ? 0 : remaining(countdown, now);
}
