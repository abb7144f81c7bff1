import { badBody, type Operation } from '../../platform/server/http/api-operation.ts';
import { DraftWrite } from '../model/draft.ts';
import { DraftAnswer, DraftKeptAnswer, DraftsAnswer } from './drafts.ts';
import { RevisionAnswer, RevisionsAnswer } from './revisions.ts';
import { PreviewAnswer, PreviewRequest } from './note-preview.ts';

/** The calls that a note's editor makes beside writing the note. */
export const writing: Operation[] = [
  {
    method: 'post',
    path: '/api/preview',
    id: 'previewText',
    summary: 'A text as it will be read once it is published: safe HTML. Nothing is stored.',
    signedIn: true,
    scope: 'read',
    body: PreviewRequest,
    answers: { 200: PreviewAnswer },
    problems: [...badBody, 429],
  },
  {
    method: 'get',
    path: '/api/notes/{uuid}/revisions',
    id: 'listRevisions',
    summary: 'The last 50 revisions of your note, newest first, with what each changed.',
    signedIn: true,
    scope: 'read',
    answers: { 200: RevisionsAnswer },
    problems: [404, 410],
  },
  {
    method: 'get',
    path: '/api/notes/{uuid}/revisions/{rev}',
    id: 'readRevision',
    summary: 'A revision of your note, and the one before it. To restore it, change the note to what it says.',
    signedIn: true,
    scope: 'read',
    answers: { 200: RevisionAnswer },
    problems: [404, 410],
  },
  {
    method: 'get',
    path: '/api/drafts',
    id: 'listDrafts',
    summary: 'What you typed and have not saved, the last kept first.',
    signedIn: true,
    scope: 'read',
    answers: { 200: DraftsAnswer },
  },
  {
    method: 'get',
    path: '/api/drafts/{id}',
    id: 'readDraft',
    summary:
      'One of your drafts: that of a note by its uuid, that of a new note by the id that your page gave it. Null where none is kept.',
    signedIn: true,
    scope: 'read',
    answers: { 200: DraftAnswer },
    problems: [400],
  },
  {
    method: 'put',
    path: '/api/drafts/{id}',
    id: 'keepDraft',
    summary:
      'Keep what is typed. Send the version that you go on from, 0 for a new draft; one that was changed elsewhere since answers 409 with the current draft.',
    signedIn: true,
    scope: 'write',
    body: DraftWrite,
    answers: { 200: DraftKeptAnswer },
    problems: [...badBody, 409, 422, 429, 507],
  },
  {
    method: 'delete',
    path: '/api/drafts/{id}',
    id: 'discardDraft',
    summary: 'Discard a draft.',
    signedIn: true,
    scope: 'write',
    answers: { 204: null },
    problems: [400],
  },
];
