import { z } from 'zod';
import { Proof } from '../../model/account.ts';
import { NewPasskey, OwnPasskey, PasskeyPatch } from '../../model/passkey.ts';
import { ConfirmFactor, Factor, NewFactor, RecoveryCodes } from '../../model/second-factor.ts';
import { badBody, type Operation } from '../../../platform/server/http/api-operation.ts';

/** What a browser needs to make or use a passkey. */
export const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });

/** The second step after the password, and passkeys: what opens one's own account. */
export const ownAccess: Operation[] = [
  {
    method: 'get',
    path: '/api/account/factor',
    id: 'readFactor',
    summary: 'Whether your password is followed by a second step, and how many recovery codes are left.',
    signedIn: true,
    answers: { 200: Factor },
  },
  {
    method: 'post',
    path: '/api/account/factor',
    id: 'beginFactor',
    summary: 'What an authenticator app needs for the second step. Nothing changes before its first code is sent.',
    signedIn: true,
    body: Proof,
    answers: { 200: NewFactor },
    problems: [...badBody, 409, 429],
  },
  {
    method: 'put',
    path: '/api/account/factor',
    id: 'confirmFactor',
    summary: 'Turn the second step on with a code of the app. Answers ten recovery codes, this once.',
    signedIn: true,
    body: ConfirmFactor,
    answers: { 200: RecoveryCodes },
    problems: [...badBody, 409, 410, 429],
  },
  {
    method: 'post',
    path: '/api/account/factor/codes',
    id: 'makeRecoveryCodes',
    summary: 'Make new recovery codes; the ones before count no more.',
    signedIn: true,
    body: Proof,
    answers: { 200: RecoveryCodes },
    problems: [...badBody, 404, 429],
  },
  {
    method: 'post',
    path: '/api/account/factor/removal',
    id: 'removeFactor',
    summary: 'Turn the second step off.',
    signedIn: true,
    body: Proof,
    answers: { 204: null },
    problems: [...badBody, 404, 429],
  },
  {
    method: 'get',
    path: '/api/passkeys',
    id: 'listPasskeys',
    summary: 'Your passkeys.',
    signedIn: true,
    answers: { 200: z.object({ passkeys: z.array(OwnPasskey) }) },
  },
  {
    method: 'post',
    path: '/api/passkeys/options',
    id: 'askForNewPasskey',
    summary: 'What a browser needs to make a passkey: WebAuthn creation options.',
    signedIn: true,
    body: Proof,
    answers: { 200: Options },
    problems: [...badBody, 429],
  },
  {
    method: 'post',
    path: '/api/passkeys',
    id: 'addPasskey',
    summary: 'Keep the passkey that your browser made.',
    signedIn: true,
    body: NewPasskey,
    answers: { 201: z.object({ passkey: OwnPasskey }) },
    problems: [...badBody, 409],
  },
  {
    method: 'patch',
    path: '/api/passkeys/{id}',
    id: 'renamePasskey',
    summary: 'Rename a passkey.',
    signedIn: true,
    body: PasskeyPatch,
    answers: { 200: PasskeyPatch },
    problems: [...badBody, 404],
  },
  {
    method: 'delete',
    path: '/api/passkeys/{id}',
    id: 'removePasskey',
    summary: 'Remove a passkey.',
    signedIn: true,
    answers: { 204: null },
    problems: [404],
  },
];
