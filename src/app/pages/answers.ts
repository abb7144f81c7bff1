import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import { endpoint } from '../../platform/server/http/endpoint.ts';
import { htmlResponse, pageCaching, cacheTags } from '../../platform/server/http/html.ts';
import { HttpError, readable, readablePath } from '../../platform/server/http/problem.ts';
import { unsubscribeHtml, logHtml } from './markup.tsx';
import { problemAnswer, requiredShell, builtPageEndpoint, pageEndpoint, problemResponse } from './page-endpoint.ts';
import { endWeekly } from '../../recommendations/server/weekly.ts';
import { chooseReviewMail } from '../../inbox/server/review-mail.ts';
import { readUnsubscribeToken, type Unsubscription, stopMail } from '../../inbox/server/unsubscribe.ts';
import { readLog } from '../../moderation/server/log.ts';
import { readSessionUser } from '../../people/server/session.ts';
import { goneNote, invalidRoute } from '../../platform/model/page-problem.ts';
import { publishedNext } from '../../search/server/published-index.ts';
import { movedCollection } from './live-collections.ts';
import { renderPage, liveContent } from './live-content.ts';
import { renderedNote } from './rendered-notes.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { findUserByHandle } from '../../people/server/people.ts';
import { noteMarkdown } from '../../feeds/model/formats.ts';
import { isPublic, isPublished } from '../../notes/model/note-access.ts';
import { validate as isUuid } from 'uuid';
import type { PublishedNote } from '../../reading/model/content.ts';
import { withMentions } from '../../notes/server/linked-note.ts';
import { openNote } from '../../notes/server/note-http.ts';
import { namedInThread } from '../../discussion/model/thread.ts';
import { openThread, readTops } from '../../discussion/server/threads.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';

/**
 * Ends mail by the link in it: GET asks, POST does it. Mail programs send the POST themselves (RFC 8058), without a
 * cookie and from anywhere; the signed token is the proof.
 */
export const unsubscribeAnswer = endpoint(
  {
    async GET(request) {
      const { batch } = await allowed(request);
      const shell = await requiredShell(request);
      return htmlResponse(200, unsubscribeHtml(shell, { state: 'ask', batch }), pageCaching.none);
    },

    async POST(request) {
      const { userId, batch } = await allowed(request);
      if (batch === 'weekly') await endWeekly(database(), userId);
      else if (batch === 'review') await chooseReviewMail(database(), userId, 'never', new Date());
      else await stopMail(database(), userId, batch);
      const shell = await requiredShell(request).catch(() => undefined);
      if (shell === undefined) return new Response('This mail has ended.\n', { status: 200 });
      return htmlResponse(200, unsubscribeHtml(shell, { state: 'done', batch }), pageCaching.none);
    },
  },
  problemAnswer,
  { fromAnywhere: true },
);

async function allowed(request: Request): Promise<Unsubscription> {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const read = await readUnsubscribeToken(token, environment().SESSION_SECRET);
  if (read) return read;
  throw new HttpError(
    404,
    'Not Found',
    'Part of this link is missing. Open it from the message again, or sign in and choose under Notifications.',
  );
}

/** Slugs contain no dot, so an address with this ending always means the note's Markdown. */
const sourceEnding = '.md';

/**
 * Answers with a note's Markdown until a build has made the file. Only public notes have one, whoever asks. `title` is the
 * last part of the address, with its ending.
 */
async function noteSource(
  redis: Redis,
  request: Request,
  { uuid, title }: { uuid: string; title: string },
): Promise<Response> {
  const page = await notePage(redis, { uuid, title: title.slice(0, -sourceEnding.length) }, async () => undefined);
  if (page.status === 410) return text(410, 'plain', `${goneNote.message}\n`, pageCaching.none);
  if (page.status === 404 || (page.status === 200 && !isPublic(page.entry.note))) {
    return text(404, 'plain', `${invalidRoute(readablePath(request))}\n`, pageCaching.none);
  }
  const caching = pageCaching.shared(tagsOf(page, uuid));
  if (page.status === 200) return text(200, 'markdown', noteMarkdown(page.entry, siteIdentity().url), caching);
  return new Response(null, { status: 301, headers: { ...caching, Location: page.location + sourceEnding } });
}

