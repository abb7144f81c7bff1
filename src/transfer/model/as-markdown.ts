import { limits } from '../../platform/model/limits.ts';

/**
 * A text as it stands in a note. Each reader of a format says of a field what it is: plain, in which no sign means
 * anything (`fromPlain`), Markdown already (`fromMarkdown`), or HTML (`htmlText`).
 */
export type Markdown = string & { readonly isMarkdown: true };

export function fromMarkdown(text: string): Markdown {
  return text as Markdown;
}

/** A text that is shown as it is written, line by line, whatever signs are in it. */
export function fromPlain(text: string): Markdown {
  if (isHarmless.test(text)) return fromMarkdown(text);
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const shown = lines.map((line, at) => {
    const words = line.trimStart();
    if (words === '') return '';
    // Spaces before a line would begin a block of code, or go.
    const before = '\u00a0'.repeat(line.slice(0, -words.length).replaceAll('\t', '    ').length);
    const shownLine = before + literalStart(literal(words));
    return lines[at + 1] ? broken(shownLine) : shownLine;
  });
  return fromMarkdown(shown.join('\n'));
}

/** A line that ends where the next one begins. An address would go on to the sign of that. */
export function broken(line: string): string {
  const last = line.slice(line.lastIndexOf(' ') + 1);
  return `${line}${/:\/\/|www\./i.test(last) ? ' ' : ''}\\`;
}

/** Most texts are one line of words. */
const isHarmless = /^(?![\s>#=+-]|\d+[.)])[^\\`*_~[<&$|\n\r]*$/;

/** The next word of an address, up to where one that is bare ends in any case. */
const addresses = /((?:https?:\/\/|www\.)[^\s<>"`\ufdd0]+)/i;

/** Words in the midst of a line, of which no sign means anything. An address stays a link to what it says. */
export function literal(text: string): string {
  const parts = text.split(addresses);
  let behind = '';
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at] ?? '';
    const shown = literalSigns(part);
    // A sign that is escaped would be part of the bare address, and so would its backslash.
    const isBare = at % 2 === 1 && shown === part && !/^[\\\ufdd0]/.test(behind);
    const said = at % 2 === 0 || isBare ? shown : boundedAddress(part);
    parts[at] = said;
    behind = said || behind;
  }
  return parts.join('');
}

/** An address between the signs of one, and what of it belongs to the sentence. One without a scheme is no link. */
function boundedAddress(typed: string): string {
  if (/^www/i.test(typed)) return literalSigns(typed).replace(/(?<=www)\.|:(?=\/\/)/gi, '\\$&');
  let end = typed.length;
  while (/[^\p{L}\p{N}/#=%+-]/u.test(typed.charAt(end - 1))) end -= 1;
  if (typed[end] === ')' && typed.slice(0, end).includes('(')) end += 1;
  return `<${typed.slice(0, end)}>${literalSigns(typed.slice(end))}`;
}

/** The signs of words, where it is not known what stands around them. */
export function literalSigns(text: string): string {
  return text.replace(signs, '\\$&');
}

/**
 * What begins emphasis, code, a link, a tag, an entity or the end of a formula. A line within words is none, nor is a star
 * between spaces, or a dollar sign before a price.
 */
const signs =
  /[`~[]|\\(?=[!-/:-@[-`{-~]|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<!\s)\*|\*(?!\s)|<(?=[a-z/!?]|$)|&(?=#?[a-z\d]{1,31};|$)|(?<!\s)\$(?!\d)/giu;

/** The beginning of a line, whose signs are escaped already, without what would make more of it: a heading, a list, a table. */
export function literalStart(line: string): string {
  return line
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
    .replace(/^(?=#{1,6}(?:\s|$)|>|[-+](?:\s|$)|=+\s*$|(?=[|:\s]*-)[|:\s-]+$)/, '\\');
}

/** A text without a title of its own: its first line is that, and stays in the text where it is no mere title. */
export function firstLine(text: string): { title: string; body: string } {
  const [line = ''] = text.trimStart().split(/\r\n?|\n/, 1);
  const title = line.trim();
  return title.length > limits.title.max
    ? { title, body: text }
    : { title, body: text.trimStart().slice(line.length).trim() };
}

/** A line of Markdown without the sign of a heading. */
export function headingWords(line: string): string {
  return line.replace(/^#+\s+/, '');
}

/** A text without the signs that keep others of it from meaning something. */
export function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~]|$)/gm, '$1');
}

/** A passage of somebody else's. Empty where it says nothing. */
export function quotation(text: Markdown): Markdown {
  const lines = text.trim().split(/\r\n?|\n/);
  return fromMarkdown(text.trim() && lines.map((line) => `> ${line}`.trimEnd()).join('\n'));
}

/** What belongs to one text, paragraph after paragraph. */
export function paragraphs(...parts: (Markdown | undefined)[]): Markdown {
  const said = parts.map((part) => part?.trim() ?? '').filter(Boolean);
  return fromMarkdown(said.join('\n\n'));
}

/** A link which leads to `href` and says `words`, with any signs in them. */
export function linkTo(href: string, words: string): Markdown {
  const said = words.replace(/\s+/g, ' ').trim();
  if (href.trim() === '') return fromPlain(said);
  return fromMarkdown(`[${linkWords(said || href.trim())}](${targetOf(href)})`);
}

/** Words within the brackets of a link. */
export function linkWords(text: string): string {
  return literalSigns(text).replaceAll(']', '\\]');
}

/** An address as it stands in a link. */
export function targetOf(href: string): string {
  const address = href.trim().replace(/\s+/g, '%20');
  if (!/[()<>\\]/.test(address)) return address;
  return `<${address.replace(/[<>\\]/g, (sign) => encodeURIComponent(sign))}>`;
}
