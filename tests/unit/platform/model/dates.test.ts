import { expect, test } from 'vitest';
import { shortDate, writtenDate } from '../../../../src/platform/model/dates.ts';

test('a date is the day in UTC, from its first millisecond to its last', () => {
  const times = ['2026-10-02T23:59:59.999Z', '2026-10-03T00:00:00.000Z', '2026-10-03T23:59:59.999Z'];
  expect(times.map(writtenDate)).toEqual(['2 October 2026', '3 October 2026', '3 October 2026']);
  expect(times.map(shortDate)).toEqual(['2 Oct 2026', '3 Oct 2026', '3 Oct 2026']);
  expect(writtenDate('1969-12-31T23:00:00.000Z')).toBe('31 December 1969');
});
