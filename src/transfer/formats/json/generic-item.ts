import { moment, importedFrom, numbered } from '../field-values.ts';
import { fromPlain, paragraphs, quotation, type Markdown } from '../../model/as-markdown.ts';
import type { Told } from '../file.ts';
import { marked, type Marked } from '../documents/marked.ts';
import { address, flag, foldersOf, listOf, namedIn, ownAddress, prose, stateOf, words } from './written-values.ts';

/**
 * The names that programs use for each field, without symbols and in lower case, so that `date_added` and `Date added` are
 * the same. The first one that exists is used.
 */
const names = {
  /** A source is usually another page that led to this one, so it is used only if there is no other address. */
  url: [
    ...['resolvedurl', 'url', 'uri', 'href', 'link', 'address', 'permalink', 'weburl', 'website'],
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
  return { take, takeParts, left };
}

/** A saved item, as any program may write it. */
export function genericItem(fields: Readonly<Record<string, unknown>>): Told {
  const { take, takeParts, left } = fieldsIn(fields);
  const url = take(names.url, ownAddress) ?? take(names.url, address) ?? take(names.url, words);
  /** All texts with these names: the person's note as well as the item's own text. */
  const takeAll = (named: readonly string[]): Markdown[] => {
    const all: Markdown[] = [];
    for (let text = take(named, prose); text !== undefined; text = take(named, prose)) all.push(text);
    return all;
  };
  const title = take(['customtitle', 'title'], words);
  // A post on X has no title; its `name` is that of its author.
  const post = title === undefined ? take(['fulltext'], words) : undefined;
  const highlights = take(names.highlights, passages) ?? takeParts(names.highlights, somePassages) ?? [];
  const about = takeAll(names.about).map(quotation);
  const isPocket = 'resolved_url' in fields || 'given_url' in fields;
  const state = take(names.state, (value) => (isPocket ? pocketState(value) : undefined) ?? stateOf(value));
  const archived = take(names.archived, flag);
  const unread = take(names.unread, flag);
  const isPrivate = take(names.private, flag);
  const readAt = take(names.readAt, asMoment);
  const isRead = archived ?? (unread === undefined && readAt !== undefined ? true : undefined);
  const told = {
    url,
    title: title ?? post?.split('\n')[0] ?? take(names.title, words) ?? '',
    body: paragraphs(...(post === undefined ? [] : [quotation(fromPlain(post))]), ...takeAll(names.note), ...about),
    tags: take(names.tags, listOf) ?? takeParts(names.tags, namedIn) ?? [],
    folders: take(names.folder, foldersOf),
    at: take(names.at, asMoment),
    changedAt: take(names.changedAt, asMoment),
    readAt,
    favourite: take(names.favourite, flag) || undefined,
    state: state ?? (isRead ? 'archived' : unread || isRead === false ? 'toread' : undefined),
    shared: take(names.shared, flag) ?? (isPrivate === undefined ? undefined : !isPrivate),
  } as const;
  return marked({ ...told, imported: left() }, highlights);
}

/** Pocket's API uses numbers. */
function pocketState(value: unknown) {
  return String(value) === '0' ? 'toread' : String(value) === '1' ? 'archived' : undefined;
}

/** A date as it is written, if it can be parsed. */
function asMoment(value: unknown): unknown {
  return moment(value) === undefined ? undefined : value;
}

/**
 * Completes an item with fields of the object around it that it lacks; the object's other fields keep their names, with a
 * number if a name is repeated.
 */
export function withAround(item: Told, around: Readonly<Record<string, unknown>>): Told {
  const { take, left } = fieldsIn(around);
  const at = item.at ?? take(names.at, asMoment);
  const tags = item.tags?.length ? item.tags : (take(names.tags, listOf) ?? []);
  const body = item.body || paragraphs(take(names.note, prose));
  const imported = numbered([...Object.entries(item.imported ?? {}), ...Object.entries(left() ?? {})]);
  return { ...item, at, tags, body, imported: Object.fromEntries(imported) };
}

/** Whether these fields include a date. */
export function hasMoment(fields: Readonly<Record<string, unknown>>): boolean {
  return fieldsIn(fields).take(names.at, asMoment) !== undefined;
}

/** The name and description of an object that is not an item itself. */
export function folderIn(fields: Readonly<Record<string, unknown>>): { name: string | undefined; about: string } {
  const { take } = fieldsIn(fields);
  const name = take([...names.title, 'label'], words);
  return { name, about: [take(names.about, words), take(names.note, words)].filter(Boolean).join('\n\n') };
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
function passages(value: unknown): Marked[] | undefined {
  const parts = typeof value === 'string' ? value.split(/\n\s*\n/) : value;
  const told = Array.isArray(parts) ? parts.map(passage) : [];
  return told.length > 0 && told.every(({ quote }) => quote !== '') ? told : undefined;
}

function somePassages(value: unknown): Marked[] | undefined {
  const told = Array.isArray(value) ? value.map(passage).filter(({ quote }) => quote !== '') : [];
  return told.length > 0 ? told : undefined;
}

function passage(part: unknown): Marked {
  if (typeof part !== 'object' || part === null) return { quote: words(part) ?? '' };
  const { take, left } = fieldsIn(part as Record<string, unknown>);
  const quote = take(passageNames.quote, words) ?? '';
  const comment = take(passageNames.comment, words);
  const createdAt = take(passageNames.createdAt, moment);
  return { quote, comment, createdAt, updatedAt: take(names.changedAt, moment) ?? createdAt, more: left() };
}
