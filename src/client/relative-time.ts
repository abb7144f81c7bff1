const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const recent = 7 * day;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/**
 * How long ago this was, in at most eleven characters (`5 min. ago`, `yesterday`), while it is less than a week ago.
 * Undefined for what is older and for the future: there the date itself says more.
 */
export function timeAgo(then: Date, now: Date): string | undefined {
  const past = now.getTime() - then.getTime();
  if (!(past >= -minute && past < recent)) return undefined;
  if (past < minute) return 'just now';
  if (past < hour) return words.format(-Math.floor(past / minute), 'minute');
  if (past < day) return words.format(-Math.floor(past / hour), 'hour');
  return words.format(-Math.floor(past / day), 'day');
}

/** The exact time in the reader's own time zone. */
export const exactTime = (then: Date): string => exact.format(then);

/** Gives every time on the page its exact one on hover, and says of recent ones in lists how long ago they were. */
export function startTimes(now = new Date()): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    const then = new Date(time.dateTime);
    if (Number.isNaN(then.getTime())) continue;
    time.title = exactTime(then);
    const ago = 'ago' in time.dataset && timeAgo(then, now);
    if (ago) time.textContent = ago;
  }
}
