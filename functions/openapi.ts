import type { Config } from '@netlify/functions';
import { apiDescription } from '../src/app/api-description.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';

export default endpoint({
  GET() {
    const { SITE_URL, SITE_NAME } = environment();
    return Response.json(apiDescription(SITE_NAME, SITE_URL), {
      headers: {
        'Cache-Control': 'public, max-age=300',
        'Netlify-CDN-Cache-Control': 'public, durable, max-age=86400',
        'Access-Control-Allow-Origin': '*',
      },
    });
  },
});

export const config: Config = { path: '/api/openapi.json' };
