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
