import type { Operation } from './api-operation.ts';
import { FreshAnswer, SearchAnswer, SearchQuery } from './search/search.ts';

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
    problems: [400, 503],
  },
  {
    method: 'get',
    path: '/api/search/fresh',
    id: 'searchFresh',
    summary:
      'Public notes that came, changed or went since the published build, whose index lies at /search/index.json.',
    answers: { 200: FreshAnswer },
  },
];
