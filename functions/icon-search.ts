import type { Config } from '@netlify/functions';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { IconSearch } from '../src/platform/server/icon-queries.ts';
import { searchIcons } from '../src/platform/server/icons.ts';

const most = 48;

export default endpoint({
  async GET(request) {
    const { q } = checked({ q: new URL(request.url).searchParams.get('q') ?? '' }, IconSearch);
    return Response.json(
      { icons: await searchIcons(q, most) },
      {
        headers: {
          'Cache-Control': 'public, max-age=3600',
          'Netlify-CDN-Cache-Control': 'public, durable, max-age=31536000',
          'Netlify-Vary': 'query=q',
        },
      },
    );
  },
});

export const config: Config = { path: '/api/_icon/search' };
