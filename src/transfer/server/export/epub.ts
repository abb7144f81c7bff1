import { randomUUID } from 'node:crypto';
import { limits } from '../../../platform/model/limits.ts';
import { inParts } from '../../../platform/model/parts.ts';
import { writtenDate } from '../../../platform/model/dates.ts';
import { hostOf } from '../../../platform/model/url.ts';
import { readCopy } from '../../../capture/server/copies.ts';
import type { Highlight } from '../../../library/model/highlight.ts';
import { highlightsOf } from '../../../library/server/highlights.ts';
import { addressOf, mayRead } from '../../../notes/model/note-access.ts';
import type { Note } from '../../../notes/model/note.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';
import { shownMarkdown } from '../../../notes/server/markdown/markdown.ts';
import { textWork } from '../../../notes/server/markdown-work.ts';
import { readNotes } from '../../../notes/server/notes.ts';
import { shownName, type User } from '../../../people/model/user.ts';
import { readUsers } from '../../../people/server/people.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readable, wholeAddress, xhtmlOf } from './epub-text.ts';
import type { ZipFile } from './zip.ts';

const showBody = textWork(import.meta.url, 'show-body', (body: string) => [body], shownMarkdown);

/** What a book is made of: notes that its reader may read, in this order. `title` is used if there are several. */
export interface Book {
  reader: User;
  uuids: readonly string[];
  title: string;
  siteUrl: string;
  now: Date;
}

const atOnce = 20;
const text = (words: string) => escapeHtml(readable(words));

/**
 * An EPUB 3 of notes, a chapter each: the kept copy of an article, with the reader's own words before it and highlights
 * after it, or the note itself. It is made while it is sent, of as many notes as a book may have; notes that are gone, or in
 * the bin, are left out.
 */
export async function* epubFiles(
  redis: Redis,
  { reader, uuids, title, siteUrl, now }: Book,
): AsyncGenerator<ZipFile, void> {
  const at = now.toISOString();
  const file = (name: string, content: string, stored?: true): ZipFile => ({
    ...{ name, at, text: async () => content },
    ...(stored && { stored }),
  });
  yield file('mimetype', 'application/epub+zip', true);
  yield file('META-INF/container.xml', container);
  yield file('book/style.css', style);
  const chapters: { name: string; title: string; hasFormulas?: boolean }[] = [];
  for (const some of inParts(uuids, atOnce)) {
    const room = limits.export.book - chapters.length;
    if (room === 0) break;
    const notes = await readNotes(redis, some);
    const live = notes.filter((note) => note !== undefined && !('deletedAt' in note));
    const readableNotes = (live as Note[]).filter((note) => mayRead(note, reader.id)).slice(0, room);
    const authors = await readUsers(redis, [...new Set(readableNotes.map(({ authorId }) => authorId))]);
    const names = new Map(authors.flatMap((author) => (author ? [[author.id, shownName(author)]] : [])));
    for (const note of readableNotes) {
      const name = `${String(chapters.length + 1).padStart(4, '0')}.xhtml`;
      const by = names.get(note.authorId) ?? '';
      const content = await chapter(redis, note, { reader, by, siteUrl });
      chapters.push({ name, title: note.title, hasFormulas: content.includes('<math ') });
      yield file(`book/${name}`, content);
    }
  }
  if (chapters.length === 0) {
    chapters.push({ name: '0001.xhtml', title });
    yield file('book/0001.xhtml', page(title, '<p>The notes chosen for this book are gone.</p>'));
  }
  const named = chapters.length === 1 && chapters[0] ? chapters[0].title : title;
  yield file('book/contents.xhtml', contents(named, chapters));
  const id = uuids.length === 1 && uuids[0] ? uuids[0] : randomUUID();
  yield file('book/book.opf', packageOf({ id, title: named, creator: shownName(reader), at, chapters }));
}

async function chapter(
  redis: Redis,
  note: Note,
  { reader, by, siteUrl }: { reader: User; by: string; siteUrl: string },
): Promise<string> {
  const own = note.authorId === reader.id && note.url !== null;
  const [copy, highlights] = own
    ? await Promise.all([readCopy(redis, note.uuid), highlightsOf(redis, note.uuid, reader.id)])
    : [undefined, undefined];
  const base = new URL(addressOf(note), siteUrl).href;
  const words =
    note.body.trim() === '' ? '' : await xhtmlOf({ html: (await showBody(note.body)).html, base, isOurs: true });
  const article = copy ? await xhtmlOf({ html: copy.html, base: copy.url }) : '';
  const facts = copy
    ? [copy.facts.author, copy.facts.site || hostOf(copy.url), `kept on ${writtenDate(copy.at)}`]
    : [by, writtenDate(note.publishedAt ?? note.createdAt)];
  const source = note.url ?? base;
  return page(
    note.title,
    `<p class="facts">${facts.filter(Boolean).map(text).join(' · ')}<br/><a href="${text(wholeAddress(source) ?? base)}">${text(hostOf(source))}</a></p>
${article && words ? `<div class="own" dir="auto">${words}</div><hr/>` : `<div dir="auto">${words}</div>`}
${article && `<div dir="auto">${article}</div>`}
${marked(highlights ?? [])}`,
  );
}

function marked(highlights: readonly Highlight[]): string {
  if (highlights.length === 0) return '';
  const each = highlights.map(
    ({ quote, comment }) =>
      `<blockquote dir="auto"><p>${text(quote)}</p></blockquote>${comment ? `<p dir="auto">${text(comment)}</p>` : ''}`,
  );
  return `<hr/><h2>Your highlights</h2>${each.join('\n')}`;
}

function page(title: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>${text(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body><h1 dir="auto">${text(title)}</h1>
${content}
</body>
</html>
`;
}

function contents(title: string, chapters: readonly { name: string; title: string }[]): string {
  const entries = chapters.map((each) => `<li><a href="${each.name}">${text(each.title)}</a></li>`);
  return page(title, `<nav epub:type="toc"><h2>Contents</h2><ol>${entries.join('')}</ol></nav>`);
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`;

const style = `body { line-height: 1.5 } h1 { line-height: 1.2; margin: 0 0 0.5em } .facts { color: #666; margin: 0 0 2em; font-size: 0.9em }
blockquote { margin: 1em 0 1em 1em; padding-left: 1em; border-left: 2px solid #999 } pre { white-space: pre-wrap; font-size: 0.85em }
.own { font-style: italic } table { border-collapse: collapse } td, th { border: 1px solid #999; padding: 0.2em 0.5em }
`;

function packageOf(book: {
  id: string;
  title: string;
  creator: string;
  at: string;
  chapters: { name: string; hasFormulas?: boolean }[];
}): string {
  const items = book.chapters.map(
    ({ name, hasFormulas }, at) =>
      `<item id="c${at}" href="${name}" media-type="application/xhtml+xml"${hasFormulas ? ' properties="mathml"' : ''}/>`,
  );
  const spine = book.chapters.map((_, at) => `<itemref idref="c${at}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${book.id}</dc:identifier><dc:title>${text(book.title)}</dc:title><dc:language>und</dc:language>
<dc:contributor>${text(book.creator)}</dc:contributor><meta property="dcterms:modified">${book.at.slice(0, 19)}Z</meta>
</metadata>
<manifest><item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="style" href="style.css" media-type="text/css"/>
${items.join('\n')}</manifest>
<spine>${book.chapters.length > 1 ? '<itemref idref="contents"/>' : ''}${spine.join('')}</spine>
</package>
`;
}
