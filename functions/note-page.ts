import type { Config } from '@netlify/functions';
import { goneNote, invalidRoute } from '../src/platform/model/page-problem.ts';
import { cacheTags } from '../src/platform/server/cache-tags.ts';
import { database } from '../src/platform/server/database.ts';
import { htmlResponse, pageCaching } from '../src/platform/server/http/html.ts';
import { readable, readablePath } from '../src/platform/server/http/path.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { liveContent } from '../src/app/pages/live-content.ts';
import { notePage } from '../src/app/pages/note-page.ts';
import { noteSource, sourceEnding } from '../src/app/pages/note-source.ts';
import { pageEndpoint, problemResponse } from '../src/app/pages/page-endpoint.ts';
import { renderPage } from '../src/app/pages/renderer.ts';
import { publishedNext } from '../src/search/server/published-next.ts';
import { readSessionUser } from '../src/people/server/session.ts';

/** Answers a note's address while no build has made its page, with the markup that the build will write. */
export default pageEndpoint(async (request, { params }) => {
  const title = params.title && readable(params.title);
  if (title?.endsWith(sourceEnding)) return noteSource(database(), request, { uuid: params.uuid ?? '', title });
  const address = { uuid: params.uuid ?? '', title };
  const next = publishedNext(new URL(request.url).origin, address.uuid.toLowerCase());
  const page = await notePage(database(), address, async () => (await readSessionUser(request))?.user.id);
  if (page.status === 410) {
    const gone = await problemResponse(request, goneNote);
    if (gone) return gone;
    throw new HttpError(410, 'Gone', goneNote.message);
  }
  if (page.status === 404) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  const tag = cacheTags.note(address.uuid.toLowerCase());
  const tags = page.status === 200 ? `${tag},${cacheTags.person(page.entry.author.id)}` : tag;
  const caching = page.shared ? pageCaching.shared(tags) : pageCaching.none;
  if (page.status === 301) return new Response(null, { status: 301, headers: { ...caching, Location: page.location } });
  const content = { ...liveContent(database()), note: async () => page.entry, related: () => next };
  return htmlResponse(200, await (await renderPage(request, content)).text(), caching);
});

export const config: Config = {
  path: ['/note/detail/:uuid', '/note/detail/:uuid/:title'],
  preferStatic: true,
};
