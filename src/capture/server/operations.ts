import type { Operation } from '../../platform/server/http/api-operation.ts';
import { CaptureAnswer, CaptureRequest } from './captures.ts';
import { OwnCopy } from './copy.ts';

/** The calls that read pages of others. */
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
];
