import type { APIRoute } from 'astro';
import { siteFeed } from '../content/feeds.ts';
import { atomFeed } from '../domain/feeds/atom.ts';

export const GET: APIRoute = async () => new Response(atomFeed(await siteFeed()));
