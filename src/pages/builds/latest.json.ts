import type { APIRoute } from 'astro';
import { thisBuild } from '../../content/this-build.ts';

/** What open pages poll to learn that a new version is published. */
export const GET: APIRoute = () => Response.json(thisBuild());
