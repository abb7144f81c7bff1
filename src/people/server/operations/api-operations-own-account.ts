import { z } from 'zod';
import { Backups } from '../../../platform/model/backups.ts';
import {
  Account,
  ChangeAddress,
  ChangePassword,
  DeleteAccount,
  OwnSession,
  PasskeySignIn,
  ProfilePatch,
} from '../../model/account.ts';
import { Activity } from '../../model/activity.ts';
import { Comment } from '../../../discussion/model/comment.ts';
import { Note } from '../../../notes/model/note.ts';
import { Storage } from '../../model/storage.ts';
import { SessionUser } from '../../model/user.ts';
import { badBody, type Operation } from '../../../platform/server/http/api-operation.ts';
import { Options, ownAccess } from './api-operations-own-access.ts';

/** A mail is on its way. */
export const Asked = z.object({ asked: z.literal(true) });
/** Who is signed in from now on. */
export const Signed = z.object({ user: SessionUser });
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
  ...ownAccess,
];
