import { publicNote } from '../../../notes/server/open-note.ts';
import { pageCaching, cacheTags } from '../../../platform/server/http/html.ts';
import { database } from '../../../platform/server/database.ts';
import type { Handler } from '../../../platform/server/http/endpoint.ts';
import { siteIdentity } from '../../../platform/server/site.ts';
import { feedPaths } from '../../model/addresses.ts';
import { drawnPreview } from './draw.ts';

/** The picture that previews of a public note show, drawn when somebody asks and kept by the CDN until the note changes. */
export const notePicture: Handler = async (request, { params }) => {
  const { note, author } = await publicNote(database(), params['uuid']);
  const caching = pageCaching.shared(cacheTags.note(note.uuid));
  const address = feedPaths.noteImage(note);
  if (new URL(request.url).pathname !== address) {
    return new Response(null, { status: 302, headers: { ...caching, Location: address } });
  }
  const png = await drawnPreview(note, author, siteIdentity().title);
  return new Response(new Uint8Array(png), {
    headers: {
      ...caching,
      'Cache-Control': 'public, max-age=86400',
      'Netlify-CDN-Cache-Control': 'public, durable, s-maxage=31536000',
      'Content-Type': 'image/png',
    },
  });
};
