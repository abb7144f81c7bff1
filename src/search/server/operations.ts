import { z } from 'zod';
import { NewSavedSearch, SavedSearch } from '../model/saved.ts';
import { badBody, type Operation } from '../../platform/server/http/api-operation.ts';
import { FreshAnswer, SearchAnswer, SearchQuery } from './search.ts';

/** Calls about finding notes. */
export const searching: Operation[] = [
  {
    method: 'get',
    path: '/api/search',
    id: 'search',
    summary:
      'Public notes that answer a query, best first: words, "a phrase", -without, tag:, person:, site:, kind:, date:, after:, before:.',
    query: SearchQuery,
    answers: { 200: SearchAnswer },
    problems: [400, 429, 503],
  },
  {
    method: 'get',
    path: '/api/search/fresh',
    id: 'searchFresh',
    summary:
      'Public notes that came, changed or went since the published build, whose index lies at /search/index.json.',
    answers: { 200: FreshAnswer },
  },
  {
    method: 'get',
    path: '/api/searches',
    id: 'listSearches',
    summary: 'The searches that you saved, the newest first.',
    signedIn: true,
    scope: 'read',
    answers: { 200: z.object({ searches: z.array(SavedSearch) }) },
  },
  {
    method: 'post',
    path: '/api/searches',
    id: 'saveSearch',
    summary:
      'Save a search, to be told of new notes that answer it with every word. The same one again changes nothing.',
    signedIn: true,
    scope: 'write',
    body: NewSavedSearch,
    answers: { 201: z.object({ search: SavedSearch }) },
    problems: [...badBody, 409, 429],
  },
  {
    method: 'delete',
    path: '/api/searches/{id}',
    id: 'forgetSearch',
    summary: 'Take a saved search away.',
    signedIn: true,
    scope: 'write',
    answers: { 204: null },
  },
];