/** The cache tags of a note's page, which also shows its author, the authors of comments, and titles of notes that link here. */
function tagsOf(page: NotePage, uuid: string): string {
  if (page.status !== 200) return cacheTags.note(uuid.toLowerCase());
  const { author, thread, mentions } = page.entry;
  const linking = (mentions ?? []).map(({ path }) => cacheTags.note(path.split('/')[3] ?? ''));
  return [cacheTags.noteWith(uuid.toLowerCase(), [author.id, ...namedInThread(thread)]), ...linking].join(',');
}

function text(status: number, kind: string, body: string, headers: Record<string, string>): Response {
  return new Response(body, { status, headers: { ...headers, 'Content-Type': `text/${kind}; charset=utf-8` } });
}

/** Answers a note's address until a build has made its page, with the same markup. */
export const noteAnswer = builtPageEndpoint(async (request, { params }) => {
  const title = params['title'] && readable(params['title']);
  if (title?.endsWith(sourceEnding)) return noteSource(database(), request, { uuid: params['uuid'] ?? '', title });
  const address = { uuid: params['uuid'] ?? '', title };
  const next = publishedNext(new URL(request.url).origin, address.uuid.toLowerCase());
  const page = await notePage(database(), address, () => visitorOf(request));
  if (page.status === 410 || page.status === 404) return noNote(request, page.status);
  const caching = page.shared ? pageCaching.shared(tagsOf(page, address.uuid)) : pageCaching.none;
  if (page.status === 301) return new Response(null, { status: 301, headers: { ...caching, Location: page.location } });
  const shown = { entry: page.entry, next: await next };
  const content = { ...liveContent(database()), note: async () => shown.entry, related: async () => shown.next };
  const render = () => renderPage(request, content);
  if (page.shared) return renderedNote(shown, caching, render);
  return htmlResponse(200, await (await render()).text(), caching);
});

/**
 * Answers with a note's page and the part of its thread that has this comment, complete without a script. Redirects to the
 * note's own page if the comment is there, or no longer exists.
 */
export const threadAnswer = pageEndpoint(async (request, { params }) => {
  const [uuid = '', comment = ''] = [params['uuid']?.toLowerCase(), params['comment']?.toLowerCase()];
  if (!isUuid(uuid) || !isUuid(comment)) return noNote(request, 404);
  const opened = await openNote(database(), uuid, () => visitorOf(request));
  if (!opened.ok) return noNote(request, opened.reason === 'deleted' ? 410 : 404);
  const { note, author } = opened;
  const cachedWith = (userIds: string[]) =>
    isPublished(note) ? pageCaching.shared(cacheTags.noteWith(uuid, [author.id, ...userIds])) : pageCaching.none;
  const toNote = () => new Response(null, { status: 302, headers: { ...cachedWith([]), Location: paths.note(note) } });
  // Checked first, since the page is expensive, and a made-up id is never in a cache.
  const part = await openThread(database(), uuid, { sort: 'thread', around: comment }, undefined);
  if (!part.ok) return toNote();
  const [top] = await readTops(database(), [uuid]);
  const entry = await withMentions(database(), await publishedNote(note, author, top));
  // The note's page links to this one for what follows its last comment, so a redirect for that comment would be a loop.
  const { comments, next } = entry.thread;
  if (comments.slice(0, next === null ? undefined : -1).some(({ id }) => id === comment)) return toNote();
  const content = { ...liveContent(database()), note: async () => ({ ...entry, thread: part.thread }) };
  const page = new Request(new URL(paths.note(note), request.url), request);
  const headers = { ...cachedWith(namedInThread(part.thread)), 'X-Robots-Tag': 'noindex' };
  return htmlResponse(200, await (await renderPage(page, content)).text(), headers);
});

