import { htmlText } from '../markup/html-tokens.ts';
import { listedTags, paragraphs, quotation, moment, importedFrom } from '../field-values.ts';
import type { Told } from '../file.ts';
import { marked, type Marked } from '../documents/marked.ts';

/**
 * The names that programs give to one thing, without signs and in lower case: `date_added` and `Date added` are one. The
 * first that is there is taken.
 */
const names = {
  /** Beside the address of a page, `url` may be that of its copy at the program. */
  url: [
    ...['sourceurl', 'resolvedurl', 'url', 'uri', 'href', 'link', 'address', 'permalink', 'weburl', 'website'],
    ...['storyurl', 'givenurl'],
  ],
  title: ['title', 'name', 'headline', 'storytitle', 'resolvedtitle', 'giventitle'],
  note: ['note', 'notes', 'comment', 'comments', 'annotation', 'text', 'content', 'body'],
  about: ['abstract', 'excerpt', 'description', 'summary', 'selection'],
  tags: ['tags', 'labels', 'keywords', 'tagnames', 'categories', 'topics'],
  folder: ['folder', 'folders', 'collection', 'collections', 'lists', 'list', 'category', 'notebook'],
  at: [
    ...['created', 'createdat', 'dateadded', 'added', 'addedat', 'saved', 'savedat', 'datesaved', 'timeadded'],
    ...['timestamp', 'date', 'time', 'createdate', 'datecreated', 'saveddate', 'createdtime', 'creationdate'],
  ],
  changedAt: [
    ...['updated', 'updatedat', 'modified', 'modifiedat', 'datemodified', 'lastmodified', 'dateupdated'],
    ...['timeupdated', 'lastupdate', 'lastupdated', 'lastedited', 'lasteditedtime'],
  ],
  readAt: ['readat', 'dateread', 'timeread', 'archivedat', 'datearchived'],
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
    'important',
  ],
  state: ['state', 'status', 'location'],
  archived: ['archived', 'isarchived', 'archive', 'read', 'isread'],
  unread: ['unread', 'isunread', 'toread', 'readlater'],
  shared: ['shared', 'public', 'ispublic'],
  private: ['private', 'isprivate'],
  highlights: ['highlights', 'highlight', 'quotes', 'quote', 'annotations'],
} as const;

/** The same for one passage. */
const passageNames = {
  quote: ['highlight', 'quote', 'text', 'exact'],
  comment: ['note', 'comment', 'annotation'],
  createdAt: [...names.at, 'highlightedat'],
};

/** What is longer stays what it is called: a note has at most 200 KB. In characters. */
const longest = 50_000;

/**
 * Gives what a field says, if it is something that can stand in that place: all else stays what it is called, and is
 * among what is `left`.
 */
function fieldsIn(fields: Readonly<Record<string, unknown>>) {
  const there = new Map<string, string>();
  for (const name of Object.keys(fields)) {
    const plain = plainName(name);
    if (!there.has(plain)) there.set(plain, name);
  }
  const placed: string[] = [];
  const take = <Value>(named: readonly string[], as: (value: unknown) => Value | undefined): Value | undefined => {
    for (const each of named) {
      const written = there.get(each);
      const value = written === undefined ? undefined : as(fields[written]);
      if (written === undefined || value === undefined || placed.includes(written)) continue;
      placed.push(written);
      return value;
    }
    return undefined;
  };
  const left = () => importedFrom(fields, placed);
  return { take, left };
}

/** Something that was saved, as any program may write it. */
export function genericItem(fields: Readonly<Record<string, unknown>>): Told {
  const { take, left } = fieldsIn(fields);
  const url = take(names.url, address) ?? take(names.url, words);
  /** All that there is of it: a note of one's own, and what is written in the thing itself. */
  const takeAll = (named: readonly string[]): string[] => {
    const all: string[] = [];
    for (let text = take(named, prose); text !== undefined; text = take(named, prose)) all.push(text);
    return all;
  };
  const highlights = take(names.highlights, passages) ?? [];
  const about = takeAll(names.about).map(quotation);
  const state = take(names.state, stateOf);
  const archived = take(names.archived, flag);
  const unread = take(names.unread, flag);
  const isPrivate = take(names.private, flag);
  const readAt = take(names.readAt, moment);
  const isRead = archived ?? (unread === undefined && readAt !== undefined ? true : undefined);
  const told = {
    url,
    title: take(names.title, words) ?? '',
    body: paragraphs(...takeAll(names.note), ...about),
    tags: take(names.tags, listOf) ?? [],
    folders: take(names.folder, foldersOf),
    at: take(names.at, moment),
    changedAt: take(names.changedAt, moment),
    readAt,
    favourite: take(names.favourite, flag) || undefined,
    state: state ?? (isRead ? 'archived' : unread || isRead === false ? 'toread' : undefined),
    shared: take(names.shared, flag) ?? (isPrivate === undefined ? undefined : !isPrivate),
  } as const;
  return marked({ ...told, imported: left() }, highlights);
}

/** What something is called that is no saved thing itself, and what is said of it. */
export function folderIn(fields: Readonly<Record<string, unknown>>): { name: string | undefined; about: string } {
  const { take } = fieldsIn(fields);
  const name = take([...names.title, 'label'], words);
  return { name, about: paragraphs(take(names.about, prose), take(names.note, prose)) };
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

/** A text, or an object that has a name. */
function named(value: unknown): string | undefined {
  return words(nameIn(value));
}

function nameIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { name, title, label, tag } = value as Record<string, unknown>;
  return name ?? title ?? label ?? tag;
}

/** What names nothing takes nothing from the others. */
function isBlank(value: unknown): boolean {
  const name = nameIn(value);
  return value === null || (typeof name === 'string' && name.trim() === '');
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
    const { take, left } = fieldsIn(part as Record<string, unknown>);
    const quote = take(passageNames.quote, words) ?? '';
    const comment = take(passageNames.comment, words);
    const createdAt = take(passageNames.createdAt, moment);
    return { quote, comment, createdAt, updatedAt: take(names.changedAt, moment) ?? createdAt, more: left() };
  });
  return told.length > 0 && told.every(({ quote }) => quote !== '') ? told : undefined;
}
