import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readShare } from '../../../src/library/browser/saving.ts';

test('progress is the part that has been visible, in twentieths', () => {
  expect(readShare({ top: 900, height: 2000 }, 800)).toBe(0);
  expect(readShare({ top: 0, height: 2000 }, 800)).toBe(0.4);
  expect(readShare({ top: -1199, height: 2000 }, 800)).toBe(0.95);
  expect(readShare({ top: -1200, height: 2000 }, 800)).toBe(1);
  expect(readShare({ top: 0, height: 0 }, 800)).toBe(0);
});

test('scrolling never decreases it, and it stays between 0 and 1', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000 }),
      fc.integer({ min: -60_000, max: 5000 }),
      fc.nat(2000),
      (height, top, on) => {
        const [before, after] = [readShare({ top, height }, 800), readShare({ top: top - on, height }, 800)];
        expect(after).toBeGreaterThanOrEqual(before);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(1);
      },
    ),
  );
});
