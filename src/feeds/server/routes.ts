import { publicNote } from '../../notes/server/note-http.ts';
import { anyone } from '../../people/server/callers.ts';
import { pageCaching, cacheTags } from '../../platform/server/http/html.ts';
import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import { noteUuidIn, oembed } from '../model/oembed.ts';
import { z } from 'zod';

const pixels = z.coerce.number('Give a whole number of pixels.').int('Give a whole number of pixels.').positive();

/** `GET /api/oembed`. Parameters that oEmbed has for other providers are no mistake. */
const OembedQuery = z.object({
  url: z.string('Give the whole address of a note, as url.'),
  format: z.string().default('json'),
  maxwidth: pixels.optional(),
  maxheight: pixels.optional(),
});

/** The members that every answer has (oembed.com). */
const OembedAnswer = z.looseObject({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  title: z.string(),
  html: z.string(),
  width: z.int(),
  height: z.int(),
});

/** What other sites ask about notes. */
export const feedRoutes = {
  // oembed.com
  'GET /api/oembed': route({
    id: 'embedNote',
    summary: 'Get what another site can show for a public note’s address (oEmbed, JSON only).',
    who: anyone,
    query: OembedQuery,
    gives: { 200: OembedAnswer },
    problems: [404, 410, 501],
    async handle({ query: asked }) {
      if (asked.format !== 'json') throw new HttpError(501, 'Not Implemented', 'Only format=json is answered.');
      const site = siteIdentity();
      const { note, author } = await publicNote(database(), noteUuidIn(asked.url, site.url));
      const size = { maxWidth: asked.maxwidth, maxHeight: asked.maxheight };
      return reply(200, oembed(await publishedNote(note, author), site, size), {
        ...pageCaching.shared(cacheTags.note(note.uuid)),
        'Netlify-Vary': 'query',
        'Access-Control-Allow-Origin': '*',
      });
    },
  }),
} satisfies Routes;
