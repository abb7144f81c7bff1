import type { User } from '../../domain/user.ts';
import type { ThreadComment } from '../../domain/thread.ts';
import { shownMarkdown } from '../markdown.ts';
import type { Redis } from '../store/redis.ts';
import { openThread } from '../threads.ts';
import { jsonExport } from './json.ts';
import { fileNameOf } from './markdown.ts';
import { ownNotes } from './own-notes.ts';
import { listName, listPage, searchPage, sitePage, type Listed } from './site-pages.ts';
import { siteSearch, siteStyle } from './site-texts.ts';
import type { ZipFile } from './zip.ts';

/** Notes on a page of the list, and in one script of the search. */
const [onPage, inPart] = [50, 200];
/** In characters. */
const largestJson = 4_000_000;

/**
 * A person's notes as a site that opens from disk: pages with their threads, lists, and a search without a server. The
 * same notes lie in it as our JSON, so that it can be brought in again. Holds what one list page and one part of the
 * search need, whatever there is in all.
 */
export async function* siteFiles(redis: Redis, user: User, siteUrl: string, now: Date): AsyncGenerator<ZipFile, void> {
  const at = now.toISOString();
  const file = (name: string, text: string): ZipFile => ({ name, at, text: async () => text });
  let [page, searched] = [[] as Listed[], [] as string[][]];
  let [pages, parts] = [0, 0];
  yield file('style.css', siteStyle);
  yield file('search.js', siteSearch);
  for await (const { note, comments } of ownNotes(redis, user.id)) {
    const { html, excerpt, minutes } = await shownMarkdown(note.body);
    const name = `notes/${fileNameOf(note)}.html`;
    const thread = comments > 0 ? await wholeThread(redis, note.uuid, user.id) : [];
    yield { name, at: note.updatedAt, text: async () => sitePage({ note, html, minutes, comments: thread }, siteUrl) };
    if (page.length === onPage) yield file(listName((pages += 1)), listPage(user.name, page.splice(0), pages, true));
    page.push({ file: name, title: note.title, at: note.publishedAt ?? note.createdAt, excerpt });
    searched.push([name, note.title, note.tags.join(' '), `${note.body} ${note.url ?? ''}`]);
    if (searched.length === inPart) yield file(`search/${(parts += 1)}.js`, searchPart(searched.splice(0)));
  }
  yield file(listName((pages += 1)), listPage(user.name, page, pages, false));
  if (searched.length > 0) yield file(`search/${(parts += 1)}.js`, searchPart(searched));
  yield file('search.html', searchPage(parts));
  [page, searched] = [[], []];
  yield* jsonFiles(redis, user, at);
}

/** Our JSON in files of a few megabytes, each a document of its own. */
async function* jsonFiles(redis: Redis, user: User, at: string): AsyncGenerator<ZipFile, void> {
  let [text, number] = ['', 0];
  const file = (document: string): ZipFile => ({
    name: `commonplace-${(number += 1)}.json`,
    at,
    text: async () => document,
  });
  for await (const piece of jsonExport(redis, user)) {
    if (text.length > largestJson && piece.startsWith(',')) {
      yield file(`${text}\n]}\n`);
      text = `{"commonplace":1,"notes":[${piece.slice(1)}`;
    } else text += piece;
  }
  yield file(text);
}

function searchPart(notes: readonly string[][]): string {
  return `addNotes(${JSON.stringify(notes)});\n`;
}

async function wholeThread(redis: Redis, uuid: string, visitorId: string): Promise<ThreadComment[]> {
  const comments: ThreadComment[] = [];
  let cursor: string | undefined;
  do {
    const read = await openThread(redis, uuid, { sort: 'thread', ...(cursor ? { cursor } : {}) }, visitorId);
    if (!read.ok) return comments;
    comments.push(...read.thread.comments);
    cursor = read.thread.next ?? undefined;
  } while (cursor !== undefined);
  return comments;
}
