import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discussedScore, hotScore, savedScore, tenfoldSeconds } from '../../../src/notes/model/ranking.ts';

const count = fc.nat({ max: 100_000 });
const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
const rankings = [
  ['hot', (votes: number, publishedAt: string) => hotScore({ votes, publishedAt })],
  ['discussed', (comments: number, publishedAt: string) => discussedScore({ comments, publishedAt })],
  ['saved most', (saves: number, publishedAt: string) => savedScore({ saves, publishedAt })],
] as const;

describe.each(rankings)('%s', (_, score) => {
  test('more activity never ranks lower, all else equal', () => {
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 1000 }), at, (few, more, when) => {
        expect(score(few + more, when.toISOString())).toBeGreaterThan(score(few, when.toISOString()));
      }),
    );
  });

  test('an older note never ranks higher, all else equal, and one second is enough', () => {
    fc.assert(
      fc.property(count, at, fc.integer({ min: 1, max: 1e9 }), (counted, when, seconds) => {
        const older = new Date(when.getTime() - seconds * 1000).toISOString();
        expect(score(counted, older)).toBeLessThan(score(counted, when.toISOString()));
      }),
    );
  });
});

test('ten times the votes are worth 12.5 hours, ten times the comments a week', () => {
  const after = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
  expect(hotScore({ votes: 99, publishedAt: after(0) })).toBeCloseTo(
    hotScore({ votes: 9, publishedAt: after(12.5 * 3600) }),
    9,
  );
  expect(discussedScore({ comments: 99, publishedAt: after(0) })).toBeCloseTo(
    discussedScore({ comments: 9, publishedAt: after(7 * 86_400) }),
    9,
  );
  expect(tenfoldSeconds.hot).toBe(12.5 * 3600);
});

test('saves count more than time, whenever the notes were published', () => {
  fc.assert(
    fc.property(count, at, at, (saves, one, other) => {
      expect(savedScore({ saves: saves + 1, publishedAt: one.toISOString() })).toBeGreaterThan(
        savedScore({ saves, publishedAt: other.toISOString() }),
      );
    }),
  );
});
