import { paths } from '../../platform/model/paths.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { feedPaths, previewSize } from '../model/addresses.ts';
import { xmlText } from '../../platform/model/xml.ts';
import { publicNote } from '../../notes/server/note-http.ts';
import { anyone } from '../../people/server/callers.ts';
import { pageCaching, cacheTags } from '../../platform/server/http/html.ts';
import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import * as z from 'zod';

type Site = { url: string; title: string };
type OembedSize = { maxWidth: number | undefined; maxHeight: number | undefined };

const own = { width: 600, height: 200 };
const seconds = 3600;

/** The note as an oEmbed answer of the type `rich`: a quotation that links to the note, without scripts or frames. */
export function oembed({ note, author, excerpt }: PublishedNote, site: Site, { maxWidth, maxHeight }: OembedSize) {
  const url = site.url + paths.note(note);
  const authorUrl = site.url + paths.person(author.handle);
  const { width, height } = previewSize;
  const thumbnail = {
    thumbnail_url: site.url + feedPaths.noteImage(note),
    thumbnail_width: width,
    thumbnail_height: height,
  };
  const thumbnailFits = width <= (maxWidth ?? width) && height <= (maxHeight ?? height);
  return {
    version: '1.0' as const,
    type: 'rich' as const,
    title: note.title,
    author_name: author.name,
    author_url: authorUrl,
    provider_name: site.title,
    provider_url: site.url,
    cache_age: seconds,
    width: Math.min(own.width, maxWidth ?? own.width),
    height: Math.min(own.height, maxHeight ?? own.height),
    html: [
      `<blockquote cite="${xmlText(url)}">`,
      `<p><a href="${xmlText(url)}">${xmlText(note.title)}</a></p>`,
      ...(excerpt ? [`<p>${xmlText(excerpt)}</p>`] : []),
      `<p>${xmlText(author.name)}, ${xmlText(site.title)}</p>`,
      '</blockquote>',
    ].join(''),
    ...(thumbnailFits ? thumbnail : {}),
  };
}

/** The uuid in a note's absolute address on this site, or undefined for any other text. */
export function noteUuidIn(address: string, siteUrl: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(siteUrl).origin) return undefined;
  return /^\/note\/detail\/([0-9a-f-]{36})(?:\/|$)/i.exec(pathname)?.[1]?.toLowerCase();
}

const pixels = z.coerce.number('Give a whole number of pixels.').int('Give a whole number of pixels.').positive();

/** `GET /api/oembed`. Parameters that oEmbed defines for other providers are ignored. */
const OembedQuery = z.object({
  url: z.string('Give the whole address of a note, as url.'),
  format: z.string().default('json'),
  maxwidth: pixels.optional(),
  maxheight: pixels.optional(),
});

/** The members of every answer (oembed.com). */
const OembedAnswer = z.looseObject({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  title: z.string(),
  html: z.string(),
  width: z.int(),
  height: z.int(),
});

/** What other sites request about notes. */
export const feedRoutes = {
  // oembed.com
  'GET /api/oembed': route({
    id: 'embedNote',
    summary: 'Get what another site can show for a public note’s address (oEmbed, JSON only).',
    who: anyone,
    query: OembedQuery,
    gives: { 200: OembedAnswer },
    problems: [404, 410, 501],
    async handle({ query }) {
      if (query.format !== 'json') throw new HttpError(501, 'Not Implemented', 'Only format=json is answered.');
      const site = siteIdentity();
      const { note, author } = await publicNote(database(), noteUuidIn(query.url, site.url));
      const size = { maxWidth: query.maxwidth, maxHeight: query.maxheight };
      return reply(200, oembed(await publishedNote(note, author), site, size), {
        ...pageCaching.shared(cacheTags.noteWith(note.uuid, [author.id])),
        'Netlify-Vary': `query=${Object.keys(OembedQuery.shape).join('|')}`,
        'Access-Control-Allow-Origin': '*',
      });
    },
  }),
} satisfies Routes;
