import type { APIRoute } from 'astro';
import { feedLimits } from '../feeds/model/feed.ts';
import { llmsTxt } from '../feeds/model/site-texts.ts';
import { siteIdentity } from '../platform/server/env.ts';

export const GET: APIRoute = async ({ locals }) =>
  new Response(llmsTxt(siteIdentity(), await locals.content.newest(feedLimits.entries)));