const visitorOf = async (request: Request) => (await readSessionUser(request))?.user.id;

/** The answer for a note that does not exist (404) or was deleted (410). */
async function noNote(request: Request, status: 404 | 410): Promise<Response> {
  if (status === 404) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  const gone = await problemResponse(request, goneNote);
  if (gone) return gone;
  throw new HttpError(410, 'Gone', goneNote.message);
}

/**
 * Answers the pages of lists, tags and people that are not files, with the markup of a build. A former handle redirects to
 * the current one, and so does a collection's former address.
 */
export const listAnswer = builtPageEndpoint(async (request) => {
  const page = await renderPage(request, liveContent(database()));
  const { pathname } = new URL(request.url);
  const moved =
    page.status === 404
      ? ((await movedPerson(database(), pathname)) ?? (await movedCollection(database(), pathname)))
      : undefined;
  if (moved !== undefined) {
    const headers = { ...pageCaching.shared(cacheTags.lists), Location: moved };
    return new Response(null, { status: 301, headers });
  }
  if (page.status === 404) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  const headers = { ...Object.fromEntries(page.headers), ...pageCaching.shared(cacheTags.lists) };
  return new Response(page.body, { status: page.status, headers });
});

/** The public moderation log, complete without JavaScript. The CDN caches each page, so that reading costs no function call. */
export const logAnswer = pageEndpoint(async (request, { params }) => {
  const number = /^[1-9]\d{0,4}$/.test(params['page'] ?? '') ? Number(params['page']) : 0;
  const page = number === 0 ? undefined : await readLog(database(), number);
  if (!page || number > page.pages) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  return htmlResponse(200, logHtml(await requiredShell(request), page), pageCaching.shared(cacheTags.log));
});

/**
 * The current address of a person's page or feed that was requested under a former handle; undefined for any other path.
 * `path` is from the site root, percent-encoded.
 */
export async function movedPerson(redis: Redis, path: string): Promise<string | undefined> {
  const [, folder, handle = '', ...rest] = path.split('/');
  const formerHandle = readable(handle).toLowerCase();
  if (folder !== 'u' || !/^\w{3,24}$/.test(formerHandle)) return undefined;
  const person = await findUserByHandle(redis, formerHandle);
  if (!person || person.handle === handle) return undefined;
  return [paths.person(person.handle), ...rest].join('/');
}

/** What a note's address answers to this visitor. `shared`: the answer is the same for everyone. */
type NotePage =
  | { status: 200; entry: PublishedNote; shared: boolean }
  | { status: 301; location: string; shared: boolean }
  | { status: 404 }
  | { status: 410 };

/**
 * Decides what `/note/detail/{uuid}/{title}` answers when there is no file. The visitor is looked up only for notes that not
 * everyone may read. A note that they may not read is answered like one that never existed.
 */
async function notePage(
  redis: Redis,
  address: { uuid: string; title: string | undefined },
  visitorId: () => Promise<string | undefined>,
): Promise<NotePage> {
  if (!isUuid(address.uuid)) return { status: 404 };
  const uuid = address.uuid.toLowerCase();
  // Read in one round trip, although the thread is only shown if everyone may read the note.
  const [opened, [top]] = await Promise.all([openNote(redis, uuid, visitorId), readTops(redis, [uuid])]);
  if (!opened.ok) return { status: opened.reason === 'deleted' ? 410 : 404 };
  const { note, author } = opened;
  const shared = isPublished(note);
  if (address.uuid !== note.uuid || address.title !== note.slug)
    return { status: 301, location: paths.note(note), shared };
  const published = await publishedNote(note, author, shared ? top : undefined);
  return { status: 200, entry: await withMentions(redis, published), shared };
}
