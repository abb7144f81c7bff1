import { z } from 'zod';
import { AskForToken } from '../../people/model/account.ts';
import { OwnApiToken } from '../../people/model/api-token.ts';
import type { Operation } from '../../platform/server/http/api-operation.ts';
import { CaptureAnswer, CaptureRequest } from './captures.ts';
import { OwnCopy } from './copy.ts';

/** The calls that read pages of others, and the tokens by which programs call. */
export const capture: Operation[] = [
  {
    method: 'post',
    path: '/api/capture',
    id: 'capturePage',
    summary:
      'Read a web page before its link is saved: what it says of itself, its text, and who saved it before. A page that cannot be read answers 200 with the reason in failure.',
    signedIn: true,
    scope: 'write',
    body: CaptureRequest,
    answers: { 200: CaptureAnswer },
    problems: [400, 413, 415, 429, 507],
  },
  {
    method: 'get',
    path: '/api/notes/{uuid}/copy',
    id: 'readCopy',
    summary: 'The archived copy of the page that your note is about.',
    signedIn: true,
    scope: 'read',
    answers: { 200: OwnCopy },
    problems: [404],
  },
  {
    method: 'put',
    path: '/api/notes/{uuid}/copy',
    id: 'renewCopy',
    summary: 'Read the page of your note again, and keep its copy.',
    signedIn: true,
    scope: 'write',
    answers: { 200: OwnCopy },
    problems: [404, 422, 429, 507],
  },
  {
    method: 'get',
    path: '/api/tokens',
    id: 'listTokens',
    summary: 'Your personal tokens, without their secrets.',
    signedIn: true,
    answers: { 200: z.object({ tokens: z.array(OwnApiToken) }) },
  },
  {
    method: 'post',
    path: '/api/tokens',
    id: 'makeToken',
    summary:
      'Make a personal token for a program of yours. Its secret is in this answer and nowhere else. Needs a proof where this session has brought none for ten minutes.',
    signedIn: true,
    body: AskForToken,
    answers: { 201: z.object({ token: OwnApiToken, secret: z.string() }) },
    problems: [400, 403, 409, 413, 415, 429],
  },
  {
    method: 'delete',
    path: '/api/tokens/{id}',
    id: 'revokeToken',
    summary: 'Revoke a token. Programs that use it are refused from then on.',
    signedIn: true,
    answers: { 204: null },
    problems: [404],
  },
];
