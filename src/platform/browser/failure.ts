import type { Failure } from './api.ts';

const kept = 'What you typed is still here.';

/** What a form says above its fields when a call has failed: what happened, what is safe, and when to come back. */
export function sentenceFor({ status, problem, retryAfter }: Failure, now: Date): string {
  if (status === 0) return problem.detail;
  const general = problem.errors?.find(({ path }) => path === '');
  if (general) return general.message;
  if (status === 429) return `That was too often. Come back ${comeBack(retryAfter ?? 60, now)}. ${kept}`;
  if (status === 503) return `Writing is not possible right now; reading goes on. ${kept} Try again in a moment.`;
  return problem.detail || problem.title;
}

/** The messages of one field, by its name: `tags` has those of `tags.0` as well. */
export function fieldError(failure: Failure | undefined, field: string): string | undefined {
  const messages = failure?.problem.errors
    ?.filter(({ path }) => path === field || path.startsWith(`${field}.`))
    .map(({ message }) => message);
  return messages?.length ? [...new Set(messages)].join(' ') : undefined;
}

function comeBack(seconds: number, now: Date): string {
  if (seconds < 120) return `in ${seconds === 1 ? 'one second' : `${seconds} seconds`}`;
  const at = new Date(now.getTime() + seconds * 1000);
  return `in ${Math.ceil(seconds / 60)} minutes, at ${at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}
