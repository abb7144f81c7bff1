const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const recent = 7 * day;

/** Created when first needed: on a slow phone each costs as much as everything else that a page does at its start. */
let words: Intl.RelativeTimeFormat | undefined;
let exact: Intl.DateTimeFormat | undefined;

/**
 * How long ago this was, in at most eleven characters (`5 min ago`, `yesterday`), if it is less than a week ago. Undefined
 * for older times and for the future, for which the date itself is clearer.
 */
export function timeAgo(then: Date, now: Date): string | undefined {
  const past = now.getTime() - then.getTime();
  if (!(past >= -minute && past < recent)) return undefined;
  if (past < minute) return 'just now';
  words ??= new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' });
  if (past < hour) return words.format(-Math.floor(past / minute), 'minute');
  if (past < day) return words.format(-Math.floor(past / hour), 'hour');
  return words.format(-Math.floor(past / day), 'day');
}

/** The exact time in the reader's own time zone. */
export function exactTime(then: Date): string {
  exact ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });
  return exact.format(then);
}

/** A day, in the reader's own time zone. */
export const localDate = (iso: string): string => new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium' });

/** A time on its own, in the reader's own time zone. */
export const localTime = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A time with its seconds, in the reader's own time zone, for lists whose entries may be of the same minute. */
export const localTimeWithSeconds = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Shows recent times in lists as how long ago they were, and gives every time a tooltip with the exact one. */
export function startTimes(): void {
  const now = new Date();
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
    time.textContent = timeAgo(new Date(time.dateTime), now) ?? time.textContent;
  }
  addEventListener('pointerover', ({ target }) => {
    const time = target instanceof Element ? target.closest('time') : null;
    if (time && !time.title && time.dateTime) time.title = exactTime(new Date(time.dateTime));
  });
}
