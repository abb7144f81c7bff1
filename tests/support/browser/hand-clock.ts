import type { Clock } from '../../../src/ui/toasts/toast-list.ts';

/** A clock that stands still until `pass` is called; due timers then run in order, each at its time. */
export function manualClock(start = 0): Clock & { pass: (ms: number) => void } {
  let now = start;
  let due: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const one = { at: now + ms, run };
      due.push(one);
      return () => void (due = due.filter((other) => other !== one));
    },
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const next = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        due = due.filter((one) => one !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = until;
    },
  };
}
