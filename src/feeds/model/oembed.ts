import { paths } from '../../platform/model/paths.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { feedPaths, previewSize } from './addresses.ts';
import { xmlText } from '../../platform/model/xml.ts';

type Site = { url: string; title: string };
export type OembedSize = { maxWidth: number | undefined; maxHeight: number | undefined };

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

/** The uuid in a note's whole address on this site, or undefined for any other text. */
export function noteUuidIn(address: string, siteUrl: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(siteUrl).origin) return undefined;
  return /^\/note\/detail\/([0-9a-f-]{36})(?:\/|$)/i.exec(pathname)?.[1]?.toLowerCase();
}
