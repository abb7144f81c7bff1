import type { Config } from '@netlify/functions';
import { feedPaths } from '../src/feeds/model/addresses.ts';
import { cacheTags } from '../src/platform/server/cache-tags.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { pageCaching } from '../src/platform/server/http/html.ts';
import { drawnPreview } from '../src/feeds/server/preview/draw.ts';
import { publicNote } from '../src/notes/server/public-note.ts';
import { siteIdentity } from '../src/platform/server/site.ts';

/** The picture that previews of a public note show, drawn when somebody asks and kept by the CDN until the note changes. */
export default endpoint({
  async GET(request, { params }) {
    const { note, author } = await publicNote(database(), params.uuid);
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
  },
});

export const config: Config = { path: '/note/image/:uuid/:file' };
