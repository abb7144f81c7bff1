import { z } from 'zod';
import { Backups } from '../domain/backups.ts';
import {
  Account,
  ChangeAddress,
  ChangePassword,
  DeleteAccount,
  OwnSession,
  PasskeySignIn,
  ProfilePatch,
  Proof,
} from '../domain/account.ts';
import { Activity } from '../domain/activity.ts';
import { Comment } from '../domain/comment.ts';
import { Note } from '../domain/note.ts';
import { NewPasskey, OwnPasskey, PasskeyPatch } from '../domain/passkey.ts';
import { ConfirmFactor, Factor, NewFactor, RecoveryCodes } from '../domain/second-factor.ts';
import { Storage } from '../domain/storage.ts';
import { SessionUser } from '../domain/user.ts';
import { badBody, type Operation } from './api-operation.ts';

/** A mail is on its way. */
export const Asked = z.object({ asked: z.literal(true) });
/** Who is signed in from now on. */
export const Signed = z.object({ user: SessionUser });
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });
const OwnAccount = z.object({ account: Account });
const OwnData = z.looseObject({ account: Account, notes: z.array(Note), comments: z.array(Comment) });
const Sessions = z.object({ sessions: z.array(OwnSession) });

/** What the owner of an account does with it. */
export const ownAccount: Operation[] = [
  {
    method: 'post',
    path: '/api/auth/passkey/options',
    id: 'askForPasskey',
    summary: 'What a browser needs to use a passkey: WebAuthn request options.',
    answers: { 200: Options },
    problems: [429],
  },
  {
    method: 'post',
    path: '/api/auth/passkey',
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey.',
    body: PasskeySignIn,
    answers: { 200: Signed },
    problems: [...badBody, 401, 429],
  },
  {
    method: 'get',
    path: '/api/account',
    id: 'readAccount',
    summary: 'Your account.',
    signedIn: true,
    answers: { 200: OwnAccount },
  },
  {
    method: 'patch',
    path: '/api/account',
    id: 'changeProfile',
    summary:
      'Change your name, what you say of yourself, your handle (once in 30 days; the old one leads to you), or whether the model may read your private notes when you ask about them.',
    signedIn: true,
    body: ProfilePatch,
    answers: { 200: OwnAccount },
    problems: [...badBody, 409, 410, 429],
  },
  {
    method: 'get',
    path: '/api/backups',
    id: 'readBackups',
    summary: 'For how many days backups keep what you delete. Owners learn of the last one that was made and verified.',
    signedIn: true,
    answers: { 200: Backups },
  },
  {
    method: 'post',
    path: '/api/account/password',
    id: 'changePassword',
    summary: 'Choose another password. Other sessions, tokens and passkeys end, but those that are kept.',
    signedIn: true,
    body: ChangePassword,
    answers: { 200: Signed },
    problems: [...badBody, 410, 429],
  },
  {
    method: 'post',
    path: '/api/account/email',
    id: 'changeAddress',
    summary: 'Ask for a mail to your new address with a link that makes it yours.',
    signedIn: true,
    body: ChangeAddress,
    answers: { 202: Asked },
    problems: [...badBody, 429],
  },
  {
    method: 'get',
    path: '/api/account/sessions',
    id: 'listSessions',
    summary: 'Where you are signed in.',
    signedIn: true,
    answers: { 200: Sessions },
  },
  {
    method: 'delete',
    path: '/api/account/sessions',
    id: 'endOtherSessions',
    summary: 'Sign out everywhere else.',
    signedIn: true,
    answers: { 200: Sessions },
  },
  {
    method: 'delete',
    path: '/api/account/sessions/{id}',
    id: 'endSession',
    summary: 'Sign out in one place.',
    signedIn: true,
    answers: { 204: null },
    problems: [404],
  },
  {
    method: 'get',
    path: '/api/account/activity',
    id: 'listActivity',
    summary: 'What touched your account in the last 180 days, the newest first, at most 200.',
    signedIn: true,
    answers: { 200: z.object({ activity: z.array(Activity) }) },
  },
  {
    method: 'get',
    path: '/api/account/data',
    id: 'downloadData',
    summary: 'Everything that you have here, as one file.',
    signedIn: true,
    answers: { 200: OwnData },
    problems: [429],
  },
  {
    method: 'post',
    path: '/api/account/deletion',
    id: 'deleteAccount',
    summary: 'Delete your account; your writings stay under “Former member”, or go too.',
    signedIn: true,
    body: DeleteAccount,
    answers: { 200: z.object({ deleted: z.literal(true) }) },
    problems: [...badBody, 410, 429],
  },
  {
    method: 'get',
    path: '/api/account/storage',
    id: 'readStorage',
    summary: 'How many bytes of yours are kept here, and how many may be.',
    signedIn: true,
    answers: { 200: Storage },
  },
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
