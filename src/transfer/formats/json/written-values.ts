import { htmlText } from '../markup/html-text.ts';
import { listedTags, splitTags } from '../field-values.ts';
import { fromPlain, type Markdown } from '../../model/as-markdown.ts';

/* Readers of values in the various forms in which programs write them. Undefined for any other form. */

/** A longer text is kept with the other fields: a note has at most 200 KB. In characters. */
const longest = 50_000;

export function trimmedText(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

/** A text that fits into a note. Some programs write HTML. */
export function markdownFrom(value: unknown): Markdown | undefined {
  const text = trimmedText(value);
  if (text === undefined || text.length > longest) return undefined;
  return /^<[a-z][^>]*>/i.test(text) ? htmlText(text) : fromPlain(text);
}

/** An address, unless it is that of Readwise's copy, next to which the source is that of the page. */
export function ownAddress(value: unknown): string | undefined {
  const url = address(value);
  return url && /^https?:\/\/(read\.)?readwise\.io\//i.test(url) ? undefined : url;
}

export function address(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value.trim()) ? value.trim() : undefined;
}

/** A yes or no, as programs write it; undefined for anything else. */
export function booleanFrom(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (['true', 'yes', 'y', '1', 'x', '✓'].includes(text)) return true;
  return ['false', 'no', 'n', '0'].includes(text) ? false : undefined;
}

export function stateOf(value: unknown) {
  const text = trimmedText(value)?.toLowerCase() ?? '';
  if (/^(archived?|read|done|finished)$/.test(text)) return 'archived';
  if (/^(unread|to ?-?read|later|new|inbox|queue)$/.test(text)) return 'toread';
  return /^(reading|in progress|started)$/.test(text) ? 'reading' : undefined;
}

/** A list of names, as a text, a list, or an object with a value for each. */
export function listOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') {
    if (value.trim() === '') return undefined;
    return value.includes(',') || !/[;|]/.test(value) ? listedTags(value) : splitTags(value, /[;|]/);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) {
    const isByName = Object.values(value).every((each) => typeof each === 'object' && each !== null);
    return isByName ? Object.keys(value) : undefined;
  }
  const texts = value.filter((each) => !isBlank(each)).map(textOrName);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The names in a list that also has other elements. */
export function namesFrom(value: unknown): string[] | undefined {
  const names = Array.isArray(value) ? value.flatMap((each) => textOrName(each) ?? []) : [];
  return names.length > 0 ? names : undefined;
}

/** A text, or the name of an object. */
export function textOrName(value: unknown): string | undefined {
  return trimmedText(nameIn(value));
}

function nameIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { name, title, label, tag } = value as Record<string, unknown>;
  return name ?? title ?? label ?? tag;
}

/** Whether a value has an empty name, which is ignored. */
export function isBlank(value: unknown): boolean {
  const name = nameIn(value);
  return value === null || (typeof name === 'string' && name.trim() === '');
}

export function foldersOf(value: unknown): string[][] | undefined {
  const folders = Array.isArray(value) ? listOf(value) : [textOrName(value)];
  const paths = (folders ?? []).flatMap((folder) => (folder === undefined ? [] : [folderPath(folder)]));
  return paths.length > 0 ? paths : undefined;
}

/** The folders of a path with slashes. */
function folderPath(written: string): string[] {
  return written
    .split(/\s*[/\\]\s*/)
    .map((name) => name.trim())
    .filter(Boolean);
}
