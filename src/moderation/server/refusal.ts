import { HttpError } from '../../platform/server/http/problem.ts';

/**
 * Why a decision is not written. `settled`: someone else decided first; `already`: it is so already; `stale`: the note
 * is another one than the moderator read; `gone`: its author deleted it; `own`: about oneself, while others could
 * decide; `rank`: about someone who moderates too; `unfit`: not for such a thing, or not at this time.
 */
export type Refusal = {
  ok: false;
  reason: 'settled' | 'already' | 'stale' | 'gone' | 'missing' | 'own' | 'rank' | 'unfit';
};

const answers: Record<Refusal['reason'], [number, string, string]> = {
  settled: [409, 'Conflict', 'Nothing was changed: another moderator has decided this meanwhile. Load it again.'],
  already: [409, 'Conflict', 'Nothing was changed: this is so already. Load it again.'],
  stale: [409, 'Conflict', 'Nothing was changed: its author changed it since you read it. Read it again, then decide.'],
  gone: [410, 'Gone', 'Nothing was changed: its author deleted it meanwhile. Dismiss what is left.'],
  missing: [404, 'Not Found', 'There is no such thing to decide about.'],
  own: [
    403,
    'Forbidden',
    'Nothing was changed: this concerns a decision or a text of yours. Another moderator decides.',
  ],
  rank: [403, 'Forbidden', 'Nothing was changed: only an owner decides about a moderator, and nobody about an owner.'],
  unfit: [409, 'Conflict', 'Nothing was changed: this decision does not fit what it is about.'],
};

/** What a refused decision answers. */
export function decisionProblem({ reason }: Refusal): HttpError {
  const [status, title, detail] = answers[reason];
  return new HttpError(status, title, detail);
}
