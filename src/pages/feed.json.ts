import type { APIRoute } from 'astro';
import { siteFeed } from '../content/feeds.ts';
import { jsonFeed } from '../domain/feeds/json-feed.ts';

export const GET: APIRoute = async () => new Response(jsonFeed(await siteFeed()));
