import { parseDate, importedFrom, numbered } from '../field-values.ts';
import { fromPlain, paragraphs, blockQuote, type Markdown } from '../../model/as-markdown.ts';
import type { ParsedItem } from '../file.ts';
import { addHighlights, type ExportedHighlight } from '../documents/exported-highlights.ts';
import {
  address,
  booleanFrom,
  foldersOf,
  listOf,
  namesFrom,
  ownAddress,
  markdownFrom,
  stateOf,
  trimmedText,
} from './written-values.ts';

/**
 * The names that programs use for each field, without symbols and in lower case, so that `date_added` and `Date added` are
 * the same. The first one that exists is used.
 */
const names = {
  /**
   * A source is usually another page that led to this one, so it is used only if there is no other address. If there is an
   * address of the page for people, the other one is that of an API.
   */
  url: [
    ...['resolvedurl', 'htmlurl', 'url', 'uri', 'href', 'link', 'address', 'permalink', 'weburl', 'website'],
    ...['storyurl', 'storypermalink', 'givenurl', 'sourceurl'],
  ],
  title: ['customtitle', 'title', 'name', 'headline', 'storytitle', 'resolvedtitle', 'giventitle'],
  note: ['note', 'notes', 'customdescription', 'comment', 'comments', 'annotation', 'text', 'content', 'body'],
  about: ['abstract', 'excerpt', 'description', 'summary', 'selection', 'storycontent'],
  tags: ['tags', 'labels', 'keywords', 'tagnames', 'categories', 'topics', 'usertags'],
  folder: ['folder', 'folders', 'collection', 'collections', 'lists', 'list', 'category', 'notebook'],
  at: [
    ...['created', 'createdat', 'dateadded', 'added', 'addedat', 'saved', 'savedat', 'datesaved', 'timeadded'],
    ...['timestamp', 'date', 'time', 'createdate', 'datecreated', 'saveddate', 'createdtime', 'creationdate'],
    'starreddate',
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

/** The same for a passage. */
const passageNames = {
  quote: ['highlight', 'quote', 'text', 'exact', 'content'],
  comment: ['note', 'comment', 'annotation'],
  createdAt: [...names.at, 'highlightedat'],
};

/**
 * Takes fields by name if their values fit; all others keep their names, and are returned by `left`.
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
  /** Like `take`, for values of which only a part is usable: the whole value is also among what is left. */
  const takeParts = <Value>(named: readonly string[], as: (value: unknown) => Value | undefined): Value | undefined => {
    const before = placed.length;
    const value = take(named, as);
    placed.splice(before);
    return value;
  };
  const left = () => importedFrom(fields, placed);
  return { take, takeParts, left, placed };
}

/** A saved item, as any program may write it. */
export function genericItem(fields: Readonly<Record<string, unknown>>): ParsedItem {
  const { take, takeParts, left } = fieldsIn(fields);
  const url = take(names.url, ownAddress) ?? take(names.url, address) ?? take(names.url, trimmedText);
  /** All texts with these names: the person's note as well as the item's own text. */
  const takeAll = (named: readonly string[]): Markdown[] => {
    const all: Markdown[] = [];
    for (let text = take(named, markdownFrom); text !== undefined; text = take(named, markdownFrom)) all.push(text);
    return all;
  };
  const title = take(['customtitle', 'title'], trimmedText);
  // A post on X has no title; its `name` is that of its author.
  const post = title === undefined ? take(['fulltext'], trimmedText) : undefined;
  const highlights = take(names.highlights, passages) ?? takeParts(names.highlights, somePassages) ?? [];
  const about = takeAll(names.about).map(blockQuote);
  const isPocket = 'resolved_url' in fields || 'given_url' in fields;
  const state = take(names.state, (value) => (isPocket ? pocketState(value) : undefined) ?? stateOf(value));
  const archived = take(names.archived, booleanFrom);
  const unread = take(names.unread, booleanFrom);
  const isPrivate = take(names.private, booleanFrom);
  const readAt = take(names.readAt, asMoment);
  const isRead = archived ?? (unread === undefined && readAt !== undefined ? true : undefined);
  const item = {
    url,
    title: title ?? post?.split('\n')[0] ?? take(names.title, trimmedText) ?? '',
    body: paragraphs(...(post === undefined ? [] : [blockQuote(fromPlain(post))]), ...takeAll(names.note), ...about),
    tags: take(names.tags, listOf) ?? takeParts(names.tags, namesFrom) ?? [],
    folders: take(names.folder, foldersOf),
    at: take(names.at, asMoment),
    changedAt: take(names.changedAt, asMoment),
    readAt,
    favourite: take(names.favourite, booleanFrom) || undefined,
    state: state ?? (isRead ? 'archived' : unread || isRead === false ? 'toread' : undefined),
    shared: take(names.shared, booleanFrom) ?? (isPrivate === undefined ? undefined : !isPrivate),
  } as const;
  return addHighlights({ ...item, imported: left() }, highlights);
}

/** Pocket's API uses numbers. */
function pocketState(value: unknown) {
  return String(value) === '0' ? 'toread' : String(value) === '1' ? 'archived' : undefined;
}

/** A date as it is written, if it can be parsed. */
function asMoment(value: unknown): unknown {
  return parseDate(value) === undefined ? undefined : value;
}

/**
 * Completes an item with fields of the object around it that it lacks; the object's other fields keep their names, with a
 * number if a name is repeated.
 */
export function withOuterFields(item: ParsedItem, around: Readonly<Record<string, unknown>>): ParsedItem {
  const { take, left } = fieldsIn(around);
  const at = item.at ?? take(names.at, asMoment);
  const tags = item.tags?.length ? item.tags : (take(names.tags, listOf) ?? []);
  const body = item.body || paragraphs(take(names.note, markdownFrom));
  const imported = numbered([...Object.entries(item.imported ?? {}), ...Object.entries(left() ?? {})]);
  return { ...item, at, tags, body, imported: Object.fromEntries(imported) };
}

/** Whether these fields include a date. */
export function hasMoment(fields: Readonly<Record<string, unknown>>): boolean {
  return fieldsIn(fields).take(names.at, asMoment) !== undefined;
}

/** The name and description of an object that is not an item itself, and the fields that have them. */
export function folderIn(fields: Readonly<Record<string, unknown>>) {
  const { take, placed } = fieldsIn(fields);
  const name = take([...names.title, 'label'], trimmedText);
  const about = [take(names.about, trimmedText), take(names.note, trimmedText)].filter(Boolean).join('\n\n');
  return { name, about, placed };
}

/** A cache: a file has few names, and they are needed for each of its items. */
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
const texts = ['note', 'notes', 'text', 'content', 'body'];

const moments: ReadonlySet<string> = new Set([...names.at, ...names.changedAt, ...names.readAt]);

/** Whether this is a name of a date. */
export function nameMoment(written: string): boolean {
  return moments.has(plainName(written));
}

/** Whether this is a name of a folder. */
export function nameFolder(written: string): boolean {
  return (names.folder as readonly string[]).includes(plainName(written));
}

/** Whether one of these is a name of an address. */
export function nameAddress(written: Iterable<string>): boolean {
  return [...written].some((name) => addresses.has(plainName(name)));
}

/** Whether these include names of a title and of a text, which make a note without an address. */
export function nameText(written: Iterable<string>): boolean {
  const there = new Set([...written].map(plainName));
  return there.has('title') && texts.some((name) => there.has(name));
}

/** Passages in a cell are separated by empty lines; in JSON they are a list of texts, or of objects with a text. */
function passages(value: unknown): ExportedHighlight[] | undefined {
  const parts = typeof value === 'string' ? value.split(/\n\s*\n/) : value;
  const passages = Array.isArray(parts) ? parts.map(passage) : [];
  return passages.length > 0 && passages.every(({ quote }) => quote !== '') ? passages : undefined;
}

function somePassages(value: unknown): ExportedHighlight[] | undefined {
  const passages = Array.isArray(value) ? value.map(passage).filter(({ quote }) => quote !== '') : [];
  return passages.length > 0 ? passages : undefined;
}

function passage(part: unknown): ExportedHighlight {
  if (typeof part !== 'object' || part === null) return { quote: trimmedText(part) ?? '' };
  const { take, left } = fieldsIn(part as Record<string, unknown>);
  const quote = take(passageNames.quote, trimmedText) ?? '';
  const comment = take(passageNames.comment, trimmedText);
  const createdAt = take(passageNames.createdAt, parseDate);
  return { quote, comment, createdAt, updatedAt: take(names.changedAt, parseDate) ?? createdAt, more: left() };
}
