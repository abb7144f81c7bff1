import type { APIRoute } from 'astro';
import { feedLimits } from '../domain/feeds/feed.ts';
import { llmsTxt } from '../domain/feeds/site-texts.ts';
import { siteIdentity } from '../server/site.ts';

export const GET: APIRoute = async ({ locals }) =>
  new Response(llmsTxt(siteIdentity(), await locals.content.newest(feedLimits.entries)));
