const earliest = Date.parse('1990-01-01');

/**
 * The moment that a program wrote: seconds, milliseconds or microseconds since 1970, or a written date. ISO 8601 in
 * UTC; undefined for what is none, or lies before the web or in the future.
 */
export function moment(written: unknown, now = Date.now()): string | undefined {
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const text = String(written).trim();
  if (!/\d{4}/.test(text)) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? inMilliseconds(Number(text)) : Date.parse(isoLike(text));
  if (Number.isNaN(ms) || ms < earliest || ms > now + 24 * 3_600_000) return undefined;
  return new Date(Math.min(ms, now)).toISOString();
}

/** How programs write that there is no date. */
export function isNoMoment(written: unknown): boolean {
  if (typeof written === 'object') return written === null;
  if (typeof written !== 'string' && typeof written !== 'number') return true;
  return /^(-?[01]|null|none|never|n\/a|0{4}-0{2}-0{2}\b.*|(1970-01-01|0001-01-01)\b.*|)$/i.test(
    String(written).trim(),
  );
}

function inMilliseconds(number: number): number {
  if (number < 1e11) return Math.floor(number) * 1000;
  return Math.floor(number < 1e14 ? number : number / 1000);
}

/** `2016-09-08T11:55:58+0200` and `2024-01-02 03:04:05` are not what every engine reads. */
function isoLike(text: string): string {
  return text
    .replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2')
    .replace(/ ?([+-]\d{2})(\d{2})$/, '$1:$2')
    .replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)$/, '$1Z');
}

/** Lists of tags as programs write them: `a,b`, or separated by another sign. */
export function splitTags(text: string | undefined, separator: string | RegExp = ','): string[] {
  return (text ?? '')
    .split(separator)
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** The texts of a list as Python or JSON writes it: `['a', "it's"]`; separated by commas where there are no quotes. */
export function listedTags(text: string | undefined): string[] {
  // A list of all the tags that a note can have is far shorter; an open quotation mark is looked for from each place.
  const inner = (text ?? '')
    .slice(0, 5000)
    .trim()
    .replace(/^\[|\]$/g, '');
  const quoted = [...inner.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)];
  if (quoted.length === 0) return splitTags(inner);
  return quoted.map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1').trim()).filter(Boolean);
}

/** A passage of somebody else's, as Markdown. */
export function quotation(text: string): string {
  return text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** What belongs to one text, paragraph after paragraph. */
export function paragraphs(...parts: (string | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? '')
    .filter(Boolean)
    .join('\n\n');
}

/** How many files of a note are named in its line of the report. */
const namedFiles = 10;

/** The files that hang on a note and stay behind, as its line of the report names them. */
export function filesAside(names: readonly string[]): string[] {
  const more = names.length - namedFiles;
  const named = names.slice(0, namedFiles).map((name) => `the file ${name.slice(-100)}`);
  return more > 0 ? [...named, `${more} more files`] : named;
}

/** A link as Markdown, which leads to `href` and says `words`, whatever is in them. */
export function linkTo(href: string, words: string): string {
  const said = words.replace(/\s+/g, ' ').trim();
  if (href.trim() === '') return said;
  return `[${(said || href.trim()).replace(/[\\[\]]/g, '\\$&')}](${targetOf(href)})`;
}

/** An address as it stands in a link. */
export function targetOf(href: string): string {
  const address = href.trim().replace(/\s+/g, '%20');
  if (!/[()<>\\]/.test(address)) return address;
  return `<${address.replace(/[<>\\]/g, (sign) => encodeURIComponent(sign))}>`;
}
