import type { APIRoute } from 'astro';
import { robotsTxt } from '../domain/feeds/site-texts.ts';
import { siteIdentity } from '../server/site.ts';

export const GET: APIRoute = () => new Response(robotsTxt(siteIdentity().url));
