import type { APIRoute } from 'astro';
import { noPage } from '../platform/server/http/html.ts';
import { payloadOf } from '../app/pages/payloads.ts';

/** Injected at `{page}/_payload.json`, since a file whose name begins with `_` is not a route. */
export const GET: APIRoute = async ({ locals, url }) => {
  const path = url.pathname.replace(/\/_payload\.json$/, '') || '/';
  const data = await payloadOf(locals.content, decodeURIComponent(path));
  return data ? Response.json({ path, data }) : noPage();
};
