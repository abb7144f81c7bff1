import { z } from 'zod';
import { outsideOfCode, readWikilink, wikilinkHere } from '../../notes/model/markdown.ts';
import { limits } from '../../platform/model/limits.ts';
import { linkWords } from './as-markdown.ts';

/**
 * A text whose links lead to the files of notes that lie beside it, and how those were written here that are written
 * otherwise there: `links`, from the one to the other.
 */
export type FileLinked = { text: string; links: Record<string, string> };

export const FileLinks = z.record(z.string(), z.string()).catch({});

/** What stands above a text is read up to 64 KB. In characters. */
const most = 20_000;

const wikilink = new RegExp(String.raw`(?<!\\)(!?)${wikilinkHere.source}`, 'g');
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ownAddress = new RegExp(
  String.raw`\]\(/note/(?:item\?uuid=|detail/)(${uuid})(?:/[^()\s<>#]{0,400})?(?:#([^()\s<>]{0,400}))?\)`,
  'gi',
);

/**
 * A text of ours for a folder of Markdown files. `fileOf` gives the file, without its ending, of the note that a link
 * names by uuid or by what titles are compared by. `[[Title]]` stays where the file has that name, which Obsidian and
 * Logseq follow; other links become relative ones, which every reader of Markdown follows. `inOwnWords` gives the text again.
 */
export function fileLinked(body: string, fileOf: (target: string) => string | undefined): FileLinked {
  const links = new Map<string, string>();
  let length = 0;
  const instead = (whole: string, there: string): string => {
    const isKnown = links.has(there);
    if (isKnown ? links.get(there) !== whole : isFull()) return whole;
    if (!isKnown) length += whole.length + there.length;
    links.set(there, whole);
    return there;
  };
  const isFull = () => links.size >= limits.noteMentions.inText || length > most;
  const text = outsideOfCode(body, (part) =>
    part
      .replace(wikilink, (whole: string, sign: string, written: string) => {
        const link = readWikilink(written);
        const file = link?.target ? fileOf(link.target) : undefined;
        if (!link || file === undefined || isSameFile(nameIn(written), file)) return whole;
        const { heading, words } = link;
        // Shown within the text, which relative links are not everywhere.
        if (sign !== '') return instead(whole, `![[${file}${heading ? `#${heading}` : ''}]]`);
        return instead(whole, `[${linkWords(words)}](${addressOf(file, heading && encoded(heading))})`);
      })
      .replace(ownAddress, (whole: string, target: string, anchor: string | undefined) => {
        const file = fileOf(target.toLowerCase());
        return file === undefined ? whole : instead(whole, `](${addressOf(file, anchor?.replace(/^h-/, ''))})`);
      }),
  );
  const told = Object.fromEntries(links);
  // What somebody wrote in the same way would come back as something else.
  return inOwnWords(text, told) === body ? { text, links: told } : { text: body, links: {} };
}

/** The text as it was here, from one whose links lead to files. */
export function inOwnWords(text: string, links: Readonly<Record<string, string>>): string {
  const there = Object.keys(links).filter(Boolean);
  if (there.length === 0) return text;
  // The longer of two that begin alike.
  const any = there.toSorted((one, other) => other.length - one.length).map(literal);
  const known = new RegExp(any.join('|'), 'g');
  return outsideOfCode(text, (part) => part.replace(known, (link) => links[link] ?? link));
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const nameIn = (written: string) => (written.split(/\\?\|/, 1)[0] ?? '').split('#', 1)[0] ?? '';

/** Programs for notes find a file by its name, whatever its capitals. */
const isSameFile = (name: string, file: string) => name.trim().toLowerCase() === file.toLowerCase();

function addressOf(file: string, anchor: string | undefined): string {
  return `${encoded(file)}.md${anchor ? `#${anchor}` : ''}`;
}

const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
