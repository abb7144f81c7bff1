import { failureInWords, noCopyInWords } from '../model/capture-words.ts';
import { CaptureFailure, type NoCopy } from '../model/capture.ts';
import { HttpError } from '../../platform/server/http/problem.ts';

/** Why there is no copy to read, or no new one. */
export function copyProblem(reason: 'no-note' | CaptureFailure | NoCopy): HttpError {
  if (reason === 'no-note') {
    return new HttpError(404, 'Not Found', 'Only you read copies of pages that you saved, and this is none of them.');
  }
  const failure = CaptureFailure.safeParse(reason);
  const why = failure.success ? failureInWords[failure.data].split(' The link')[0] : noCopyInWords[reason as NoCopy];
  return new HttpError(422, 'Unprocessable Content', `${why} What you have stays as it is.`);
}
