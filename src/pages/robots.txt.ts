import type { APIRoute } from 'astro';
import { robotsTxt } from '../feeds/model/site-texts.ts';
import { siteIdentity } from '../platform/server/env.ts';

export const GET: APIRoute = () => new Response(robotsTxt(siteIdentity().url));
