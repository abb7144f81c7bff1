import type { User } from '../../../people/model/user.ts';
import type { ThreadComment } from '../../../discussion/model/thread.ts';
import { shownMarkdown } from '../../../notes/server/markdown/markdown.ts';
import { textWork } from '../../../notes/server/markdown-work.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { openThread } from '../../../discussion/server/threads.ts';
import { exported, jsonEnd, jsonStart } from './json.ts';
import { fileNameOf } from './markdown.ts';
import { keptNotes, ShownPictures } from './own-notes.ts';
import { listName, listPage, searchPage, sitePage, type Listed, siteSearch, siteStyle } from './site-pages.ts';
import type { ZipFile } from './zip.ts';

const showText = textWork(import.meta.url, 'show-text', (body: string) => [body], shownMarkdown);

/** Notes on a page of the list, and in one script of the search. */
const [onPage, inPart] = [50, 200];
/** In characters. */
const largestJson = 4_000_000;

/**
 * A person's notes as a site that opens from disk: pages with their threads, lists, and a search without a server. The
 * same notes lie in it as our JSON, in files of a few megabytes that are documents of their own, so that it can be
 * brought in again. Holds what one list page, one part of the search and one such file need, whatever there is in all.
 */
export async function* siteFiles(redis: Redis, user: User, siteUrl: string, now: Date): AsyncGenerator<ZipFile, void> {
  const at = now.toISOString();
  const file = (name: string, text: string): ZipFile => ({ name, at, text: async () => text });
  const [page, searched] = [[] as Listed[], [] as string[][]];
  let [pages, parts, documents] = [0, 0, 0];
  let [json, between] = [jsonStart(user), '\n'];
  const document = (text: string) => file(`commonplace-${(documents += 1)}.json`, text);
  const shown = new ShownPictures();
  yield file('style.css', siteStyle);
  yield file('search.js', siteSearch);
  for await (const kept of keptNotes(redis, user.id)) {
    const { note, comments, pictures } = kept;
    const { html, excerpt, minutes } = await showText(note.body);
    const name = `notes/${fileNameOf(note)}.html`;
    const thread = comments > 0 ? await wholeThread(redis, note.uuid, user.id) : [];
    const shownPage = () => {
      const text = sitePage({ note, html, minutes, comments: thread }, siteUrl);
      return pictures.size === 0 ? text : shown.beside(text.replaceAll(`${siteUrl}/pictures/`, '/pictures/'), pictures);
    };
    yield { name, at: note.updatedAt, text: async () => shownPage() };
    yield* shown.files(pictures, note.createdAt);
    if (page.length === onPage) yield file(listName((pages += 1)), listPage(user.name, page.splice(0), pages, true));
    page.push({ file: name, title: note.title, at: note.publishedAt ?? note.createdAt, excerpt });
    searched.push([name, note.title, note.tags.join(' '), `${note.body} ${note.url ?? ''}`]);
    if (searched.length === inPart) yield file(`search/${(parts += 1)}.js`, searchPart(searched.splice(0)));
    json += between + JSON.stringify(exported(kept));
    between = ',\n';
    if (json.length > largestJson) {
      yield document(`${json}\n]}\n`);
      [json, between] = ['{"commonplace":1,"notes":[', '\n'];
    }
  }
  yield file(listName((pages += 1)), listPage(user.name, page, pages, false));
  if (searched.length > 0) yield file(`search/${(parts += 1)}.js`, searchPart(searched));
  yield file('search.html', searchPage(parts));
  yield document(json + (await jsonEnd(redis, user)));
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
