import type { APIRoute } from 'astro';

/** Open pages poll this to notice a new build. In development the build never changes. */
export const GET: APIRoute = ({ locals: { build = { id: 'dev', timestamp: 0 } } }) => Response.json(build);
