import { outsideOfCode } from './code-in-markdown.ts';
import { limits } from '../../platform/model/limits.ts';
import { singleSpaced } from '../../platform/model/text/words.ts';
import { normalized } from '../../platform/model/text/normal-form.ts';

/** A link between two pairs of brackets: `[[Title]]`, `[[Title#Heading]]`, `[[Title|words]]`. */
type Wikilink = {
  /** The uuid of a note, or a title key. Empty for a link to a heading of the same text. */
  target: string;
  heading: string | undefined;
  /** The text that a reader sees. */
  words: string;
};

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const isUuid = new RegExp(`^${uuid}$`, 'i');
/** The text between the brackets. Other double brackets, such as `[[1]]` or a shell test, are not links. */
const inner = String.raw`(?![\s^])(?!\d+\])[^[\]\n]{1,${limits.wikilink}}(?<!\s)`;
/** Matches a wikilink at a position. Before `(` or `[`, it is the label of an ordinary link instead. */
export const wikilinkHere = new RegExp(String.raw`\[\[(${inner})\]\](?![([])`, 'y');
const wikilinks = new RegExp(wikilinkHere.source, 'g');
const ownAddresses = new RegExp(String.raw`/note/(?:detail/|item\?uuid=)(${uuid})`, 'gi');

/** The key by which titles are compared: equal for titles that differ only in capitals and spacing. */
export function titleKey(title: string): string {
  return singleSpaced(normalized(title, 'NFKC').toLowerCase()).trim();
}

/** Parses the text between the brackets. In a table, the character before the label is written `\|`. */
export function readWikilink(written: string): Wikilink | undefined {
  const [place = '', ...label] = written.split(/\\?\|/);
  const [named = '', ...headings] = place.split('#');
  const name = singleSpaced(named).trim();
  const heading = headings.join('#').trim() || undefined;
  if (name === '' && heading === undefined) return undefined;
  const words = label.join('|').trim() || [name, heading].filter(Boolean).join(' › ');
  return { target: isUuid.test(name) ? name.toLowerCase() : titleKey(name), heading, words };
}

/**
 * The notes that a text links to, each once: uuids, and titles as `{authorId} {title key}`. A title refers to a note by
 * the same author.
 */
export function mentionsIn(body: string, authorId: string): string[] {
  if (!body.includes('[[') && !body.includes('/note/')) return [];
  const found = targetsIn(body).slice(0, limits.noteMentions.inText);
  return found.map((target) => (isUuid.test(target) ? target : titleTarget(authorId, target)));
}

/** The targets of a text's links, each once: uuids and title keys. */
export function targetsIn(body: string): string[] {
  const found = new Set<string>();
  outsideOfCode(body, (part) => {
    for (const [, written = ''] of part.matchAll(wikilinks)) {
      const target = readWikilink(written)?.target;
      if (target) found.add(target);
    }
    for (const [, named = ''] of part.matchAll(ownAddresses)) found.add(named.toLowerCase());
    return part;
  });
  return [...found];
}

/** How a link by title is stored. */
export const titleTarget = (authorId: string, key: string) => `${authorId} ${key}`;

/** The wikilink to write for a note. `isAmbiguous`: other notes have the same title. */
export function wikilinkTo({ uuid: id, title }: { uuid: string; title: string }, isAmbiguous: boolean): string {
  const isPlain = !isAmbiguous && !/[[\]|#]|^(?:\^|\d+$)/.test(title);
  return isPlain ? `[[${title}]]` : `[[${id}|${singleSpaced(title.replace(/[[\]|]/g, ' ')).trim()}]]`;
}

/**
 * How much work a text's Markdown is, counted in one pass before anything parses it: each line and mark may begin or end
 * something, and the rest is plain text, however long. Real texts stay far below the limit.
 */
export const maxMarks = 50_000;

const marks = new Set([...'\n!$&*<>[\\]_`|~@'].map((character) => character.charCodeAt(0)));
const colouredFence = /(?:```|~~~)[^\r\n`~]/;

/**
 * The maximum costs, in milliseconds, of a mark, and of a character: any, one of a script written without spaces, one of
 * code.
 */
const cost = { mark: 0.007, character: 0.0003, unspaced: 0.004, code: 0.012 };
const firstUnspaced = 0x0e00;

/** An upper estimate of the milliseconds that a processor needs to parse a text. */
export function parseCostOf(text: string): number {
  let [marked, unspaced] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= firstUnspaced) unspaced += 1;
    else if (marks.has(code)) marked += 1;
  }
  return marked * cost.mark + unspaced * cost.unspaced + text.length * cost.character;
}

/** The same to prepare it for display, which colours its code. */
export const renderCostOf = (text: string): number => parseCostOf(text) + codeIn(text) * cost.code;

/**
 * The number of characters from the first fence with a language on. Where its code ends is known only to the parser: a
 * guess could be deceived, and code that was taken for words would keep all other requests waiting.
 */
function codeIn(text: string): number {
  const start = text.search(colouredFence);
  return start < 0 ? 0 : text.length - start;
}

/** The beginning of a text with at most `max` marks, cut at a line end if possible; the whole text if it has no more. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!marks.has(text.charCodeAt(at))) continue;
    count += 1;
    if (count > max) return text.slice(0, at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1 || at);
  }
  return text;
}

/** Why a text is too complex to be a note, with the line at which the limit is reached; otherwise undefined. */
export function overBudget(text: string): string | undefined {
  const read = beginningOf(text, maxMarks);
  if (read.length === text.length) return undefined;
  const line = read.split('\n').length;
  return `By line ${line} the text has ${maxMarks} lines and signs of Markdown, as many as a note may have. Split it there.`;
}
