import type { APIRoute } from 'astro';
import { publicNotes } from '../content/notes.ts';
import { searchIndex } from '../domain/search-index.ts';

/** What the search page searches in: public notes alone. */
export const GET: APIRoute = async () => Response.json(searchIndex(await publicNotes()));
