import type { Config } from '@netlify/functions';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { IconQuery } from '../src/platform/server/icon-queries.ts';
import { findIcons } from '../src/platform/server/icons.ts';

const day = 86_400;

export default endpoint({
  async GET(request, { params }) {
    const given = { collection: params.collection, icons: new URL(request.url).searchParams.get('icons') ?? '' };
    const { collection, icons } = checked(given, IconQuery);
    const { data, complete } = await findIcons(collection, icons, environment().ICON_API_URL);
    const found = data.not_found.length === 0;
    const seconds = found ? 365 * day : complete ? day : 60;
    return Response.json(data, {
      headers: {
        'Cache-Control': `public, max-age=${Math.min(seconds, 7 * day)}${found ? ', immutable' : ''}`,
        'Netlify-CDN-Cache-Control': `public, durable, max-age=${seconds}`,
        'Netlify-Vary': 'query=icons',
      },
    });
  },
});

export const config: Config = { path: '/api/_icon/:collection.json' };
