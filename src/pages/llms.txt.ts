import type { APIRoute } from 'astro';
import { publicNotes } from '../content/notes.ts';
import { feedLimits } from '../domain/feeds/feed.ts';
import { llmsTxt } from '../domain/feeds/site-texts.ts';
import { siteIdentity } from '../server/site.ts';

export const GET: APIRoute = async () =>
  new Response(llmsTxt(siteIdentity(), (await publicNotes()).slice(0, feedLimits.entries)));
