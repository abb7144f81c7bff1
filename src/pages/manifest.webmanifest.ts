import type { APIRoute } from 'astro';
import { webManifest } from '../domain/web-manifest.ts';
import { siteIdentity } from '../server/site.ts';

export const GET: APIRoute = () => new Response(webManifest(siteIdentity()));
