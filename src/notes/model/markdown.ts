import { limits } from '../../platform/model/limits.ts';
import { singleSpaced } from '../../platform/model/text/words.ts';
import { normalized } from '../../platform/model/text/normal-form.ts';

/** Whether each line of a Markdown text stands in a block of code, the lines that begin and end one included. */
export function codeLines(lines: readonly string[]): boolean[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const [, signs] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const isInside = fence !== undefined;
    if (fence === undefined) fence = signs;
    else if (signs?.startsWith(fence) && line.trim() === signs) fence = undefined;
    return isInside || signs !== undefined;
  });
}

/** The text with `change` made of each part that stands in no code. */
export function outsideOfCode(text: string, change: (part: string) => string): string {
  const lines = text.split('\n');
  const isCode = codeLines(lines);
  return lines.map((line, at) => (isCode[at] ? line : outsideOfSpans(line, change))).join('\n');
}

/** A span of code ends with as many ticks as it began with. */
function outsideOfSpans(line: string, change: (part: string) => string): string {
  const parts = line.split(/(`+)/);
  const last = new Map(parts.map((part, at) => [at % 2 === 1 ? part : '', at]));
  let out = '';
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    if (at % 2 === 0) out += change(part);
    else if ((last.get(part) ?? 0) > at) {
      const end = parts.indexOf(part, at + 1);
      out += parts.slice(at, end + 1).join('');
      at = end;
    } else out += part;
  }
  return out;
}

/** A link as people write it between two pairs of brackets: `[[Title]]`, `[[Title#Heading]]`, `[[Title|words]]`. */
type Wikilink = {
  /** The uuid of a note, or what titles are compared by. Empty where it leads to a heading of its own text. */
  target: string;
  heading: string | undefined;
  /** What a reader sees. */
  words: string;
};

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const isUuid = new RegExp(`^${uuid}$`, 'i');
/** What stands between the brackets. Text that has them for another reason, such as `[[1]]` or a test of a shell, is none. */
const inner = String.raw`(?![\s^])(?!\d+\])[^[\]\n]{1,500}(?<!\s)`;
/** Where a wikilink begins at a place of a text. Behind a label of an ordinary link stands where that leads. */
export const wikilinkHere = new RegExp(String.raw`\[\[(${inner})\]\](?![([])`, 'y');
const wikilinks = new RegExp(wikilinkHere.source, 'g');
const ownAddresses = new RegExp(String.raw`/note/(?:detail/|item\?uuid=)(${uuid})`, 'gi');

/** By what titles are compared: the same for all ways of writing one with other capitals and spaces. */
export function titleKey(title: string): string {
  return singleSpaced(normalized(title, 'NFKC').toLowerCase()).trim();
}

/** What stands between the brackets, taken apart. In a table the sign before the words is written `\|`. */
export function readWikilink(written: string): Wikilink | undefined {
  const [place = '', ...said] = written.split(/\\?\|/);
  const [named = '', ...headings] = place.split('#');
  const name = singleSpaced(named).trim();
  const heading = headings.join('#').trim() || undefined;
  if (name === '' && heading === undefined) return undefined;
  const words = said.join('|').trim() || [name, heading].filter(Boolean).join(' › ');
  return { target: isUuid.test(name) ? name.toLowerCase() : titleKey(name), heading, words };
}

/**
 * What a text links to among notes, each once: uuids, and as `{authorId} {title key}` the titles that it names. A title
 * is that of a note by the same person.
 */
export function mentionsIn(body: string, authorId: string): string[] {
  if (!body.includes('[[') && !body.includes('/note/')) return [];
  const found = targetsIn(body).slice(0, limits.noteMentions.inText);
  return found.map((target) => (isUuid.test(target) ? target : titleTarget(authorId, target)));
}

/** What the links of a text name, each once: uuids, and what titles are compared by. */
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

/** What a mention by title is kept as. */
export const titleTarget = (authorId: string, key: string) => `${authorId} ${key}`;

/** What is written to lead to a note. `isAmbiguous`: other notes have its title too. */
export function wikilinkTo({ uuid: id, title }: { uuid: string; title: string }, isAmbiguous: boolean): string {
  const isPlain = !isAmbiguous && !/[[\]|#]|^(?:\^|\d+$)/.test(title);
  return isPlain ? `[[${title}]]` : `[[${id}|${singleSpaced(title.replace(/[[\]|]/g, ' ')).trim()}]]`;
}

/**
 * How much work a text's Markdown makes, counted in one pass before anybody parses it: each line and each mark may begin or
 * end something, and what stands between them is text, however long. Nothing that people write comes near the limit.
 */
export const maxMarks = 50_000;

const marks = new Set([...'\n!$&*<>[\\]_`|~@'].map((sign) => sign.charCodeAt(0)));
const fence = /^[ >]{0,40}(?:```|~~~)/;

/** What a mark, a character, one of a script that is written without spaces, and one of code cost at most, in milliseconds. */
const cost = { mark: 0.007, character: 0.0003, unspaced: 0.004, code: 0.012 };
const firstUnspaced = 0x0e00;

/** About how many milliseconds a processor needs to make everything of a text that is shown of it, at most. */
export function workOf(text: string): number {
  let [marked, unspaced] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= firstUnspaced) unspaced += 1;
    else if (marks.has(code)) marked += 1;
  }
  return marked * cost.mark + unspaced * cost.unspaced + text.length * cost.character + codeIn(text) * cost.code;
}

/** Characters between fences. */
function codeIn(text: string): number {
  if (!text.includes('```') && !text.includes('~~~')) return 0;
  let [characters, within] = [0, false];
  for (const line of text.split('\n')) {
    if (fence.test(line)) within = !within;
    else if (within) characters += line.length;
  }
  return characters;
}

/** The beginning of a text with so many marks, in whole lines where it has any; all of a text that has no more. */
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

/** Why a text cannot be a note, with the line where there are too many marks. Undefined for any other. */
export function overBudget(text: string): string | undefined {
  const read = beginningOf(text, maxMarks);
  if (read.length === text.length) return undefined;
  const line = read.split('\n').length;
  return `By line ${line} the text has ${maxMarks} lines and signs of Markdown, as many as a note may have. Split it there.`;
}
