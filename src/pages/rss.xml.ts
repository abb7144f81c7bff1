import type { APIRoute } from 'astro';
import { siteFeed } from '../content/feeds.ts';
import { rssFeed } from '../domain/feeds/rss.ts';

export const GET: APIRoute = async () => new Response(rssFeed(await siteFeed()));
