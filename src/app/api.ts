import { discussionRoutes } from '../discussion/server/routes.ts';
import { inboxRoutes } from '../inbox/server/routes.ts';
import { libraryRoutes } from '../library/server/routes.ts';
import { peopleRoutes } from '../people/server/routes.ts';
import { moderationRoutes } from '../moderation/server/routes.ts';
import { feedRoutes } from '../feeds/server/routes.ts';
import { maintenanceRoutes } from '../maintenance/routes.ts';
import { type Routes, reply, route } from '../platform/server/http/route.ts';
import { publishingRoutes } from '../publishing/server/routes.ts';
import { recommendationRoutes } from '../recommendations/server/routes.ts';
import { searchRoutes } from '../search/server/routes.ts';
import { writingRoutes } from '../writing/server/routes.ts';
import { anyone } from '../people/server/callers.ts';
import { environment } from '../platform/server/env.ts';
import type { CallContext } from '../platform/server/http/endpoint.ts';
import { checked } from '../platform/server/http/read-json.ts';
import { IconQuery, IconSearch, IconSearchAnswer, IconSetAnswer } from '../platform/server/icon-queries.ts';
import { findIcons, searchIcons } from '../platform/server/icons.ts';

const day = 86_400;
const maxIcons = 48;

const iconsAsked = ({ url }: Request, { params }: CallContext) =>
  checked({ collection: params['collection'], icons: new URL(url).searchParams.get('icons') ?? '' }, IconQuery);

/** What belongs to no noun: icons. */
const appRoutes = {
  'GET /api/_icon/{collection}.json': route({
    id: 'readIcons',
    summary: 'Icons of one collection, in the shape of Iconify. Unknown ones are listed in not_found.',
    at: iconsAsked,
    who: anyone,
    query: IconQuery.pick({ icons: true }),
    gives: { 200: IconSetAnswer },
    async handle({ at: { collection, icons } }) {
      const { data, complete } = await findIcons(collection, icons, environment().ICON_API_URL);
      const found = data.not_found.length === 0;
      const seconds = found ? 365 * day : complete ? day : 60;
      return reply(200, data, {
        'Cache-Control': `public, max-age=${Math.min(seconds, 7 * day)}${found ? ', immutable' : ''}`,
        'Netlify-CDN-Cache-Control': `public, durable, max-age=${seconds}`,
        'Netlify-Vary': 'query=icons',
      });
    },
  }),

  'GET /api/_icon/search': route({
    id: 'searchIcons',
    summary: 'Icons of the installed collections by the words of their names.',
    who: anyone,
    query: IconSearch,
    gives: { 200: IconSearchAnswer },
    handle: async ({ query: { q } }) =>
      reply(
        200,
        { icons: await searchIcons(q, maxIcons) },
        {
          'Cache-Control': 'public, max-age=3600',
          'Netlify-CDN-Cache-Control': 'public, durable, max-age=31536000',
          'Netlify-Vary': 'query=q',
        },
      ),
  }),
} satisfies Routes;

/** The tables of routes whose calls are light: all are answered by one function. */
export const tables: readonly Routes[] = [
  peopleRoutes,
  writingRoutes,
  libraryRoutes,
  discussionRoutes,
  searchRoutes,
  inboxRoutes,
  recommendationRoutes,
  moderationRoutes,
  feedRoutes,
  publishingRoutes,
  maintenanceRoutes,
  appRoutes,
];
