import { expect, test } from 'vitest';
import { reviewAfter, type ReviewAnswer } from '../../../src/library/model/highlight.ts';

const now = new Date('2026-01-01T09:00:00.000Z');
const daysOf = (review: { due: string | null }) => (Date.parse(review.due ?? '') - now.getTime()) / 86_400_000;

test('remembered highlights return after growing intervals, and forgotten ones the next day', () => {
  const days: number[] = [];
  let review = reviewAfter({}, 'good', now);
  for (let time = 0; time < 8; time += 1) {
    days.push(daysOf(review));
    review = reviewAfter({ review }, 'good', now);
  }
  expect(days).toEqual([3, 7, 16, 35, 90, 180, 180, 180]);
  const again = reviewAfter({ review }, 'again', now);
  expect(daysOf(again)).toBe(1);
  expect(daysOf(reviewAfter({ review: again }, 'good', now))).toBe(3);
});

test('dismissed highlights are never due again', () => {
  const never: ReviewAnswer = 'never';
  expect(reviewAfter({ review: { step: 3, due: null } }, never, now)).toEqual({ step: 0, due: null });
});
