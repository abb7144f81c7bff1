import { lazy, memoized } from './memoized.ts';

const dayMs = 86_400_000;

/** 3 October 2026, in UTC, so that a page says the same wherever it is rendered. */
export const writtenDate = dateIn({ day: 'numeric', month: 'long', year: 'numeric' });

/** 3 Oct 2026, in UTC. */
export const shortDate = dateIn({ day: 'numeric', month: 'short', year: 'numeric' });

/** Formats the date of an ISO 8601 time. Each day is formatted once, since a list may show the same day twenty times. */
function dateIn(options: Intl.DateTimeFormatOptions): (iso: string) => string {
  const written = lazy(() => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }));
  const wordsOf = memoized((day: number) => written().format(day * dayMs));
  return (iso) => wordsOf(Math.floor(Date.parse(iso) / dayMs));
}
