import { sessionEnded } from '../session.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';

/** What a refused call about one's passkeys answers. */
export function passkeyProblem(reason: 'unproven' | 'ended' | 'exists' | 'full' | 'missing'): HttpError {
  switch (reason) {
    case 'ended':
      return sessionEnded();
    case 'missing':
      return new HttpError(404, 'Not Found', 'There is no such passkey: it was removed already.');
    case 'exists':
      return new HttpError(409, 'Conflict', 'Nothing was saved: this passkey is in use already.');
    case 'full':
      return new HttpError(409, 'Conflict', 'Nothing was saved: you have 20 passkeys. Remove one first.');
    case 'unproven':
      return new HttpError(
        400,
        'Bad Request',
        'Nothing was saved: the device’s answer came too late or does not fit. Try again.',
      );
  }
}
