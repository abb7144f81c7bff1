import { expect, test } from 'vitest';
import { circuitBreaker } from '../../../../src/platform/server/store/store-unreachable.ts';

function at() {
  let time = 0;
  const breaker = circuitBreaker(() => time);
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) if (breaker.waitMs() === 0) breaker.failed();
  };
  return { breaker, fail, pass: (ms: number) => (time += ms) };
}

test('two failures stop no calls, and a success resets them', () => {
  const { breaker, fail } = at();
  fail(2);
  expect(breaker.waitMs()).toBe(0);
  breaker.worked();
  fail(2);
  expect(breaker.waitMs()).toBe(0);
});

test('after three failures calls pause, and then run one at a time', () => {
  const { breaker, fail, pass } = at();
  fail(3);
  expect(breaker.waitMs()).toBe(500);
  pass(499);
  expect(breaker.waitMs()).toBe(1);
  pass(1);
  expect(breaker.waitMs()).toBe(0);
  expect(breaker.waitMs()).toBeGreaterThan(0);
  breaker.worked();
  expect([breaker.waitMs(), breaker.waitMs(), breaker.doubts()]).toEqual([0, 0, false]);
});

test('during an outage retries become rarer, at least every five seconds', () => {
  const { breaker, fail, pass } = at();
  fail(3);
  const waits = Array.from({ length: 7 }, () => {
    const ms = breaker.waitMs();
    pass(ms);
    fail(1);
    return ms;
  });
  expect(waits).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000]);
});

test('the first success after an outage reports its duration, once', () => {
  const { breaker, fail, pass } = at();
  fail(2);
  pass(100);
  expect(breaker.worked()).toBe(0);
  fail(1);
  pass(40);
  fail(2);
  pass(500);
  expect(breaker.waitMs()).toBe(0);
  expect([breaker.worked(), breaker.worked()]).toEqual([540, 0]);
});

test('calls already running when it opened do not extend the pause', () => {
  const { breaker, fail } = at();
  fail(3);
  for (let late = 0; late < 50; late += 1) breaker.failed();
  expect(breaker.waitMs()).toBe(500);
});
