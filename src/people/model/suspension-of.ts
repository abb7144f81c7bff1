import type { Standing } from './suspension.ts';

type WithStanding = { standing?: Standing | undefined };

/** What holds for this person now: nothing once its term is over. */
export function standingOf({ standing }: WithStanding, now: Date): Standing | undefined {
  if (!standing) return undefined;
  return standing.until === null || Date.parse(standing.until) > now.getTime() ? standing : undefined;
}

/** Whether this person may not even sign in. */
export function isBanned(user: WithStanding, now: Date): boolean {
  return standingOf(user, now)?.kind === 'banned';
}

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `for good`, or `until 28 November 2026 at 12:00 UTC`. */
export function termInWords({ until }: Pick<Standing, 'until'>): string {
  return until === null ? 'for good' : `until ${inWords.format(new Date(until))} UTC`;
}

/** What happened, why and until when, as the person reads it: two sentences. */
export function standingInWords(standing: Standing): string {
  const { kind, reason } = standing;
  const what = kind === 'banned' ? 'banned this account' : 'took writing away from this account';
  return `A moderator ${what} ${termInWords(standing)}. The reason given: “${reason}”`;
}
