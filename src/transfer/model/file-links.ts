import * as z from 'zod';
import { outsideOfCode } from '../../notes/model/code-in-markdown.ts';
import { readWikilink, wikilinkHere } from '../../notes/model/markdown.ts';
import { limits } from '../../platform/model/limits.ts';
import { linkWords } from './as-markdown.ts';

/**
 * A text whose links lead to the files of other notes next to it; `links`: by each changed link, how it was written here.
 */
export type FileLinked = { text: string; links: Record<string, string> };

export const FileLinks = z.record(z.string(), z.string()).catch({});

/** How much longer front matter may become by these links, in characters: it is read up to 64 KB. */
const maxLength = 20_000;

/** All links of a text of ours together: a file of somebody else's may name one letter, and a book in its place. In characters. */
const longest = 400_000;

const wikilink = new RegExp(String.raw`(?<!\\)(!?)${wikilinkHere.source}`, 'g');
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ownAddress = new RegExp(
  String.raw`\]\(/note/(?:item\?uuid=|detail/)(${uuid})(?:/[^()\s<>#]{0,400})?(?:#([^()\s<>]{0,400}))?\)`,
  'gi',
);

/**
 * Prepares a text for a folder of Markdown files. `fileOf` returns the file name, without its ending, of the note that a link
 * names by uuid or normalised title. `[[Title]]` stays if the file has that name, which Obsidian and Logseq follow; other
 * links become relative links, which every Markdown reader follows. `restoreLinks` reverses it.
 */
export function linkToFiles(body: string, fileOf: (target: string) => string | undefined): FileLinked {
  const links = new Map<string, string>();
  let length = 0;
  const replaceBy = (whole: string, there: string): string => {
    const isKnown = links.has(there);
    if (isKnown ? links.get(there) !== whole : isFull()) return whole;
    if (!isKnown) length += whole.length + there.length;
    links.set(there, whole);
    return there;
  };
  const isFull = () => links.size >= limits.noteMentions.inText || length > maxLength;
  const text = outsideOfCode(body, (part) =>
    part
      .replace(wikilink, (whole: string, sign: string, written: string) => {
        const link = readWikilink(written);
        const file = link?.target ? fileOf(link.target) : undefined;
        if (!link || file === undefined || isSameFile(nameIn(written), file)) return whole;
        const { heading, words } = link;
        // An embedded note: relative links are not embedded everywhere.
        if (sign !== '') return replaceBy(whole, `![[${file}${heading ? `#${heading}` : ''}]]`);
        return replaceBy(whole, `[${linkWords(words)}](${addressOf(file, heading && encoded(heading))})`);
      })
      .replace(ownAddress, (whole: string, target: string, anchor: string | undefined) => {
        const file = fileOf(target.toLowerCase());
        return file === undefined ? whole : replaceBy(whole, `](${addressOf(file, anchor?.replace(/^h-/, ''))})`);
      }),
  );
  const linkMap = Object.fromEntries(links);
  // If the text itself contains such a link, the conversion cannot be reversed, so it is left out.
  return restoreLinks(text, linkMap) === body ? { text, links: linkMap } : { text: body, links: {} };
}

/** The original text of one whose links lead to files. Earlier exports changed links in code, too. */
export function restoreLinks(text: string, links: Readonly<Record<string, string>>): string {
  // Of two that begin alike, the longer one first.
  const there = Object.keys(links)
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length);
  if (there.length === 0) return text;
  const anyOf = (some: string[]) => new RegExp(some.map(literal).join('|'), 'g');
  const found = new Set<string>();
  let length = 0;
  const own = (link: string) => {
    found.add(link);
    const written = links[link] ?? link;
    length += written.length;
    return length > longest ? link : written;
  };
  const known = anyOf(there);
  const restored = outsideOfCode(text, (part) => part.replace(known, own));
  const inCode = there.filter((link) => !found.has(link));
  return inCode.length === 0 ? restored : restored.replace(anyOf(inCode), own);
}

/** An address of ours wherever it begins a word, or that of a site where a picture or link leads to. */
const shownPicture = new RegExp(
  String.raw`(?:(?<=^|[\s(<"'>]|\]:)|(?=https?:)(?<=\]\([ \t]*<?|\]:[ \t]*<?)https?://[^\s/()<>"'\\]{1,260})` +
    String.raw`/pictures/([0-9a-f]{32})-\d{2,3}\.webp(?=[\s)>"'?#]|$)`,
  'g',
);

/** The text with other addresses for its pictures outside code. Those for which `fileOf` returns undefined stay. */
export function withShownPictures(text: string, fileOf: (name: string, written: string) => string | undefined): string {
  if (!text.includes('/pictures/')) return text;
  return outsideOfCode(text, (part) =>
    part.replace(shownPicture, (written, name: string) => fileOf(name, written) ?? written),
  );
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const nameIn = (written: string) => (written.split(/\\?\|/, 1)[0] ?? '').split('#', 1)[0] ?? '';

/** Note programs find a file by its name, ignoring case. */
const isSameFile = (name: string, file: string) => name.trim().toLowerCase() === file.toLowerCase();

function addressOf(file: string, anchor: string | undefined): string {
  return `${encoded(file)}.md${anchor ? `#${anchor}` : ''}`;
}

const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
