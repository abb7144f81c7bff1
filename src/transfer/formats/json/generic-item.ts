import { htmlText } from '../markup/html-tokens.ts';
import { listedTags, paragraphs, quotation, moment, importedFrom } from '../field-values.ts';
import type { Told } from '../file.ts';
import { marked, type Marked } from '../documents/marked.ts';
import { z } from 'zod';

/**
 * The names that programs give to one thing, without signs and in lower case: `date_added` and `Date added` are one. The
 * first that is there is taken.
 */
const names = {
  url: ['url', 'uri', 'href', 'link', 'address', 'permalink', 'weburl', 'sourceurl', 'website', 'storyurl'],
  title: ['title', 'name', 'headline', 'storytitle'],
  note: ['note', 'notes', 'comment', 'comments', 'annotation', 'text', 'content', 'body'],
  about: ['abstract', 'excerpt', 'description', 'summary', 'selection'],
  tags: ['tags', 'labels', 'keywords', 'tagnames', 'categories', 'topics'],
  folder: ['folder', 'folders', 'collection', 'collections', 'lists', 'list', 'category', 'notebook'],
  at: [
    ...['created', 'createdat', 'dateadded', 'added', 'addedat', 'saved', 'savedat', 'datesaved', 'timeadded'],
    ...['timestamp', 'date', 'time', 'createdate', 'datecreated', 'saveddate'],
  ],
  changedAt: ['updated', 'updatedat', 'modified', 'modifiedat', 'datemodified', 'lastmodified', 'dateupdated'],
  readAt: ['readat', 'dateread', 'archivedat', 'datearchived'],
  favourite: [
    'favourite',
    'favorite',
    'favourited',
    'favorited',
    'isfavorite',
    'starred',
    'isstarred',
    'star',
    'pinned',
  ],
  state: ['state', 'status', 'location'],
  archived: ['archived', 'isarchived', 'archive', 'read', 'isread'],
  unread: ['unread', 'isunread', 'toread', 'readlater'],
  shared: ['shared', 'public', 'ispublic'],
  private: ['private', 'isprivate'],
  highlights: ['highlights', 'highlight', 'quotes', 'quote'],
} as const;

type Name = keyof typeof names;

/** What is longer stays what it is called: a note has at most 200 KB. In characters. */
const longest = 50_000;

/** Something that was saved, as any program may write it. */
export function genericItem(fields: Readonly<Record<string, unknown>>): Told {
  const there = new Map<string, string>();
  for (const name of Object.keys(fields)) {
    const plain = plainName(name);
    if (!there.has(plain)) there.set(plain, name);
  }
  const placed: string[] = [];
  /** What a field says, if it is something that can stand in that place: all else stays what it is called. */
  const take = <Value>(name: Name, as: (value: unknown) => Value | undefined): Value | undefined => {
    for (const each of names[name]) {
      const written = there.get(each);
      const value = written === undefined ? undefined : as(fields[written]);
      if (written === undefined || value === undefined || placed.includes(written)) continue;
      placed.push(written);
      return value;
    }
    return undefined;
  };
  const url = take('url', address) ?? take('url', words);
  /** All that there is of it: a note of one's own, and what is written in the thing itself. */
  const takeAll = (name: Name): string[] => {
    const all: string[] = [];
    for (let text = take(name, prose); text !== undefined; text = take(name, prose)) all.push(text);
    return all;
  };
  const highlights = take('highlights', passages) ?? [];
  const about = takeAll('about').map(quotation);
  const state = take('state', stateOf);
  const archived = take('archived', flag);
  const unread = take('unread', flag);
  const isPrivate = take('private', flag);
  const told = {
    url,
    title: take('title', words) ?? '',
    body: paragraphs(...takeAll('note'), ...about),
    tags: take('tags', listOf) ?? [],
    folders: take('folder', foldersOf),
    at: take('at', moment),
    changedAt: take('changedAt', moment),
    readAt: take('readAt', moment),
    favourite: take('favourite', flag) || undefined,
    state: state ?? (archived ? 'archived' : unread || archived === false ? 'toread' : undefined),
    shared: take('shared', flag) ?? (isPrivate === undefined ? undefined : !isPrivate),
  } as const;
  return marked({ ...told, imported: importedFrom(fields, placed) }, highlights);
}

/** The names of one file are few, and asked for with each of its items. */
const plainNames = new Map<string, string>();

function plainName(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  if (plainNames.size >= 2000) plainNames.clear();
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  plainNames.set(name, plain);
  return plain;
}

const addresses: ReadonlySet<string> = new Set(names.url);

/** Whether one of these names is that of an address. */
export function nameAddress(written: Iterable<string>): boolean {
  return [...written].some((name) => addresses.has(plainName(name)));
}

function words(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

/** Words to be read, which a note has room for. Some write them as HTML. */
function prose(value: unknown): string | undefined {
  const text = words(value);
  if (text === undefined || text.length > longest) return undefined;
  return /^<[a-z][^>]*>/i.test(text) ? htmlText(text) : text;
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

function stateOf(value: unknown) {
  const text = words(value)?.toLowerCase() ?? '';
  if (/^(archived?|read|done|finished)$/.test(text)) return 'archived';
  if (/^(unread|to ?-?read|later|new|inbox|queue)$/.test(text)) return 'toread';
  return /^(reading|in progress|started)$/.test(text) ? 'reading' : undefined;
}

function listOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : listedTags(value);
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(named);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** A text, or an object that has a name. */
function named(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return words(value);
  const { name, title, label } = value as Record<string, unknown>;
  return words(name ?? title ?? label);
}

function foldersOf(value: unknown): string[][] | undefined {
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

/** Passages in a cell are parted by empty lines; in JSON they are a list of texts, or of objects with a text. */
function passages(value: unknown): Marked[] | undefined {
  const parts = typeof value === 'string' ? value.split(/\n\s*\n/) : value;
  if (!Array.isArray(parts)) return undefined;
  const told = parts.map((part: unknown): Marked => {
    if (typeof part !== 'object' || part === null) return { quote: words(part) ?? '' };
    const { text, quote = text, highlight = quote, note, comment = note, ...more } = part as Record<string, unknown>;
    return { quote: words(highlight) ?? '', comment: words(comment) ?? '', more };
  });
  return told.length > 0 && told.every(({ quote }) => quote !== '') ? told : undefined;
}

/** Fields as programs write them, in the words of all of them. */

/** A text, empty where there is none. */
export const Text = z
  .string()
  .nullish()
  .transform((written) => written ?? '');

export const Id = z.union([z.string(), z.number()]).transform(String);

/** A moment as it is written, in whatever form. */
export const Moment = z.unknown().optional();

/** Yes or no, in whatever form; undefined where it is neither. */
export const Flag = z
  .unknown()
  .optional()
  .transform((written) => flag(written));

/** The names of tags, which some write as texts and some as objects. */
export const Tags = z
  .array(
    z.union([
      z.string(),
      z.looseObject({ name: z.string() }).transform(({ name }) => name),
      z.looseObject({ label: z.string() }).transform(({ label }) => label),
    ]),
  )
  .nullish()
  .transform((tags) => tags ?? []);
