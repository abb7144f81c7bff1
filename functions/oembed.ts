import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { noteUuidIn, oembed } from '../src/domain/feeds/oembed.ts';
import { cacheTags } from '../src/server/cache-tags.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { pageCaching } from '../src/server/http/html.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { checked } from '../src/server/http/read-json.ts';
import { publicNote } from '../src/server/public-note.ts';
import { siteIdentity } from '../src/server/site.ts';
import { publishedNote } from '../src/server/sync.ts';

const pixels = z.coerce.number('Give a whole number of pixels.').int('Give a whole number of pixels.').positive();

/** What oEmbed defines; other parameters are for other providers, and are no mistake. */
const Asked = z.object({
  url: z.string('Give the whole address of a note, as url.'),
  format: z.string().default('json'),
  maxwidth: pixels.optional(),
  maxheight: pixels.optional(),
});

/** oEmbed (oembed.com): what another site shows in the place of a note's address. */
export default endpoint({
  async GET(request) {
    const asked = checked(Object.fromEntries(new URL(request.url).searchParams), Asked);
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
