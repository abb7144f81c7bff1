import { importedFrom } from '../field-values.ts';
import { itemEntry, type ReadEntry, type ParsedItem } from '../file.ts';
import { folderRemark } from '../folders.ts';
import { folderIn, genericItem, hasMoment, nameAddress, nameText, withOuterFields } from './generic-item.ts';
import { address } from './written-values.ts';
import { fromMarkdown } from '../../model/as-markdown.ts';
import { grouped } from '../../../platform/model/counted.ts';
import { namedFields } from './json-values.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import type { ImportItem } from '../../model/import-item.ts';

/**
 * Finds everything with an address in a value, outermost first: objects, lists of them, and addresses in lists. An object
 * around a single bare address has that address; a named object around several items is their folder.
 */
export function* itemsWithin(value: unknown, place: string, folders: string[] = []): Generator<ReadEntry, void> {
  const item = itemOf(value);
  if (item) yield itemEntry(place, folders.length > 0 && !item.folders ? { ...item, folders: [folders] } : item);
  else if (Array.isArray(value)) yield* itemsOf(value, place, folders);
  else if (typeof value === 'object' && value !== null) yield* itemsAround(value, place, folders);
}

function* itemsAround(value: object, place: string, folders: string[]): Generator<ReadEntry, void> {
  const { name, about, placed } = folderIn(value as Record<string, unknown>);
  const path = name === undefined ? folders : [...folders, name];
  const rest: Record<string, unknown> = {};
  const found = Object.entries(value).flatMap(([key, each]) => {
    const inside = typeof each === 'object' ? [...itemsWithin(each, `${place}, ${key}`.slice(0, 300), path)] : [];
    if (inside.length === 0) rest[key] = each;
    return inside;
  });
  const inner = found.filter((one) => !isLeftOver(one));
  const [only, ...others] = inner;
  const url = only && isAddressAlone(only) ? only.item.url : undefined;
  const isOne = others.every((each) => isAddressAlone(each) && each.item.url === url);
  if (name !== undefined && url !== undefined && isOne) {
    yield* itemsWithin({ url, ...value }, place, folders);
    return;
  }
  const [thing, ...again] = oneThing(inner);
  if (thing && (name === undefined || (thing.item.at === undefined && hasMoment(rest)))) {
    const within = ({ body, ...item }: ImportItem): ParsedItem => ({
      ...item,
      body: fromMarkdown(body),
      folders: foldersWithout(name, folders.length, item),
    });
    yield itemEntry(thing.place, withOuterFields(within(thing.item), rest));
    for (const one of again) yield itemEntry(one.place, within(one.item));
    yield* found.filter(isLeftOver);
    return;
  }
  yield* found;
  if (found.length === 0) return;
  if (name !== undefined && about !== '') yield folderRemark({ place, name, text: about });
  const names = Object.keys(rest).filter((key) => !placed.includes(key) && importedFrom({ [key]: rest[key] }, []));
  if (names.length > 0) yield leftOver(place, names);
}

const leftOut = 'Left out, as it belongs to no item: ';

/** A remark on fields beside or around items. `count`: how many there are, if `fields` are only the first of them. */
export function leftOver(place: string, fields: readonly string[], count = fields.length): ReadEntry {
  const named = fields.slice(0, namedFields).map((name) => cutTo(name, 30));
  const more = count > named.length ? [`${grouped(count - named.length)} more`] : [];
  return { place, remark: `${leftOut}${[...named, ...more].join(', ')}.` };
}

export function isLeftOver(one: ReadEntry): one is Extract<ReadEntry, { remark: string }> {
  return 'remark' in one && one.remark.startsWith(leftOut);
}

/** The items within if all have one address, or else none. An object around them with a date describes how it was saved. */
function oneThing(inner: readonly ReadEntry[]) {
  const items = inner.flatMap((one) => ('item' in one ? [one] : []));
  const isOne = items.length === inner.length && items.every(({ item }) => item.url === items[0]?.item.url);
  return isOne ? items : [];
}

/** The folders of an item without the name at this depth, which turned out not to be a folder. */
function foldersWithout(
  name: string | undefined,
  depth: number,
  { folders }: Pick<ImportItem, 'folders'>,
): ParsedItem['folders'] {
  const paths = folders?.map((path) => (path[depth] === name ? path.toSpliced(depth, 1) : path));
  const left = paths?.filter((path) => path.length > 0) ?? [];
  return left.length > 0 ? left : undefined;
}

/** Whether an item has only an address, which then belongs to the object around it; text, tags or a date make it an item. */
function isAddressAlone(one: ReadEntry): one is Extract<ReadEntry, { item: unknown }> {
  if (!('item' in one)) return false;
  const { title, body, tags, at } = one.item;
  return title === '' && body === '' && tags.length === 0 && at === undefined;
}

export function itemOf(value: unknown): ParsedItem | undefined {
  if (typeof value === 'string') return address(value) === undefined ? undefined : genericItem({ url: value });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (!nameAddress(Object.keys(value))) return undefined;
  const item = genericItem(value as Record<string, unknown>);
  return address(item.url) === undefined ? undefined : item;
}

/** Elements without an address are refused if others have one. Texts next to a single address belong to that. */
function* itemsOf(list: readonly unknown[], place: string, folders: string[]): Generator<ReadEntry, void> {
  const row = rowOf(list);
  if (row) return void (yield itemEntry(place, folders.length > 0 ? { ...row, folders: [folders] } : row));
  const without: ReadEntry[] = [];
  let count = 0;
  for (const [at, value] of list.entries()) {
    const where = `${place}, item ${at + 1}`.slice(0, 300);
    const before = count;
    for (const one of itemsWithin(value, where, folders)) {
      count += 1;
      yield one;
    }
    const isEmpty = value === '' || !/object|string/.test(typeof value) || value === null;
    if (count === before && !isEmpty) without.push(withoutAddress(value, where));
  }
  if (count > 0) yield* without;
}

/** A saved item as a list of cells: its address, its title, and any others. */
function rowOf(list: readonly unknown[]): ParsedItem | undefined {
  const urls = list.filter((cell) => address(cell) !== undefined);
  const [title, ...more] = list.filter(
    (cell) => typeof cell === 'string' && !urls.includes(cell) && cell.trim() !== '',
  );
  const isRow = urls.length === 1 && title !== undefined && !list.some((cell) => typeof cell === 'object');
  return isRow ? genericItem({ url: urls[0], title, ...(more.length > 0 && { cells: more }) }) : undefined;
}

/** A title and a text are a note without an address, unless they are from a list of passwords. */
export function textOf(value: unknown): ParsedItem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (!nameText(Object.keys(value)) || 'password' in value) return undefined;
  const item = genericItem(value as Record<string, unknown>);
  return item.title !== '' && item.body ? item : undefined;
}

export function withoutAddress(value: unknown, place: string): ReadEntry {
  const text = textOf(value);
  if (text) return itemEntry(place, text);
  const why = typeof value === 'string' ? 'This is neither JSON nor an address.' : 'This entry has no web address.';
  return { place, ...titleOfRefused(value), why };
}

/** A title by which a refused value can be recognised. */
export function titleOfRefused(value: unknown): { title?: string } {
  const { title, name, id } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const label = [title, name, id].find((each) => typeof each === 'string' && each !== '') as string | undefined;
  return label === undefined ? {} : { title: label.slice(0, 300) };
}
