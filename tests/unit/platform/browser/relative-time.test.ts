import { describe, expect, test } from 'vitest';
import { exactTime, localTime, timeAgo } from '../../../../src/platform/browser/relative-time.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1000), now);
const minutes = 60;
const hours = 3600;
const days = 86_400;

describe('relative times', () => {
  test.each([
    [0, 'just now'],
    [-30, 'just now'],
    [59, 'just now'],
    [60, '1 min ago'],
    [59 * minutes + 59, '59 min ago'],
    [1 * hours, '1 hr ago'],
    [23 * hours + 59 * minutes, '23 hr ago'],
    [1 * days, 'yesterday'],
    [2 * days, '2 days ago'],
    [7 * days - 1, '6 days ago'],
  ])('%d seconds ago is “%s”', (seconds, words) => {
    expect(ago(seconds)).toBe(words);
  });

  test.each([7 * days, 400 * days, -2 * minutes, Number.NaN])('%d seconds ago is shown as a date', (seconds) => {
    expect(ago(seconds)).toBeUndefined();
  });

  test('no relative time is longer than the date in its place', () => {
    for (let second = 0; second < 7 * days; second += 30) expect(ago(second)?.length).toBeLessThanOrEqual(11);
  });
});

test('the exact time includes day and minute', () => {
  expect(exactTime(new Date(2026, 10, 15, 9, 12))).toMatch(/^Sunday,? 15 November 2026 at 09:12$/);
});

test('a time by itself is a short date with minutes', () => {
  const at = new Date(2026, 10, 15, 9, 12, 34);
  expect(localTime(at.toISOString())).toMatch(/^15 Nov 2026,? (at )?09:12$/);
});
