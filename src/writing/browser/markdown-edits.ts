/** A text with what is selected in it, as a text field has it. */
export type Edited = { text: string; from: number; to: number };

export type MarkdownEdit = 'bold' | 'italic' | 'code' | 'link' | 'quote' | 'list';

const marks = { bold: '**', italic: '*', code: '`' } as const;
const starts = { quote: '> ', list: '- ' } as const;

/** What a button or a shortcut makes of the text. Doing the same again takes it back. */
export function markdownEdit(edit: MarkdownEdit, now: Edited): Edited {
  if (edit === 'link') return linked(now, 'https://');
  if (edit === 'quote' || edit === 'list') return linesBeginning(starts[edit], now);
  return wrapped(marks[edit], now);
}

/** The selected words as a link to `url`; undefined where nothing is selected, or `pasted` is no address. */
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

/** The title that is being typed after `[[`, before the caret. */
export function titleBegun({ text, from, to }: Edited): string | undefined {
  if (from !== to) return undefined;
  return /\[\[([^[\]|#\n]{0,100})$/.exec(text.slice(Math.max(0, from - 102), from))?.[1];
}

/** The text with this link in the place of what was begun, and of the brackets that close it already. */
export function withTitle({ text, from }: Edited, link: string): Edited {
  const start = text.lastIndexOf('[[', from);
  const after = text.slice(from).replace(/^\]\]/, '');
  const end = start + link.length;
  return { text: text.slice(0, start) + link + after, from: end, to: end };
}

/** A bracket that nothing closes would end the address. */
const escaped = (url: string) => url.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));

function wrapped(mark: string, { text, from, to }: Edited): Edited {
  const [before, selected, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
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

function linked({ text, from, to }: Edited, url: string): Edited {
  const selected = text.slice(from, to);
  const start = from + selected.length + 3;
  return { text: `${text.slice(0, from)}[${selected}](${url})${text.slice(to)}`, from: start, to: start + url.length };
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

/** What of `before` changes, from `start` to `end`, and what stands between them in `after`. */
export function differenceOf(before: string, after: string): { start: number; end: number; between: string } {
  const max = Math.min(before.length, after.length);
  let start = 0;
  while (start < max && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < max - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { start, end: before.length - same, between: after.slice(start, after.length - same) };
}
