import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadingChange } from '../../../src/library/model/reading-list.ts';
import { readShare, unsentSave } from '../../../src/library/browser/saving.ts';

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

test('a change of how far a note is read that waits is replaced by the next, and one that also moves it is not', () => {
  const replaces = (change: ReadingChange) => unsentSave('a', 'Tea', change).replaces;
  expect(replaces({ progress: 0.5 })).toBe('progress');
  expect(replaces({ state: 'toread', progress: 0 })).toBe(undefined);
  expect(replaces({ state: null, progress: 0.5 })).toBe(undefined);
  expect(replaces({ favourite: true, progress: 1 })).toBe(undefined);
  expect(unsentSave('a', 'Tea', { state: 'toread', progress: 0 }).words).toBe('Moved to “To read”: “Tea”');
});
