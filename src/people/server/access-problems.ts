import { HttpError } from '../../platform/server/http/problem.ts';
import { maxApiTokens } from '../model/api-token.ts';
import { sessionEnded } from './session.ts';

/** Why the second step was not changed. */
export function factorProblem(reason: 'expired' | 'wrong' | 'ended' | 'on' | 'off'): HttpError {
  switch (reason) {
    case 'ended':
      return sessionEnded();
    case 'expired':
      return new HttpError(410, 'Gone', 'That took too long. Begin again: the app gets a new secret.');
    case 'on': {
      const detail = 'The second step is on already. Turn it off first, if another app is to make the codes.';
      return new HttpError(409, 'Conflict', detail);
    }
    case 'off':
      return new HttpError(404, 'Not Found', 'The second step is not on.');
    case 'wrong': {
      const message =
        'This is not the code that the app should show now. Check the clock of the device, and try again.';
      return new HttpError(403, 'Forbidden', message, { errors: [{ path: 'code', message }] });
    }
  }
}

/** Why a passkey was not added, renamed or removed. */
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

/** Why a personal token was not made or revoked. */
export function tokenProblem(reason: 'ended' | 'full' | 'missing'): HttpError {
  switch (reason) {
    case 'ended':
      return sessionEnded();
    case 'missing':
      return new HttpError(404, 'Not Found', 'You have no such token. It may be revoked already.');
    case 'full':
      return new HttpError(409, 'Conflict', `You have ${maxApiTokens} tokens, which is the most. Revoke one first.`);
  }
}
