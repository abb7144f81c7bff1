import { z } from 'zod';
import { Highlight, HighlightPatch, NewHighlight } from '../model/highlight.ts';
import { badBody, type Operation } from '../../platform/server/http/api-operation.ts';
import { HighlightsPage, HighlightsQuery } from './highlights.ts';

const One = z.object({ highlight: Highlight });

/** The calls about what a person highlighted in copies of pages that they saved. */
export const highlighting: Operation[] = [
  {
    method: 'get',
    path: '/api/highlights',
    id: 'listHighlights',
    summary: 'All that you highlighted, by note, the newest first.',
    signedIn: true,
    scope: 'read',
    query: HighlightsQuery,
    answers: { 200: HighlightsPage },
    problems: [400],
  },
  {
    method: 'get',
    path: '/api/notes/{uuid}/highlights',
    id: 'readHighlights',
    summary: 'What you highlighted in the archived copy of your note, in the order of the text.',
    signedIn: true,
    scope: 'read',
    answers: { 200: z.object({ highlights: z.array(Highlight) }) },
    problems: [404],
  },
  {
    method: 'post',
    path: '/api/notes/{uuid}/highlights',
    id: 'addHighlight',
    summary:
      'Highlight a passage of the archived copy: its words, what stands around it, and where it begins in the text without markup.',
    signedIn: true,
    scope: 'write',
    body: NewHighlight,
    answers: { 201: One },
    problems: [...badBody, 404, 409, 429, 507],
  },
  {
    method: 'patch',
    path: '/api/notes/{uuid}/highlights/{id}',
    id: 'commentHighlight',
    summary: 'Put another comment to a highlight; an empty one takes it away.',
    signedIn: true,
    scope: 'write',
    body: HighlightPatch,
    answers: { 200: One },
    problems: [...badBody, 404, 429],
  },
  {
    method: 'delete',
    path: '/api/notes/{uuid}/highlights/{id}',
    id: 'deleteHighlight',
    summary: 'Delete a highlight with its comment.',
    signedIn: true,
    scope: 'write',
    answers: { 204: null },
    problems: [404, 429],
  },
];
