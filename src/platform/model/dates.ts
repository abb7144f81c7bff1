import { remembered } from './remembered.ts';

const dayMs = 86_400_000;

/** 3 October 2026, in UTC, so that a page says the same wherever it is rendered. */
export const writtenDate = dateIn({ day: 'numeric', month: 'long', year: 'numeric' });

/** 3 Oct 2026, in UTC. */
export const shortDate = dateIn({ day: 'numeric', month: 'short', year: 'numeric' });

/** Gives the date of an ISO 8601 time in this form. Each day is put into words once: a page of a list may name one twenty times. */
function dateIn(form: Intl.DateTimeFormatOptions): (iso: string) => string {
  const written = new Intl.DateTimeFormat('en-GB', { ...form, timeZone: 'UTC' });
  const wordsOf = remembered((day: number) => written.format(day * dayMs));
  return (iso) => wordsOf(Math.floor(Date.parse(iso) / dayMs));
}
