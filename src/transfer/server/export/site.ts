import { writtenDate } from '../../../platform/model/dates.ts';
import { absoluteHtml } from '../../../feeds/model/feed.ts';
import type { Note } from '../../../notes/model/note.ts';
import { paths } from '../../../platform/model/paths.ts';
import { branchesOf, commentCount, type Branch, type ThreadComment } from '../../../discussion/model/thread.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';
import type { User } from '../../../people/model/user.ts';
import { shownMarkdown } from '../../../notes/server/markdown/markdown.ts';
import { linkedHtml } from '../../../notes/server/markdown/markdown-links.ts';
import { textWork } from '../../../notes/server/markdown-work.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { openThread } from '../../../discussion/server/threads.ts';
import { exported, jsonEnd, jsonStart } from './json.ts';
import { fileNameOf, linkedFiles } from './markdown.ts';
import { keptNotes, picturesOf, ShownPictures } from './own-notes.ts';
import type { ZipFile } from './zip.ts';

/** The style of an exported site's pages. They need no network, and follow the device's colours. */
const siteStyle = `:root{color-scheme:light dark;--line:light-dark(#ddd,#333);--muted:light-dark(#595959,#aaa);--link:light-dark(#0b6b3a,#6fd49b)}
body{margin:0 auto;padding:1.5rem 1.25rem 4rem;max-width:42rem;font:1.0625rem/1.65 Georgia,serif;background:light-dark(#fff,#151515);color:light-dark(#1b1b1b,#e8e8e8)}
nav,.by,.tags,.pages,label,input,.comment-by{font-family:system-ui,sans-serif;font-size:.9375rem}
a{color:var(--link)}nav{display:flex;gap:1.25rem;padding-bottom:1.5rem}
h1{line-height:1.2;margin:.2em 0}.by,.comment-by{color:var(--muted);margin:.2rem 0 1rem}
.list{list-style:none;padding:0}.list li{padding:.75rem 0;border-top:1px solid var(--line)}.list a{font-weight:600;text-decoration:none}
.list p{margin:.15rem 0 0;color:var(--muted);font-size:.9375rem}
pre{overflow:auto;padding:.75rem;border:1px solid var(--line)}img{max-width:100%}blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}
.comments{list-style:none;padding-inline-start:0}.comments .comments{padding-inline-start:1rem;border-inline-start:1px solid var(--line)}
input{width:100%;padding:.6rem;box-sizing:border-box;font-size:1rem}table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.25rem .5rem}
`;

/**
 * The search of a site that is opened from disk: such a page may load scripts and nothing else. The notes are in scripts
 * (\`search/1.js\` and so on) that call \`addNotes\`; every typed word must be in a note, in any script.
 */
const siteSearch = `'use strict';
(function () {
  var box = document.querySelector('input'), list = document.querySelector('ul'), says = document.querySelector('[role=status]');
  var parts = Number(document.body.dataset.parts), notes = [], loaded = 0;
  function plain(text) { return text.normalize('NFKD').replace(/\\p{M}/gu, '').toLowerCase(); }
  window.addNotes = function (more) {
    more.forEach(function (note) { notes.push({ file: note[0], title: note[1], in: [plain(note[1]), plain(note[2]), plain(note[3])] }); });
  };
  function next() {
    if (loaded === parts) return show();
    var script = document.createElement('script');
    loaded += 1;
    script.src = 'search/' + loaded + '.js';
    script.onload = script.onerror = next;
    document.head.append(script);
  }
  function score(note, words) {
    return words.reduce(function (sum, word) {
      var at = note.in.findIndex(function (text) { return text.includes(word); });
      return sum < 0 || at < 0 ? -1 : sum + 3 - at;
    }, 0);
  }
  function show() {
    var words = plain(box.value).split(/\\s+/).filter(Boolean);
    list.replaceChildren();
    if (words.length === 0) { says.textContent = ''; return; }
    if (loaded < parts) { says.textContent = 'Loading…'; return; }
    var found = notes.map(function (note) { return { note: note, score: score(note, words) }; })
      .filter(function (each) { return each.score > 0; })
      .sort(function (one, other) { return other.score - one.score; });
    says.textContent = found.length === 0 ? 'Nothing found.' : found.length === 1 ? '1 note found.' : found.length.toLocaleString('en-GB') + ' notes found.';
    found.slice(0, 100).forEach(function (each) {
      var item = document.createElement('li'), link = document.createElement('a');
      link.href = each.note.file;
      link.textContent = each.note.title;
      item.append(link);
      list.append(item);
    });
  }
  box.addEventListener('input', show);
  var asked = decodeURIComponent(location.hash.slice(1));
  if (asked) box.value = asked;
  next();
})();
`;

const states = { draft: 'Draft', private: 'Private', unlisted: 'Unlisted', public: '' } as const;

type Framed = { title: string; root: string; parts?: number; script?: boolean };

