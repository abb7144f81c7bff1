import { importedScheme } from '../../model/import-item.ts';

/** What programs for notes write beyond Markdown: `text` without it, and what it named. */
export type FromVault = { text: string; links: string[]; attachments: string[] };

/**
 * Markdown that everybody reads from a text with `[[links to notes]]` and `![[files]]`. Links lead to the note whose file
 * `noteOf` gives (`isPath`: they name it by the way to it); of others the words stay, and what they lead to is told
 * apart, since a note has no files here. Code is left as it is.
 */
export function fromVault(
  text: string,
  noteOf: (target: string, isPath: boolean) => string | undefined = () => undefined,
): FromVault {
  const links = new Set<string>();
  const attachments = new Set<string>();
  const wiki = (isEmbed: boolean, inner: string): string => {
    const [target = '', ...shown] = inner.split('|');
    const [name = '', ...headings] = target.trim().split('#');
    const words = shown.at(-1)?.trim() ?? '';
    const note = noteOf(name, false);
    const said = escaped(words || [name, ...headings].filter(Boolean).join(' > ').replace(/\.md$/i, ''));
    if (note !== undefined) return `[${said}](${importedLink(note)})`;
    const isFile = /\.(?!md$)[a-z0-9]{2,5}$/i.test(name);
    if (name !== '') (isFile ? attachments : links).add(name);
    // Behind a picture stands its width.
    if (isEmbed && isFile) return `*${escaped(/^\d+(x\d+)?$/.test(words) || words === '' ? name : words)}*`;
    return said;
  };
  const picture = (whole: string, alt: string, address: string): string => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return whole;
    attachments.add(readable(address));
    return `*${alt.trim() || escaped(readable(address))}*`;
  };
  const link = (whole: string, words: string, address: string): string => {
    if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(address) || !/\.[a-z0-9]{2,5}(#.*)?$/i.test(address)) return whole;
    const path = readable(address.replace(/#.*$/, ''));
    const note = noteOf(path, true);
    if (note !== undefined) return `[${words}](${importedLink(note)})`;
    links.add(path);
    return words;
  };
  const plain = (part: string) =>
    part
      .replace(/(!?)\[\[([^[\]\n]{1,500})\]\](?!\()/g, (_, sign: string, inner: string) => wiki(sign === '!', inner))
      .replace(/!\[([^[\]\n]{0,300})\]\(<?([^()\s<>]{1,1000})>?(?:[ \t]+"[^"\n]{0,300}")?\)/g, picture)
      .replace(/(?<!!)\[([^[\]\n]{1,300})\]\(<?([^()\s<>]{1,1000})>?\)/g, link);
  return { text: outsideOfCode(text, plain), links: [...links], attachments: [...attachments] };
}

/** A link to the note that another file of the import becomes, until that has an address. */
function importedLink(ref: string): string {
  return `${importedScheme}${encodeURIComponent(ref).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

function escaped(words: string): string {
  return words.replace(/[\\[\]*_`<]/g, '\\$&');
}

function readable(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Whether each line of a text stands in a block of code, the lines that begin and end one included. */
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

function outsideOfCode(text: string, change: (part: string) => string): string {
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
