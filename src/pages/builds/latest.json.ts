import type { APIRoute } from 'astro';

/** What open pages poll to learn of a new build. In development there is one that lasts. */
export const GET: APIRoute = ({ locals: { build = { id: 'dev', timestamp: 0 } } }) => Response.json(build);