function framed({ title, root, parts, script }: Framed, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${root}style.css">
<body${parts === undefined ? '' : ` data-parts="${parts}"`}>
<nav aria-label="Site"><a href="${root}index.html">Notes</a><a href="${root}search.html">Search</a></nav>
<main>
${content}
</main>
${script ? '<script src="search.js"></script>\n' : ''}</body>
</html>
`;
}

type SiteNote = {
  note: Note;
  html: string;
  minutes: number;
  comments: ThreadComment[];
  /** The files of notes that it may link to. */
  files: ReadonlyMap<string, string>;
};

/**
 * A note's page with its whole thread. Links to one's own notes lead to their pages beside it, those to other pages of the site
 * that it comes from lead there.
 */
function sitePage({ note, html, minutes, comments, files }: SiteNote, siteUrl: string): string {
  const { title, url, tags, visibility, createdAt } = note;
  const about = [states[visibility], writtenDate(note.publishedAt ?? createdAt), `${minutes} min read`].filter(Boolean);
  const link = (tag: string) => `<a href="../search.html#${encodeURIComponent(tag)}">${escapeHtml(tag)}</a>`;
  const base = siteUrl + paths.note(note);
  const thread = branchesOf(comments).map((branch) => commentItem(branch, base));
  const text = linkedHtml(absoluteHtml(html, base, { alone: true }), (target) => files.get(target));
  return framed(
    { title, root: '../' },
    `<article>
<h1 dir="auto">${escapeHtml(title)}</h1>
<p class="by">${about.join(' · ')}</p>
${url === null ? '' : `<p><a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(url)}</a></p>\n`}<div dir="auto">${text}</div>
${tags.length > 0 ? `<p class="tags">Tags: ${tags.map(link).join(', ')}</p>\n` : ''}</article>
${thread.length > 0 ? `<section aria-labelledby="thread"><h2 id="thread">${commentCount(comments.length)}</h2>\n<ol class="comments">${thread.join('')}</ol></section>` : ''}`,
  );
}

function commentItem({ comment, replies }: Branch<ThreadComment>, base: string): string {
  const { author, html, createdAt, state } = comment;
  const commentHtml =
    state === 'shown' ? absoluteHtml(html, base, { alone: true }) : '<p>This comment is no longer there.</p>';
  const below = replies.map((reply) => commentItem(reply, base)).join('');
  const by = `${author ? `${escapeHtml(author.name)} · ` : ''}${writtenDate(createdAt)}`;
  return `<li><p class="comment-by">${by}</p><div dir="auto">${commentHtml}</div>${below ? `<ol class="comments">${below}</ol>` : ''}</li>`;
}

type Listed = { file: string; title: string; at: string; excerpt: string };

/** A page of the list, numbered from 1. */
function listPage(who: string, notes: readonly Listed[], number: number, hasMore: boolean): string {
  const items = notes.map(
    ({ file, title, at, excerpt }) =>
      `<li><a href="${file}" dir="auto">${escapeHtml(title)}</a><p>${writtenDate(at)}${excerpt ? ` · ${escapeHtml(excerpt)}` : ''}</p></li>`,
  );
  const newer = number > 1 ? `<a href="${listName(number - 1)}">Newer</a> ` : '';
  const older = hasMore ? `<a href="${listName(number + 1)}">Older</a>` : '';
  return framed(
    { title: `Notes of ${who}`, root: '' },
    `<h1>Notes of ${escapeHtml(who)}</h1>\n${items.length > 0 ? `<ul class="list">${items.join('\n')}</ul>` : '<p>No notes yet.</p>'}\n<p class="pages">${newer}${older}</p>`,
  );
}

function listName(number: number): string {
  return number === 1 ? 'index.html' : `page-${number}.html`;
}

/** The search page, for this many parts. */
function searchPage(parts: number): string {
  return framed(
    { title: 'Search', root: '', parts, script: true },
    `<h1>Search</h1>
<label>Words, in titles, tags and texts <input type="search" autofocus></label>
<p role="status"></p>
<ul class="list"></ul>
<noscript><p>Searching needs scripts. <a href="index.html">All notes</a> are listed without.</p></noscript>`,
  );
}

const showText = textWork(import.meta.url, 'show-text', (body: string) => [body], shownMarkdown);

/** How many notes are on a page of the list, and in one script of the search. */
const [onPage, inPart] = [50, 200];
/** In characters. */
const largestJson = 4_000_000;

/**
 * A person's notes as a site that opens from disk: pages with their threads, lists, and a search without a server. It also
 * holds the notes as our JSON, in documents of a few megabytes, so that it can be imported again. However many notes there
 * are, only one list page, one part of the search and one such document are in memory.
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
  let files: ReadonlyMap<string, string> = new Map();
  const ahead = async (notes: readonly Note[]) => {
    files = await linkedFiles(redis, user.id, notes, (note) => `${fileNameOf(note)}.html`);
  };
  for await (const kept of keptNotes(redis, user.id, { ahead })) {
    const { note, comments } = kept;
    const { html, excerpt, minutes } = await showText(note.body);
    const name = `notes/${fileNameOf(note)}.html`;
    const thread = comments > 0 ? await wholeThread(redis, note.uuid, user.id) : [];
    const said = thread.map((comment) => comment.html).join('\n');
    const pictures = said === '' ? kept.pictures : new Map([...kept.pictures, ...(await picturesOf({ body: said }))]);
    const linked = files;
    const shownPage = () => sitePage({ note, html, minutes, comments: thread, files: linked }, siteUrl);
    yield { name, at: note.updatedAt, text: async () => shown.onPage(shownPage(), pictures) };
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
