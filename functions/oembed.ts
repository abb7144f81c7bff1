import type { Config } from '@netlify/functions';
import { noteUuidIn, oembed } from '../src/feeds/model/oembed.ts';
import { cacheTags } from '../src/platform/server/cache-tags.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { pageCaching } from '../src/platform/server/http/html.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { OembedQuery } from '../src/feeds/server/oembed-query.ts';
import { publicNote } from '../src/notes/server/public-note.ts';
import { siteIdentity } from '../src/platform/server/site.ts';
import { publishedNote } from '../src/reading/server/prepared-note.ts';

/** oEmbed (oembed.com): what another site shows in the place of a note's address. */
export default endpoint({
  async GET(request) {
    const asked = checked(Object.fromEntries(new URL(request.url).searchParams), OembedQuery);
    if (asked.format !== 'json') throw new HttpError(501, 'Not Implemented', 'Only format=json is answered.');
    const site = siteIdentity();
    const { note, author } = await publicNote(database(), noteUuidIn(asked.url, site.url));
    const size = { maxWidth: asked.maxwidth, maxHeight: asked.maxheight };
    return Response.json(oembed(await publishedNote(note, author), site, size), {
      headers: {
        ...pageCaching.shared(cacheTags.note(note.uuid)),
        'Netlify-Vary': 'query',
        'Access-Control-Allow-Origin': '*',
      },
    });
  },
});

export const config: Config = { path: '/api/oembed' };
