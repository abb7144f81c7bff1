import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

/** What stands above a text (`head`), and the text; or why they cannot be told apart. */
export type Parted = { ok: true; head: Record<string, unknown>; body: string } | { ok: false; why: string };

/** Keys are compared with each other: thousands of them take seconds. In characters, and lines. */
const longest = { characters: 64 * 1024, lines: 1000 };
/** Of a part that names others, which name others, millions can be made in a few lines. */
const maxAliasCount = 50;

/** Splits front matter from a text: YAML between lines `---`, TOML between lines `+++`. */
export function frontMatter(text: string): Parted {
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const match =
    /^(---)[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)(.*)$/s.exec(lines) ??
    /^(\+\+\+)[ \t]*\n(.*?)(?:^|\n)\+\+\+[ \t]*(?:\n|$)(.*)$/s.exec(lines);
  if (!match) return { ok: true, head: {}, body: lines.trim() };
  const [, sign, head = '', body = ''] = match;
  if (head.length > longest.characters) return { ok: false, why: 'The front matter is longer than 64 KB.' };
  if (head.split('\n', longest.lines + 1).length > longest.lines) {
    return { ok: false, why: `The front matter has more than ${longest.lines} lines.` };
  }
  try {
    const told: unknown = sign === '---' ? parseYaml(head, { maxAliasCount }) : plain(parseToml(head));
    return { ok: true, head: isMap(told) ? told : {}, body: body.replace(/^\n/, '').replace(/\n$/, '') };
  } catch (error) {
    if (error instanceof ReferenceError && error.message.startsWith('Excessive alias count'))
      return { ok: false, why: `The front matter repeats its own parts (&, *) more than ${maxAliasCount} times.` };
    return {
      ok: false,
      why: `The front matter between the lines ${sign} has a fault${lineOf(error)}. Correct it and bring the file again.`,
    };
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** TOML has times of its own, which are told as they are written. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)])) : value;
}

/** In the file, whose first line is that of the signs. */
function lineOf(error: unknown): string {
  const { linePos, line } = error as { linePos?: [{ line: number }]; line?: number };
  const at = linePos?.[0].line ?? line;
  return at === undefined ? '' : ` in line ${at + 1}`;
}
