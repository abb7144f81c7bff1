/* Where a Markdown text has code, found without its parser: browsers read texts too, and every write looks for links. */

/** A block that contains others: a quotation, or an item whose content is indented by `indent` columns. */
type Container = { indent: number } | 'quote';

/** The block that a line belongs to, and whether it is code. Lines of one paragraph have the same block. */
type Line = { block: number; isCode: boolean };

/** How deep blocks nest at most. The parser shows anything deeper as typed. */
const deepest = 30;

const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const quotation = /^ {0,3}> ?/;
const item = /^( {0,3}(?:[-+*]|(\d{1,9})[.)]))( +|$)(?=(.?))/;
const footnote = /^ {0,3}\[\^[^\]\s]+\]:/;
const rule = /^ {0,3}(?:(?:\* *){3,}|(?:_ *){3,}|(?:- *){3,})$/;
const heading = /^ {0,3}#{1,6}(?: |$)/;
const underline = /^ {0,3}(?:=+|-+) *$/;
const delimiters = /^ {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$/;

/** Each line of a text with its block, by the rules of CommonMark. */
function blocksOf(lines: readonly string[]): Line[] {
  let containers: Container[] = [];
  let leaf: 'none' | 'paragraph' | 'rows' | 'indented' | { sign: string; depth: number } = 'none';
  let block = 0;
  return lines.map((written) => {
    let rest = written.includes('\t') ? withSpaces(written) : written;
    let depth = 0;
    for (const container of containers) {
      const inside = within(rest, container);
      if (inside === undefined) break;
      rest = inside;
      depth += 1;
    }
    const isBlank = rest.trim() === '';
    if (typeof leaf === 'object') {
      if (depth >= leaf.depth) {
        if (rest.trimStart().startsWith(leaf.sign) && isEnd(rest, leaf.sign)) leaf = 'none';
        return { block, isCode: true };
      }
      leaf = 'none';
    }
    if (isBlank) {
      // A quotation ends with a line without its sign, and everything within it.
      if (depth < containers.length) containers = containers.slice(0, depth);
      if (leaf !== 'indented') leaf = 'none';
      block += 1;
      return { block, isCode: false };
    }
    let isOpen: boolean = depth === containers.length;
    const close = () => {
      if (!isOpen) containers = containers.slice(0, depth);
      isOpen = true;
    };
    while (depth < deepest) {
      const isParagraph = leaf === 'paragraph' || leaf === 'rows';
      if (/^ {4}/.test(rest)) {
        if (isParagraph) break;
        close();
        if (leaf !== 'indented') block += 1;
        leaf = 'indented';
        return { block, isCode: true };
      }
      const inQuote = quotation.exec(rest);
      const [marker, before = '', number, spaces = '', first = ''] = item.exec(rest) ?? [];
      const isItem =
        marker !== undefined &&
        !rule.test(rest) &&
        !(isParagraph && isOpen && depth === containers.length && (first === '' || Number(number ?? 1) !== 1));
      if (inQuote) {
        close();
        containers.push('quote');
        rest = rest.slice(inQuote[0].length);
      } else if (isItem) {
        close();
        const width = spaces.length > 4 || first === '' ? 1 : spaces.length;
        containers.push({ indent: before.length + width });
        rest = rest.slice(before.length + width);
      } else if (footnote.test(rest)) {
        close();
        containers.push({ indent: 4 });
        rest = rest.replace(footnote, '').trimStart();
      } else break;
      depth = containers.length;
      leaf = 'none';
      block += 1;
      if (rest.trim() === '') return { block, isCode: false };
    }
    const [, sign] = fence.exec(rest) ?? [];
    if (sign !== undefined) {
      close();
      leaf = { sign, depth: containers.length };
      block += 1;
      return { block, isCode: true };
    }
    const isAlone = heading.test(rest) || rule.test(rest);
    if (isAlone || (leaf === 'paragraph' && isOpen && underline.test(rest))) {
      close();
      leaf = 'none';
      block += 1;
      return { block, isCode: false };
    }
    if (leaf === 'paragraph' && isOpen && delimiters.test(rest)) leaf = 'rows';
    else if (leaf !== 'paragraph' && leaf !== 'rows') {
      close();
      leaf = 'paragraph';
      block += 1;
    } else if (leaf === 'rows') block += 1;
    return { block, isCode: false };
  });
}

/** A line without what a container puts before it; undefined if it is not within the container. */
function within(line: string, container: Container): string | undefined {
  if (container === 'quote') {
    const sign = quotation.exec(line)?.[0];
    return sign === undefined ? undefined : line.slice(sign.length);
  }
  if (line.trim() === '') return line;
  return line.slice(0, container.indent).trim() === '' ? line.slice(container.indent) : undefined;
}

function isEnd(line: string, sign: string): boolean {
  const end = line.trim();
  return !/^ {4}/.test(line) && end.split(sign.charAt(0)).join('') === '';
}

/** Spaces instead of tabs, whose stops are four columns apart. */
function withSpaces(line: string): string {
  let out = '';
  for (const character of line) out += character === '\t' ? ' '.repeat(4 - (out.length % 4)) : character;
  return out;
}

/** Whether each line of a Markdown text is in a code block, including the lines that begin and end one. */
export function codeLines(lines: readonly string[]): boolean[] {
  return blocksOf(lines).map(({ isCode }) => isCode);
}

/** The text with `change` applied to every part outside code. */
export function outsideOfCode(text: string, change: (part: string) => string): string {
  if (!/`|~~~| {4}|\t/.test(text)) return change(text);
  const lines = text.split('\n');
  const blocks = blocksOf(lines);
  const out: string[] = [];
  for (let at = 0; at < lines.length;) {
    const here = blocks[at];
    let end = at + 1;
    while (end < lines.length && blocks[end]?.block === here?.block && blocks[end]?.isCode === here?.isCode) end += 1;
    const part = lines.slice(at, end).join('\n');
    out.push(here?.isCode ? part : outsideOfSpans(part, change));
    at = end;
  }
  return out.join('\n');
}

/** A code span ends with as many backticks as it began with. Outside of one, a backslash takes the first backtick's meaning. */
function outsideOfSpans(text: string, change: (part: string) => string): string {
  const parts = text.split(/(`+)/);
  const last = new Map(parts.map((part, at) => [at % 2 === 1 ? part : '', at]));
  let out = '';
  let outside = '';
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const opener = isEscapedAfter(parts[at - 1] ?? '') ? part.slice(1) : part;
    const end = at % 2 === 1 && opener !== '' && (last.get(opener) ?? 0) > at ? parts.indexOf(opener, at + 1) : -1;
    if (end < 0) outside += part;
    else {
      out += change(outside + part.slice(opener.length)) + opener + parts.slice(at + 1, end + 1).join('');
      outside = '';
      at = end;
    }
  }
  return out + change(outside);
}

function isEscapedAfter(text: string): boolean {
  let start = text.length;
  while (text[start - 1] === '\\') start -= 1;
  return (text.length - start) % 2 === 1;
}
