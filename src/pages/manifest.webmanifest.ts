import type { APIRoute } from 'astro';
import { webManifest } from '../platform/model/web-manifest.ts';
import { siteIdentity } from '../platform/server/site.ts';

export const GET: APIRoute = () => new Response(webManifest(siteIdentity()));
