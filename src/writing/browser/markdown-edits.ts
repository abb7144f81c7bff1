/** A text and its selection, as in a text field. */
export type Edited = { text: string; from: number; to: number };

export type MarkdownEdit = 'bold' | 'italic' | 'heading' | 'quote' | 'list' | 'code' | 'link' | 'table';

/** The result of a formatting button or shortcut. Repeating it undoes it, unless it inserts something. */
export function markdownEdit(edit: MarkdownEdit, now: Edited): Edited {
  switch (edit) {
    case 'bold':
      return wrapped('**', now);
    case 'italic':
      return wrapped('*', now);
    case 'code':
      return now.text.slice(now.from, now.to).includes('\n') ? fenced(now) : wrapped('`', now);
    case 'heading':
      return linesBeginning('## ', now);
    case 'quote':
      return linesBeginning('> ', now);
    case 'list':
      return linesBeginning('- ', now);
    case 'link':
      return linked(now, 'https://');
    case 'table':
      return asBlock(now, table, 'First');
  }
}

const table = '| First | Second |\n| ----- | ------ |\n|       |        |';

const item = /^([ \t]*(?:>[ \t]?)*[ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?/;

/** Continues a list when Enter is pressed: adds the next item, or ends the list at an empty one. Undefined outside lists. */
export function continuedList({ text, from, to }: Edited): Edited | undefined {
  if (from !== to) return undefined;
  const first = text.lastIndexOf('\n', from - 1) + 1;
  const begun = item.exec(text.slice(first, from));
  if (!begun) return undefined;
  const [start, indent = '', bullet, number, delimiter = '', space = '', box] = begun;
  const next = text.indexOf('\n', from);
  const rest = text.slice(first + start.length, next < 0 ? text.length : next);
  if (rest.trim() === '')
    return { text: text.slice(0, first) + text.slice(first + start.length), from: first, to: first };
  const put = `\n${indent}${bullet ?? `${Number(number) + 1}${delimiter}`}${space}${box ? '[ ] ' : ''}`;
  return { text: text.slice(0, from) + put + text.slice(from), from: from + put.length, to: from + put.length };
}

/** Turns the selection into a link to `url`; undefined if nothing is selected or `pasted` is not an address. */
export function pastedLink(now: Edited, pasted: string): Edited | undefined {
  const url = pasted.trim();
  const selected = now.text.slice(now.from, now.to);
  if (!/^https?:\/\/\S+$/i.test(url) || !selected.trim() || selected.includes('\n')) return undefined;
  if (/^https?:\/\/\S+$/i.test(selected.trim())) return undefined;
  const link = `[${selected}](${escaped(url)})`;
  return {
    text: now.text.slice(0, now.from) + link + now.text.slice(now.to),
    from: now.from + link.length,
    to: now.from + link.length,
  };
}

/** Inserts a picture after the selection, with the caret after it, so that another picture can follow. */
export function withPicture({ text, to }: Edited, file: string, address: string): Edited {
  const words = file.replace(/\.[a-z]+$/i, '').replace(/[\\[\]]/g, '\\$&');
  const picture = `![${words}](${address})`;
  const end = to + picture.length;
  return { text: text.slice(0, to) + picture + text.slice(to), from: end, to: end };
}

/**
 * Replaces the placeholder address `waiting` of a picture when it has been uploaded, or removes the picture if that failed.
 * The selection is kept; if the picture was deleted meanwhile, nothing changes.
 */
export function withPictureSent({ text, from, to }: Edited, waiting: string, address?: string): Edited {
  // The pattern cannot match across brackets, so it reads each character only once.
  const found = [...text.matchAll(/!?\[(?:\\.|[^[\]\\])*\]\(([^()\s]*)\)/g)].find(([, put]) => put === waiting);
  if (!found) return { text, from, to };
  const end = found.index + found[0].length;
  const [start, stop] = address === undefined ? [found.index, end] : [end - 1 - waiting.length, end - 1];
  const put = address ?? '';
  const moved = (place: number) =>
    place <= start ? place : Math.max(start + put.length, place + put.length - (stop - start));
  return { text: text.slice(0, start) + put + text.slice(stop), from: moved(from), to: moved(to) };
}

/** The title that is being typed between `[[` and the caret. */
export function titleBegun({ text, from, to }: Edited): string | undefined {
  if (from !== to) return undefined;
  return /\[\[([^[\]|#\n]{0,100})$/.exec(text.slice(Math.max(0, from - 102), from))?.[1];
}

/** Replaces the title that is being typed, and any closing brackets, by this link. */
export function withTitle({ text, from }: Edited, link: string): Edited {
  const start = text.lastIndexOf('[[', from);
  const after = text.slice(from).replace(/^\]\]/, '');
  const end = start + link.length;
  return { text: text.slice(0, start) + link + after, from: end, to: end };
}

/** Escapes brackets, since an unbalanced one would end the address. */
const escaped = (url: string) => url.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));

function wrapped(mark: string, { text, from, to }: Edited): Edited {
  const [before, selected, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  if (from === to && endsHere(mark, before, after)) return { text, from: from + mark.length, to: to + mark.length };
  if (before.endsWith(mark) && after.startsWith(mark)) {
    const start = from - mark.length;
    return {
      text: before.slice(0, start) + selected + after.slice(mark.length),
      from: start,
      to: start + selected.length,
    };
  }
  return { text: before + mark + selected + mark + after, from: from + mark.length, to: to + mark.length };
}

/** Whether the caret is at the end of the words in this mark, so that the same key moves it behind the closing mark. */
function endsHere(mark: string, before: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1).replace(item, '');
  // Two asterisks are not a mark of italics.
  const [begun, rest] = mark === '*' ? [line, after].map((part) => part.replaceAll('**', '')) : [line, after];
  return !before.endsWith(mark) && (begun ?? '').split(mark).length % 2 === 0 && (rest ?? '').startsWith(mark);
}

function linked({ text, from, to }: Edited, url: string): Edited {
  const selected = text.slice(from, to);
  const start = from + selected.length + 3;
  return {
    text: `${text.slice(0, from)}[${selected}](${url})${text.slice(to)}`,
    from: start,
    to: start + url.length,
  };
}

function fenced(now: Edited): Edited {
  const selected = now.text.slice(now.from, now.to).replace(/^\n|\n$/g, '');
  return asBlock(now, `\`\`\`\n${selected}\n\`\`\``, selected);
}

/** Replaces the selection by a block between empty lines, and selects the first `chosen` in it. */
function asBlock({ text, from, to }: Edited, block: string, chosen: string): Edited {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const above = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const below = after === '' || after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  const start = from + above.length + block.indexOf(chosen);
  return { text: before + above + block + below + after, from: start, to: start + chosen.length };
}

function linesBeginning(start: string, { text, from, to }: Edited): Edited {
  const first = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const last = next < 0 ? text.length : next;
  const lines = text.slice(first, last).split('\n');
  const done = lines.every((line) => line.startsWith(start));
  const changed = lines.map((line) => (done ? line.slice(start.length) : start + line)).join('\n');
  return { text: text.slice(0, first) + changed + text.slice(last), from: first, to: first + changed.length };
}

/** The range of `before` that differs, from `start` to `end`, and what `after` has there. */
export function differenceOf(before: string, after: string): { start: number; end: number; between: string } {
  const max = Math.min(before.length, after.length);
  let start = 0;
  while (start < max && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < max - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { start, end: before.length - same, between: after.slice(start, after.length - same) };
}
