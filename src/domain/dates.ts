const written = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** 3 October 2026, in UTC, so that a page says the same wherever it is rendered. */
export function writtenDate(iso: string): string {
  return written.format(new Date(iso));
}

/** 3 Oct 2026, in UTC. */
export function shortDate(iso: string): string {
  return short.format(new Date(iso));
}
