import { readLog } from '../../moderation/server/log.ts';
import { readSessionUser } from '../../people/server/session.ts';
import { goneNote, invalidRoute } from '../../platform/model/page-problem.ts';
import { htmlResponse, pageCaching, cacheTags } from '../../platform/server/http/html.ts';
import { database } from '../../platform/server/database.ts';
import { HttpError, readable, readablePath } from '../../platform/server/http/problem.ts';
import { publishedNext } from '../../search/server/published-next.ts';
import { liveContent } from './live-content.ts';
import { logHtml } from './markup.tsx';
import { movedPerson } from './moved-person.ts';
import { notePage } from './note-page.ts';
import { noteSource, sourceEnding } from './note-source.ts';
import { pageEndpoint, problemResponse, requiredShell } from './page-endpoint.ts';
import { renderPage } from './renderer.ts';

/** A note's address while no build has made its page, with the markup that the build will write. */
export const noteAnswer = pageEndpoint(async (request, { params }) => {
  const title = params['title'] && readable(params['title']);
  if (title?.endsWith(sourceEnding)) return noteSource(database(), request, { uuid: params['uuid'] ?? '', title });
  const address = { uuid: params['uuid'] ?? '', title };
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

/**
 * The pages of lists, tags and people that are no files, with the markup that a build would write. A handle that was
 * somebody's before leads to the present one.
 */
export const listAnswer = pageEndpoint(async (request) => {
  const page = await renderPage(request, liveContent(database()));
  const { pathname, search } = new URL(request.url);
  const moved = page.status === 404 ? await movedPerson(database(), pathname) : undefined;
  if (moved !== undefined) {
    const headers = { ...pageCaching.shared(cacheTags.lists), Location: moved + search };
    return new Response(null, { status: 301, headers });
  }
  if (page.status === 404) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  const headers = { ...Object.fromEntries(page.headers), ...pageCaching.shared(cacheTags.lists) };
  return new Response(page.body, { status: page.status, headers });
});

/** The public moderation log, whole without JavaScript. The CDN keeps each page, so that reading costs no function call. */
export const logAnswer = pageEndpoint(async (request, { params }) => {
  const number = /^[1-9]\d{0,4}$/.test(params['page'] ?? '') ? Number(params['page']) : 0;
  const page = number === 0 ? undefined : await readLog(database(), number);
  if (!page || number > page.pages) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  return htmlResponse(200, logHtml(await requiredShell(request, '/404.html'), page), pageCaching.shared(cacheTags.log));
});
