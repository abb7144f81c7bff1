import { expect, test } from 'vitest';
import { trustedUntil } from '../../../../src/platform/server/store/meta.ts';

const day = 24 * 60 * 60_000;
const trustedAfter = (...times: number[]) =>
  times.reduce<Parameters<typeof trustedUntil>[0]>((before, now) => trustedUntil(before, now), undefined)?.until;

test('the trusted time of a store that is used every day is now', () => {
  expect(trustedAfter(0, 1, day, 2 * day)).toBe(2 * day);
});

test('a clock jump counts as one day, until it has lasted a week', () => {
  const leap = 400 * day;
  expect(trustedAfter(0, leap)).toBe(day);
  expect(trustedAfter(0, leap, leap + day / 2)).toBe(1.5 * day);
  const week = Array.from({ length: 6 }, (_, at) => leap + (at + 1) * day);
  expect(trustedAfter(0, leap, ...week.slice(0, 5))).toBe(6 * day);
  expect(trustedAfter(0, leap, ...week)).toBe(leap + 6 * day);
});

test('a site used once a week is at most a few weeks behind', () => {
  const weeks = Array.from({ length: 100 }, (_, at) => (at + 1) * 7 * day);
  expect(Math.max(...weeks.map((now, at) => now - (trustedAfter(0, ...weeks.slice(0, at + 1)) ?? 0)))).toBe(36 * day);
});

test('a clock that was ahead for a while has no effect once it is right again', () => {
  expect(trustedAfter(0, 400 * day, 401 * day, 3 * day)).toBe(2 * day);
  expect(trustedAfter(0, 400 * day, day / 2)).toBe(day / 2);
});
