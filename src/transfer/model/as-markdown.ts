import { limits } from '../../platform/model/limits.ts';

/**
 * The Markdown text of a note. Each reader of a format declares what a field contains: plain text, in which no character has
 * a meaning (`fromPlain`), Markdown (`fromMarkdown`), or HTML (`htmlText`).
 */
export type Markdown = string & { readonly isMarkdown: true };

export function fromMarkdown(text: string): Markdown {
  return text as Markdown;
}

/** Escapes a plain text, so that it is shown as it is written, line by line, whatever characters it has. */
export function fromPlain(text: string): Markdown {
  if (isHarmless.test(text)) return fromMarkdown(text);
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const shown = lines.map((line, at) => {
    const words = line.trimStart();
    if (words === '') return '';
    // Leading spaces would be dropped, or begin a code block.
    const before = '\u00a0'.repeat(line.slice(0, -words.length).replaceAll('\t', '    ').length);
    const shownLine = before + literalStart(literal(words));
    return lines[at + 1] ? withHardBreak(shownLine) : shownLine;
  });
  return fromMarkdown(shown.join('\n'));
}

/** A line with a hard line break. A bare address at its end is followed by a space, or the backslash would be part of it. */
export function withHardBreak(line: string): string {
  const last = line.slice(line.lastIndexOf(' ') + 1);
  return `${line}${/:\/\/|www\./i.test(last) ? ' ' : ''}\\`;
}

/** Matches text that needs no escaping, as most texts do: one line of words. */
const isHarmless = /^(?![\s>#=+-]|\d+[.)])[^\\`*_~[<&$|\n\r]*$/;

/** A bare address, up to the characters at which every bare address ends. */
const addresses = /((?:https?:\/\/|www\.)[^\s<>"`\ufdd0]+)/i;

/** Escapes words within a line, so that no character has a meaning. An address remains a link to itself. */
export function literal(text: string): string {
  const parts = text.split(addresses);
  let following = '';
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at] ?? '';
    const shown = literalSigns(part);
    // A bare address would include an escaped character after it, with its backslash.
    const isBare = at % 2 === 1 && shown === part && !/^[\\\ufdd0]/.test(following);
    const isText = at % 2 === 0;
    const literalText = isText && following.startsWith('[') ? beforeLink(shown) : shown;
    const literalPart = isText || isBare ? literalText : boundedAddress(part);
    parts[at] = literalPart;
    following = literalPart || following;
  }
  return parts.join('');
}

/** An address in angle brackets, followed by the punctuation that belongs to the sentence. Without a scheme it is not a link. */
function boundedAddress(typed: string): string {
  if (/^www/i.test(typed)) return literalSigns(typed).replace(/(?<=www)\.|:(?=\/\/)/gi, '\\$&');
  let end = typed.length;
  while (/[^\p{L}\p{N}/#=%+-]/u.test(typed.charAt(end - 1))) end -= 1;
  if (typed[end] === ')' && typed.slice(0, end).includes('(')) end += 1;
  const address = typed.slice(0, end);
  // Within angle brackets nothing can be escaped, and a dollar sign there would end a formula.
  const link = address.includes('$') ? `[${linkWords(address)}](${targetOf(address)})` : `<${address}>`;
  return link + literalSigns(typed.slice(end));
}

/** A line before a link, whose exclamation mark would make a picture of it. */
export function beforeLink(line: string): string {
  return line.endsWith('!') ? `${line.slice(0, -1)}\\!` : line;
}

/** Escapes the characters that have a meaning within a line, whatever surrounds the text. */
export function literalSigns(text: string): string {
  return text.replace(signs, '\\$&');
}

/**
 * Characters that may begin emphasis, code, a link, a tag or an entity, or end a formula. Underscores within words, stars
 * between spaces and dollar signs before prices do not.
 */
const signs =
  /[`~[]|\\(?=[!-/:-@[-`{-~]|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<!\s)\*|\*(?!\s)|<(?=[a-z/!?]|[^\s<]*@|$)|&(?=#?[a-z\d]{1,31};|$)|(?<!\s)\$(?!\d)|!(?=\ufdd0)/giu;

/** Escapes what would make a line, whose other characters are escaped already, a heading, a list, a table or the like. */
export function literalStart(line: string): string {
  return line
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
    .replace(/^(?=#{1,6}(?:\s|$)|>|[-+](?:\s|$)|=+\s*$|(?=[|:\s]*-)[|:\s-]+$)/, '\\');
}

/** Takes the first line of an untitled text as its title. The text keeps that line if it is too long for a title. */
export function firstLine(text: string): { title: string; body: string } {
  const [line = ''] = text.trimStart().split(/\r\n?|\n/, 1);
  const title = line.trim();
  return title.length > limits.title.max
    ? { title, body: text }
    : { title, body: text.trimStart().slice(line.length).trim() };
}

/** A line of Markdown without the `#` characters of a heading. */
export function headingWords(line: string): string {
  return line.replace(/^#+\s+/, '');
}

/** Removes the backslashes before escaped characters. */
export function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~]|$)/gm, '$1');
}

/** A text as a block quotation; empty for an empty text. */
export function blockQuote(text: Markdown): Markdown {
  const lines = text.trim().split(/\r\n?|\n/);
  return fromMarkdown(text.trim() && lines.map((line) => `> ${line}`.trimEnd()).join('\n'));
}

/** Joins texts as paragraphs. */
export function paragraphs(...parts: (Markdown | undefined)[]): Markdown {
  const texts = parts.map((part) => part?.trim() ?? '').filter(Boolean);
  return fromMarkdown(texts.join('\n\n'));
}

/** A link to `href` with these words, which may contain any characters. */
export function linkTo(href: string, words: string): Markdown {
  const label = words.replace(/\s+/g, ' ').trim();
  if (href.trim() === '') return fromPlain(label);
  return fromMarkdown(`[${linkWords(label || href.trim())}](${targetOf(href)})`);
}

/** Escapes the words of a link; a circumflex at their start would make a footnote of them. */
export function linkWords(text: string): string {
  return literalSigns(text).replaceAll(']', '\\]').replace(/^\^/, '\\^');
}

/** Escapes the address of a link. A dollar sign there would end a formula that an earlier one begins. */
export function targetOf(href: string): string {
  const address = href.trim().replace(/\s+/g, '%20').replaceAll('$', '&#36;');
  if (!/[()<>\\]/.test(address)) return address;
  return `<${address.replace(/[<>\\]/g, (sign) => encodeURIComponent(sign))}>`;
}
