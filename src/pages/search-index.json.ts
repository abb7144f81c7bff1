import type { APIRoute } from 'astro';
import { limits } from '../domain/limits.ts';
import { searchIndex } from '../domain/search-index.ts';

/** What the search page searches in: public notes alone. */
export const GET: APIRoute = async ({ locals: { content } }) => {
  const { notes } = await content.totals();
  return Response.json(searchIndex(await content.newest(limits.searchedNotes), notes));
};
