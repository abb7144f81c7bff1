import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

/**
 * The front matter (`head`) and the text; or why they cannot be separated. `unread`: what of a front matter with a mistake
 * could not be read, as an imported field, and a sentence about it.
 */
type Parted =
  | { ok: true; head: Fields; body: string; unread?: { fields: Record<string, string>; says: string } }
  | { ok: false; why: string };
type Fields = Record<string, unknown>;

/** The limits of front matter: its keys are compared with each other, so thousands take seconds. */
const maxHead = { characters: 64 * 1024, lines: 1000 };
/** The limit of YAML aliases: a few lines with nested aliases can expand to millions of values. */
const maxAliasCount = 50;
/** The most that is kept of front matter that cannot be read. In characters. */
const maxUnread = 4000;

/** Splits front matter from a text: YAML between lines `---`, TOML between lines `+++`. */
export function frontMatter(text: string): Parted {
  const lines = text.replace(/^\ufeff/, '');
  const match =
    /^(---)[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)(.*)$/s.exec(lines) ??
    /^(\+\+\+)[ \t]*\n(.*?)(?:^|\n)\+\+\+[ \t]*(?:\n|$)(.*)$/s.exec(lines);
  if (!match) return { ok: true, head: {}, body: lines.trim() };
  const [, fence, head = '', body = ''] = match;
  if (head.length > maxHead.characters) return { ok: false, why: 'The front matter is longer than 64 KB.' };
  if (head.split('\n', maxHead.lines + 1).length > maxHead.lines) {
    return { ok: false, why: `The front matter has more than ${maxHead.lines} lines.` };
  }
  const below = body.replace(/^\n/, '').replace(/\n$/, '');
  try {
    const fields: unknown = fence === '---' ? yaml(head) : plain(parseToml(head));
    if (isMap(fields)) return { ok: true, head: fields, body: below };
    // Words between two rules are no front matter, but part of the text.
    return { ok: true, head: {}, body: fields === null ? below : lines.trim() };
  } catch (error) {
    if (error instanceof ReferenceError && error.message.startsWith('Excessive alias count'))
      return { ok: false, why: `The front matter repeats its own parts (&, *) more than ${maxAliasCount} times.` };
    const { fields, rest } = fence === '---' ? readEntries(head) : { fields: {}, rest: head };
    const where = `The front matter between the lines ${fence} has a mistake${lineOf(error)}`;
    if (rest.length > maxUnread) return { ok: false, why: `${where}. Correct it and import the file again.` };
    const says =
      rest === '' ? `${where}, which was read as text.` : `${where}. What couldn’t be read is kept as it is.`;
    return {
      ok: true,
      head: fields,
      body: below,
      unread: { fields: rest === '' ? {} : { 'front matter': rest }, says },
    };
  }
}

const yaml = (text: string): unknown => parseYaml(text, { maxAliasCount, logLevel: 'error' });

/**
 * YAML with a mistake, entry by entry: the value of one on a single line, such as `title: Notes: part 2`, is text if it is
 * nothing else. `rest`: what could not be read, and entries whose name another one has.
 */
function readEntries(head: string): { fields: Fields; rest: string } {
  const fields = new Map<string, unknown>();
  const rest: string[] = [];
  for (const entry of head.split(/\n(?=[^\s#\-\]}])/)) {
    const read = entryIn(entry);
    const isNew = read && Object.keys(read).every((name) => !fields.has(name));
    if (isNew) for (const [name, value] of Object.entries(read)) fields.set(name, value);
    else if (entry.trim() !== '') rest.push(entry);
  }
  return { fields: Object.fromEntries(fields), rest: rest.join('\n') };
}

function entryIn(entry: string): Fields | undefined {
  try {
    const value = yaml(entry);
    if (isMap(value)) return value;
  } catch {
    const [, name, text] = /^([\w-][\w -]{0,60}): +(.{1,500})$/.exec(entry.trimEnd()) ?? [];
    if (name !== undefined && text !== undefined) return { [name]: text.trim() };
  }
  return undefined;
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** TOML has its own date values, which become texts. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)])) : value;
}

/** The line of an error in the file, whose first line is the delimiter. */
function lineOf(error: unknown): string {
  const { linePos, line } = error as { linePos?: [{ line: number }]; line?: number };
  const at = linePos?.[0].line ?? line;
  return at === undefined ? '' : ` in line ${at + 1}`;
}
