import { expect, test } from 'vitest';
import { nextDigest } from '../../../src/domain/digest-time.ts';

for (const [now, next] of [
  ['2025-06-01T05:59:59.999Z', '2025-06-01T06:00:00.000Z'],
  ['2025-06-01T06:00:00.000Z', '2025-06-02T06:00:00.000Z'],
  ['2025-12-31T23:00:00.000Z', '2026-01-01T06:00:00.000Z'],
] as const) {
  test(`after ${now} the next digest is due at ${next}`, () => {
    expect(nextDigest(new Date(now)).toISOString()).toBe(next);
  });
}
