const failuresToOpen = 3;
const firstBreakMs = 500;
const maxBreakMs = 5000;

export interface CircuitBreaker {
  /** How long not to ask: 0 when this caller may, and then has to say how it went. */
  waitMs(): number;
  /** Whether the store has not answered lately, so that whoever may ask is to be brief. */
  doubts(): boolean;
  /** Gives for how many milliseconds nobody was answered, where that is over now; else 0. */
  worked(): number;
  failed(): void;
}

/**
 * After three failures in a row nothing is asked for a while, then one caller at a time, for whom nobody else waits;
 * while that fails, twice as rarely each time, down to every five seconds. It needs no timer, and says how long is left.
 */
export function circuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let failedAt = 0;
  let breakMs = 0;
  let openUntil = 0;
  let probing = false;
  return {
    waitMs() {
      if (breakMs === 0) return 0;
      if (now() < openUntil) return openUntil - now();
      if (probing) return breakMs;
      probing = true;
      return 0;
    },
    doubts: () => breakMs > 0,
    worked() {
      const awayMs = breakMs > 0 ? now() - failedAt : 0;
      failures = breakMs = 0;
      probing = false;
      return awayMs;
    },
    failed() {
      if (failures === 0) failedAt = now();
      failures += 1;
      // What was under way when it opened tells nothing new.
      if (failures < failuresToOpen || (breakMs > 0 && !probing)) return;
      probing = false;
      breakMs = breakMs === 0 ? firstBreakMs : Math.min(breakMs * 2, maxBreakMs);
      openUntil = now() + breakMs;
    },
  };
}
