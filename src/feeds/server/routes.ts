import { publicNote } from '../../notes/server/open-note.ts';
import { anyone } from '../../people/server/callers.ts';
import { pageCaching, cacheTags } from '../../platform/server/http/html.ts';
import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import { noteUuidIn, oembed } from '../model/oembed.ts';
import { OembedAnswer, OembedQuery } from './oembed-query.ts';

/** What other sites ask about notes. */
export const feedRoutes = {
  // oembed.com
  'GET /api/oembed': route({
    id: 'embedNote',
    summary: 'What another site shows in the place of a public note’s address (oEmbed, JSON only).',
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
