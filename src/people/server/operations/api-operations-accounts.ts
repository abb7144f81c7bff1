import { z } from 'zod';
import { ForgotPassword, LinkUsed, ResetPassword, Undone, UseLink, AccountAccess } from '../../model/account.ts';
import { FactorAsked, FactorSignIn } from '../../model/second-factor.ts';
import { Session, SignIn, SignUp } from '../../model/user.ts';
import { badBody, type Operation } from '../../../platform/server/http/api-operation.ts';
import { Asked, ownAccount, Signed } from './api-operations-own-account.ts';

/** Signing up, in and out, and what is mailed about it. */
export const accounts: Operation[] = [
  {
    method: 'get',
    path: '/api/_auth/session',
    id: 'readSession',
    summary: 'Who is signed in. A missing, broken or expired session is an empty one.',
    answers: { 200: Session },
  },
  {
    method: 'delete',
    path: '/api/_auth/session',
    id: 'signOut',
    summary: 'Sign out, also when already signed out.',
    answers: { 200: z.object({ loggedOut: z.literal(true) }) },
  },
  {
    method: 'post',
    path: '/api/auth/signup',
    id: 'signUp',
    summary: 'Create an account and sign in.',
    body: SignUp,
    answers: { 201: Signed },
    problems: [...badBody, 409, 429],
  },
  {
    method: 'post',
    path: '/api/auth/signin',
    id: 'signIn',
    summary:
      'Sign in with address and password. Where the account has a second step, nobody is signed in yet: the answer is 202 with a token to be sent with a code.',
    body: SignIn,
    answers: { 200: Signed, 202: FactorAsked },
    problems: [...badBody, 401, 429],
  },
  {
    method: 'post',
    path: '/api/auth/signin/factor',
    id: 'signInWithFactor',
    summary: 'Sign in with the code of an authenticator app, or a recovery code, within five minutes of the password.',
    body: FactorSignIn,
    answers: { 200: Signed },
    problems: [...badBody, 401, 429],
  },
  {
    method: 'post',
    path: '/api/auth/forgot',
    id: 'forgotPassword',
    summary:
      'Ask for a mail with a link for a new password. Answers the same whether or not the address has an account.',
    body: ForgotPassword,
    answers: { 202: Asked },
    problems: [...badBody, 429],
  },
  {
    method: 'post',
    path: '/api/auth/reset/access',
    id: 'listAccess',
    summary:
      'What opens the account that a mailed link is about: sessions, tokens and passkeys. The link stays unused.',
    body: UseLink,
    answers: { 200: AccountAccess },
    problems: [...badBody, 410, 429],
  },
  {
    method: 'post',
    path: '/api/auth/reset',
    id: 'resetPassword',
    summary:
      'Choose a new password with a mailed link, and sign in. All other sessions and all tokens end, and all passkeys but those that are kept.',
    body: ResetPassword,
    answers: { 200: Signed, 202: FactorAsked },
    problems: [...badBody, 410, 429],
  },
  {
    method: 'post',
    path: '/api/auth/undo',
    id: 'undoAccess',
    summary: 'Remove the passkey, token or second step that a mail was about, with the link in it.',
    body: UseLink,
    answers: { 200: Undone },
    problems: [...badBody, 410, 429],
  },
  {
    method: 'post',
    path: '/api/auth/verify',
    id: 'useLink',
    summary: 'Prove, change or take back an address with a mailed link.',
    body: UseLink,
    answers: { 200: LinkUsed },
    problems: [...badBody, 409, 410, 429],
  },
  {
    method: 'post',
    path: '/api/auth/verify/send',
    id: 'sendVerification',
    summary: 'Ask for a mail with a link that proves your address.',
    signedIn: true,
    answers: { 202: Asked },
    problems: [429],
  },
  ...ownAccount,
];
