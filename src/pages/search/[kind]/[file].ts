import type { APIRoute } from 'astro';
import { noPage } from '../../../platform/server/http/html.ts';

/** A file of the search index, if no build has written it. */
export const GET: APIRoute = async ({ locals: { content }, url: { pathname } }) => {
  const bytes = await content.searchFile(pathname);
  return bytes ? new Response(new Uint8Array(bytes)) : noPage();
};
