import { writtenDate } from '../../../platform/model/dates.ts';
import { absoluteHtml } from '../../../feeds/model/absolute-html.ts';
import type { Note } from '../../../notes/model/note.ts';
import { paths } from '../../../platform/model/paths.ts';
import { branchesOf, commentCount, type Branch, type ThreadComment } from '../../../discussion/model/thread.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';

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

export type SiteNote = { note: Note; html: string; minutes: number; comments: ThreadComment[] };

/** A note's page with its whole thread. Links within the site that it comes from lead there. */
export function sitePage({ note, html, minutes, comments }: SiteNote, siteUrl: string): string {
  const { title, url, tags, visibility, createdAt } = note;
  const about = [states[visibility], writtenDate(note.publishedAt ?? createdAt), `${minutes} min read`].filter(Boolean);
  const link = (tag: string) => `<a href="../search.html#${encodeURIComponent(tag)}">${escapeHtml(tag)}</a>`;
  const base = siteUrl + paths.note(note);
  const thread = branchesOf(comments).map((branch) => commentItem(branch, base));
  return framed(
    { title, root: '../' },
    `<article>
<h1 dir="auto">${escapeHtml(title)}</h1>
<p class="by">${about.join(' · ')}</p>
${url === null ? '' : `<p><a href="${escapeHtml(url)}" rel="noopener">${escapeHtml(url)}</a></p>\n`}<div dir="auto">${absoluteHtml(html, base, { alone: true })}</div>
${tags.length > 0 ? `<p class="tags">Tags: ${tags.map(link).join(', ')}</p>\n` : ''}</article>
${thread.length > 0 ? `<section aria-labelledby="thread"><h2 id="thread">${commentCount(comments.length)}</h2>\n<ol class="comments">${thread.join('')}</ol></section>` : ''}`,
  );
}

function commentItem({ comment, replies }: Branch<ThreadComment>, base: string): string {
  const { author, html, createdAt, state } = comment;
  const said =
    state === 'shown' ? absoluteHtml(html, base, { alone: true }) : '<p>This comment is not there any more.</p>';
  const below = replies.map((reply) => commentItem(reply, base)).join('');
  const by = `${author ? `${escapeHtml(author.name)} · ` : ''}${writtenDate(createdAt)}`;
  return `<li><p class="comment-by">${by}</p><div dir="auto">${said}</div>${below ? `<ol class="comments">${below}</ol>` : ''}</li>`;
}

export type Listed = { file: string; title: string; at: string; excerpt: string };

/** A page of the list, numbered from 1. */
export function listPage(who: string, notes: readonly Listed[], number: number, hasMore: boolean): string {
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

export function listName(number: number): string {
  return number === 1 ? 'index.html' : `page-${number}.html`;
}

/** The page that searches in so many parts. */
export function searchPage(parts: number): string {
  return framed(
    { title: 'Search', root: '', parts, script: true },
    `<h1>Search</h1>
<label>Words, in titles, tags and texts <input type="search" autofocus></label>
<p role="status"></p>
<ul class="list"></ul>
<noscript><p>Searching needs scripts. <a href="index.html">All notes</a> are listed without.</p></noscript>`,
  );
}
