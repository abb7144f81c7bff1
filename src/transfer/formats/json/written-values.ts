import { htmlText } from '../markup/html-text.ts';
import { listedTags } from '../field-values.ts';
import { fromPlain, type Markdown } from '../../model/as-markdown.ts';

/* What a field says, in whatever form a program writes it. Undefined where it is none of them. */

/** What is longer stays what it is called: a note has at most 200 KB. In characters. */
const longest = 50_000;

export function words(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

/** Words to be read, which a note has room for. Some write them as HTML. */
export function prose(value: unknown): Markdown | undefined {
  const text = words(value);
  if (text === undefined || text.length > longest) return undefined;
  return /^<[a-z][^>]*>/i.test(text) ? htmlText(text) : fromPlain(text);
}

/** An address that is not that of a copy at the program, beside which Readwise tells that of the page as its source. */
export function ownAddress(value: unknown): string | undefined {
  const url = address(value);
  return url && /^https?:\/\/(read\.)?readwise\.io\//i.test(url) ? undefined : url;
}

export function address(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value.trim()) ? value.trim() : undefined;
}

/** What a program writes for yes and no. Undefined for what is neither. */
export function flag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (['true', 'yes', 'y', '1', 'x', '✓'].includes(text)) return true;
  return ['false', 'no', 'n', '0'].includes(text) ? false : undefined;
}

export function stateOf(value: unknown) {
  const text = words(value)?.toLowerCase() ?? '';
  if (/^(archived?|read|done|finished)$/.test(text)) return 'archived';
  if (/^(unread|to ?-?read|later|new|inbox|queue)$/.test(text)) return 'toread';
  return /^(reading|in progress|started)$/.test(text) ? 'reading' : undefined;
}

/** A list of names as a text, as a list, or as an object with a value for each. */
export function listOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : listedTags(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) {
    const isByName = Object.values(value).every((each) => typeof each === 'object' && each !== null);
    return isByName ? Object.keys(value) : undefined;
  }
  const texts = value.filter((each) => !isBlank(each)).map(named);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** What is named in a list that holds something else, too. */
export function namedIn(value: unknown): string[] | undefined {
  const names = Array.isArray(value) ? value.flatMap((each) => named(each) ?? []) : [];
  return names.length > 0 ? names : undefined;
}

/** A text, or an object that has a name. */
export function named(value: unknown): string | undefined {
  return words(nameIn(value));
}

function nameIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { name, title, label, tag } = value as Record<string, unknown>;
  return name ?? title ?? label ?? tag;
}

/** What names nothing takes nothing from the others. */
export function isBlank(value: unknown): boolean {
  const name = nameIn(value);
  return value === null || (typeof name === 'string' && name.trim() === '');
}

export function foldersOf(value: unknown): string[][] | undefined {
  const folders = Array.isArray(value) ? listOf(value) : [named(value)];
  const paths = (folders ?? []).flatMap((folder) => (folder === undefined ? [] : [folderPath(folder)]));
  return paths.length > 0 ? paths : undefined;
}

/** The folders of a path that is written with slashes. */
function folderPath(written: string): string[] {
  return written
    .split(/\s*[/\\]\s*/)
    .map((name) => name.trim())
    .filter(Boolean);
}
