import * as z from 'zod';
import { anyone } from '../people/server/callers.ts';
import { environment } from '../platform/server/env.ts';
import type { CallContext } from '../platform/server/http/endpoint.ts';
import { checked } from '../platform/server/http/read-json.ts';
import { reply, route, type Routes } from '../platform/server/http/route.ts';
import { findIcons, searchIcons } from '../platform/server/icons.ts';
import { requireRate } from '../platform/server/rates.ts';

const part = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Icons are named by a to z, 0 to 9 and single hyphens.');
const shortPart = part.max(80, 'A name has at most 80 characters.');

/** `GET /api/_icon/{collection}.json?icons=a,b`: up to 50 names of one collection. */
const IconQuery = z.object({
  collection: shortPart,
  icons: z
    .string()
    .min(1, 'Name the icons, as in ?icons=book,tag.')
    .transform((list) => [...new Set(list.split(','))].sort())
    .pipe(z.array(shortPart).max(50, 'Ask for at most 50 icons at once.')),
});

const noWords = 'Say what to look for, as in ?q=book.';

/** `GET /api/_icon/search?q=`: words in the names of icons. */
const IconSearch = z.object({
  q: z.string(noWords).min(1, noWords).max(80, 'A search has at most 80 characters.'),
});

const Icon = z.object({
  body: z.string(),
  width: z.number(),
  height: z.number(),
  left: z.number().optional(),
  top: z.number().optional(),
});

const IconSetAnswer = z.object({
  prefix: z.string(),
  icons: z.record(z.string(), Icon),
  not_found: z.array(z.string()),
});
const IconSearchAnswer = z.object({ icons: z.array(Icon.extend({ name: z.string() })) });

const day = 86_400;
const maxIcons = 48;

const requestedIcons = ({ url }: Request, { params }: CallContext) =>
  checked({ collection: params['collection'], icons: new URL(url).searchParams.get('icons') ?? '' }, IconQuery);

/** The routes of icons, which belong to no noun. */
export const iconRoutes = {
  'GET /api/_icon/{collection}.json': route({
    id: 'readIcons',
    summary: 'Get icons from one set, in Iconify’s format. Unknown ones are listed in not_found.',
    at: requestedIcons,
    who: anyone,
    query: IconQuery.pick({ icons: true }),
    gives: { 200: IconSetAnswer },
    problems: [429],
    async handle({ context: { client }, at: { collection, icons } }) {
      const { data, complete } = await findIcons(collection, icons, {
        apiUrl: environment().ICON_API_URL,
        requireCall: () => requireRate('icons', client),
      });
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
    summary: 'Search the installed icon sets by the words in their names.',
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
