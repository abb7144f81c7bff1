import { expect, test } from 'vitest';
import { nextDigest, nextWeekly } from '../../../src/inbox/model/digest-time.ts';

for (const [now, next] of [
  ['2025-06-01T05:59:59.999Z', '2025-06-01T06:00:00.000Z'],
  ['2025-06-01T06:00:00.000Z', '2025-06-02T06:00:00.000Z'],
  ['2025-12-31T23:00:00.000Z', '2026-01-01T06:00:00.000Z'],
] as const) {
  test(`after ${now} the next digest is due at ${next}`, () => {
    expect(nextDigest(new Date(now)).toISOString()).toBe(next);
  });
}

for (const [now, next] of [
  // A Monday, the moment before and the moment itself.
  ['2025-06-02T05:59:59.999Z', '2025-06-02T06:00:00.000Z'],
  ['2025-06-02T06:00:00.000Z', '2025-06-09T06:00:00.000Z'],
  ['2025-06-08T23:00:00.000Z', '2025-06-09T06:00:00.000Z'],
  ['2025-12-31T23:00:00.000Z', '2026-01-05T06:00:00.000Z'],
] as const) {
  test(`after ${now} the next weekly mail is due at ${next}`, () => {
    expect(nextWeekly(new Date(now)).toISOString()).toBe(next);
  });
}
