import type { NotChanged } from '../store/account-changes.ts';
import { HttpError } from './problem.ts';

/** What a mailed link answers that does nothing any more. */
export function linkProblem({ reason }: NotChanged): HttpError {
  return reason === 'taken'
    ? new HttpError(409, 'Conflict', 'Nothing was changed: another account has this address by now.')
    : new HttpError(410, 'Gone', 'Nothing was changed: this link was used already, or is too old. Ask for a new one.');
}
