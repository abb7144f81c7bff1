import type { APIRoute } from 'astro';
import { openSearchXml } from '../feeds/model/site-texts.ts';
import { siteIdentity } from '../platform/server/env.ts';

export const GET: APIRoute = () =>
  new Response(openSearchXml(siteIdentity()), {
    headers: { 'Content-Type': 'application/opensearchdescription+xml; charset=utf-8' },
  });
