import { moment, importedFrom, numbered } from '../field-values.ts';
import { fromPlain, paragraphs, quotation, type Markdown } from '../../model/as-markdown.ts';
import type { Told } from '../file.ts';
import { marked, type Marked } from '../documents/marked.ts';
import { address, flag, foldersOf, listOf, namedIn, ownAddress, prose, stateOf, words } from './written-values.ts';

/**
 * The names that programs give to one thing, without signs and in lower case: `date_added` and `Date added` are one. The
 * first that is there is taken.
 */
const names = {
  /** The source of a thing is another page, where one was led to it, unless the thing has no address of its own. */
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

/** The same for one passage. */
const passageNames = {
  quote: ['highlight', 'quote', 'text', 'exact', 'content'],
  comment: ['note', 'comment', 'annotation'],
  createdAt: [...names.at, 'highlightedat'],
};

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
  /** The same of what is good only in parts: it stays whole among what is left, too. */
  const takeParts = <Value>(named: readonly string[], as: (value: unknown) => Value | undefined): Value | undefined => {
    const before = placed.length;
    const value = take(named, as);
    placed.splice(before);
    return value;
  };
  const left = () => importedFrom(fields, placed);
  return { take, takeParts, left };
}

/** Something that was saved, as any program may write it. */
export function genericItem(fields: Readonly<Record<string, unknown>>): Told {
  const { take, takeParts, left } = fieldsIn(fields);
  const url = take(names.url, ownAddress) ?? take(names.url, address) ?? take(names.url, words);
  /** All that there is of it: a note of one's own, and what is written in the thing itself. */
  const takeAll = (named: readonly string[]): Markdown[] => {
    const all: Markdown[] = [];
    for (let text = take(named, prose); text !== undefined; text = take(named, prose)) all.push(text);
    return all;
  };
  const title = take(['customtitle', 'title'], words);
  // A post on X has none: beside its words stands the name of who wrote them.
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

/** Pocket answers programs with a number. */
function pocketState(value: unknown) {
  return String(value) === '0' ? 'toread' : String(value) === '1' ? 'archived' : undefined;
}

/** A moment as it is written, if it can be read. */
function asMoment(value: unknown): unknown {
  return moment(value) === undefined ? undefined : value;
}

/**
 * A thing with what the object around it says, where it says nothing itself; all else of that stays what it is called, the
 * second of a name by its number.
 */
export function withAround(item: Told, around: Readonly<Record<string, unknown>>): Told {
  const { take, left } = fieldsIn(around);
  const at = item.at ?? take(names.at, asMoment);
  const tags = item.tags?.length ? item.tags : (take(names.tags, listOf) ?? []);
  const body = item.body || paragraphs(take(names.note, prose));
  const imported = numbered([...Object.entries(item.imported ?? {}), ...Object.entries(left() ?? {})]);
  return { ...item, at, tags, body, imported: Object.fromEntries(imported) };
}

/** Whether these fields name a moment. */
export function hasMoment(fields: Readonly<Record<string, unknown>>): boolean {
  return fieldsIn(fields).take(names.at, asMoment) !== undefined;
}

/** What something is called that is no saved thing itself, and what is said of it. */
export function folderIn(fields: Readonly<Record<string, unknown>>): { name: string | undefined; about: string } {
  const { take } = fieldsIn(fields);
  const name = take([...names.title, 'label'], words);
  return { name, about: [take(names.about, words), take(names.note, words)].filter(Boolean).join('\n\n') };
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
const texts = ['note', 'notes', 'text', 'content', 'body'];

const moments: ReadonlySet<string> = new Set([...names.at, ...names.changedAt, ...names.readAt]);

/** Whether this name is that of a moment. */
export function nameMoment(written: string): boolean {
  return moments.has(plainName(written));
}

/** Whether one of these names is that of an address. */
export function nameAddress(written: Iterable<string>): boolean {
  return [...written].some((name) => addresses.has(plainName(name)));
}

/** Whether these are the names of a title and of a text, which are a note without an address. */
export function nameText(written: Iterable<string>): boolean {
  const there = new Set([...written].map(plainName));
  return there.has('title') && texts.some((name) => there.has(name));
}

/** Passages in a cell are parted by empty lines; in JSON they are a list of texts, or of objects with a text. */
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
