import { describe, expect, test } from 'vitest';
import { isBuildDue, PublishingState, phaseOf } from '../../../src/publishing/model/publishing.ts';

const at = '2026-01-01T00:00:00.000Z';
const quiet: PublishingState = {
  head: 3,
  published: { revision: 3, buildId: 'b1', at },
  waiting: false,
  building: null,
  failure: null,
};
const building = { buildId: 'b2', since: at };
const failure = { buildId: 'b2', message: 'no', at, attempts: 1, retryAt: at };

describe('phaseOf', () => {
  test.each<[string, Partial<PublishingState>]>([
    ['published', {}],
    ['published', { head: 0, published: null }],
    ['behind', { head: 4 }],
    ['behind', { head: 1, published: null }],
    ['waiting', { head: 4, waiting: true }],
    ['waiting', { head: 4, waiting: true, failure }],
    ['building', { head: 4, building }],
    ['building', { head: 4, building, waiting: true, failure }],
    ['failed', { head: 4, failure }],
  ])('is %s for %j', (phase, change) => {
    expect(phaseOf({ ...quiet, ...change })).toBe(phase);
  });
});

test('a state with a negative head is invalid', () => {
  expect(PublishingState.safeParse(quiet).success).toBe(true);
  expect(PublishingState.safeParse({ ...quiet, head: -1 }).success).toBe(false);
});

test('a build is due for unpublished changes or after a failure, once its delay is over and none is running', () => {
  const now = new Date('2026-01-01T00:10:00.000Z');
  const later = { ...failure, retryAt: '2026-01-01T00:11:00.000Z' };
  expect(isBuildDue(quiet, now)).toBe(false);
  expect(isBuildDue({ ...quiet, head: 4 }, now)).toBe(true);
  expect(isBuildDue({ ...quiet, failure }, now)).toBe(true);
  expect(isBuildDue({ ...quiet, head: 4, failure: later }, now)).toBe(false);
  expect(isBuildDue({ ...quiet, head: 4, waiting: true }, now)).toBe(false);
  expect(isBuildDue({ ...quiet, head: 4, building }, now)).toBe(false);
});

test('times of a clock that was a year ahead delay no build', () => {
  const now = new Date(at);
  const ahead = '2027-01-01T00:00:00.000Z';
  const published = { revision: 3, buildId: 'b1', at: ahead };
  expect(isBuildDue({ ...quiet, head: 4, published }, now)).toBe(true);
  expect(isBuildDue({ ...quiet, head: 4, published }, now, 60)).toBe(true);
  expect(isBuildDue({ ...quiet, head: 4, failure: { ...failure, retryAt: ahead } }, now)).toBe(true);
});
