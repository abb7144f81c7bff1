import { countedOf, grouped } from '../../../platform/model/counted.ts';
import type * as z from 'zod';
import type { FileHead, JsonHead } from '../sniff.ts';
import { itemEntry, type ReadEntry, type Items, type ParsedItem } from '../file.ts';
import { confidenceOf, type Format } from '../format.ts';
import { FirstNames, maxDepth, jsonLines, jsonValues, parsed, type JsonEnd, type JsonValue } from './json-values.ts';
import { itemFrom } from './parsed.ts';
import { nameAddress, nameText } from './generic-item.ts';
import { isLeftOver, itemOf, itemsWithin, leftOver, textOf, titleOfRefused, withoutAddress } from './items-within.ts';

/** Any other JSON with addresses or texts. In a list where some entry has one, each entry without is refused by itself. */
const listed = jsonFile(
  'JSON with addresses or texts',
  () => 0.1,
  async function* (values, end) {
    const left = new SkippedLists();
    const plain = new FirstNames();
    /** What was left out of many objects alike is said once. */
    const told = new Set<string>();
    const lists = new Set<string>();
    for await (const each of values) {
      const { list, key, at, value } = each;
      const place = [...(list === '' ? [] : [list.slice(0, 100)]), key?.slice(0, 100) ?? `item ${at}`].join(', ');
      let isEmpty = true;
      for (const one of itemsWithin(value, place)) {
        isEmpty = false;
        if (isLeftOver(one) && told.has(one.remark)) continue;
        if (isLeftOver(one)) told.add(one.remark);
        yield one;
      }
      const text = isEmpty ? textOf(value) : undefined;
      if (text) yield itemEntry(place, text);
      if (!isEmpty || text) lists.add(list);
      else if (lists.has(list) && /object|string/.test(typeof value)) yield withoutAddress(value, place);
      else {
        left.add(each);
        if (isPlain(value)) plain.add(key === undefined ? list : `${list}.${key}`);
      }
    }
    if (lists.size === 0) return;
    yield* left.report();
    const { beside } = end();
    const count = beside.count + plain.count;
    if (count > 0) yield leftOver('the file', [...beside.names, ...plain.names], count);
  },
);

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' && value !== '' && value !== undefined;
}

export const anyJson: Format = {
  ...listed,
  items: async function* (text, beginning) {
    const only = onlyItem(beginning);
    if (only) yield itemEntry('the file', only);
    else yield* listed.items(text, beginning);
  },
};

/** The item of a file that is a single saved thing rather than a list. */
function onlyItem({ json, text }: FileHead): ParsedItem | undefined {
  const names = json()?.names ?? [];
  if (json()?.form === 'list' || !(nameAddress(names) || nameText(names))) return undefined;
  const value = parsed(text).value;
  const isList = (each: unknown) => Array.isArray(each) && each.some((one) => typeof one === 'object' && one !== null);
  return typeof value !== 'object' || value === null || Object.values(value).some(isList)
    ? undefined
    : (itemOf(value) ?? textOf(value));
}

/** A list, the schema of its items, and how to read one; `read` gives undefined for a value that is not an item after all. */
type ListOf<Value> = { list: string; item: z.ZodType<Value>; read: (value: Value) => ParsedItem | undefined };

/** A program's JSON format: the list that holds its items (empty: the whole file), and how to read one. */
export type JsonFormat<Value = never> = ListOf<Value> & {
  name: string;
  /** Field names that every item has and no other program combines; or a function that recognises the file. */
  known: readonly string[] | ((json: JsonHead) => number);
  /** Reads the other lists of the file; undefined for those without entries. `count`: the number of entries found so far. */
  others?: (value: JsonValue, count: number) => ReadEntry[] | undefined;
};

/** Makes a format of the description of a program's JSON. */
export function jsonReader<Value>({ name, known, ...format }: JsonFormat<Value>): Format {
  const sure = (json: JsonHead) =>
    typeof known === 'function' ? known(json) : listConfidence(known, format.list, json);
  return jsonFile(name, sure, (values) => listEntries(values, format));
}

/** How certain the fields of a list's first item make it. */
export function listConfidence(fields: readonly string[], list: string, { form, names, items }: JsonHead): number {
  return confidenceOf(fields, list === '' && form === 'lines' ? names : items.get(list));
}

/** Reads the values of a file; afterwards, `end` says how it ended. */
type Entries = (values: AsyncIterable<JsonValue>, end: () => JsonEnd) => Items;

/**
 * Makes a format of JSON files from how certain it is of a file's beginning and how it reads the values of its lists.
 * `isTree`: a single value may be most of the file.
 */
export function jsonFile(
  name: string,
  sure: (json: JsonHead) => number,
  entries: Entries,
  { isTree = false } = {},
): Format {
  return {
    name,
    confidence: (beginning) => {
      const json = beginning.json();
      return json ? sure(json) : 0;
    },
    items: (text, beginning) => {
      const json = beginning.json();
      const values = json?.form === 'lines' ? jsonLines(text) : jsonValues(text, json?.form === 'list', isTree);
      return wholeFile(values, entries, { isTree, isSure: json !== undefined && sure(json) === 1 });
    },
  };
}

async function* wholeFile(
  values: AsyncGenerator<JsonValue, JsonEnd>,
  entries: Entries,
  { isTree, isSure }: { isTree: boolean; isSure: boolean },
): Items {
  let end: JsonEnd = { broken: false, at: 0, more: false, deep: 0, place: '', beside: new FirstNames() };
  let count = 0;
  const passed = async function* () {
    end = yield* values;
  };
  for await (const one of entries(passed(), () => end)) {
    count += 1;
    yield one;
  }
  if (end.more) yield { place: `after item ${end.at}`, why: goesOn };
  if (end.deep > 0) yield { place: end.place, why: tooDeep(end.deep) };
  if (end.broken && isTree && count > 0) yield { place: 'the file', why: treeEndsEarly };
  else if (end.broken) yield { place: `item ${end.at + 1}`, why: endsEarly(count === 0 ? 0 : end.at) };
  else if (count === 0 && !isSure) yield { place: 'the file', why: 'This is JSON, but not in a format we know.' };
}

/** Reads the items of one list. Entries of other lists are counted, unless `others` reads them. */
export async function* listEntries<Value>(
  values: AsyncIterable<JsonValue>,
  { others, ...format }: ListOf<Value> & Pick<JsonFormat<Value>, 'others'>,
): Items {
  const left = new SkippedLists();
  let count = 0;
  for await (const value of values) {
    const entries =
      value.list === format.list ? entriesOf(`item ${value.at}`, value.value, format) : others?.(value, count);
    if (!entries) left.add(value);
    for (const one of entries ?? []) {
      count += 1;
      yield one;
    }
  }
  if (count > 0) yield* left.report();
}

/** Reads a value as an item. If it does not fit the schema, it is searched for addresses, so that none is lost. */
export function* entriesOf<Value>(
  place: string,
  value: unknown,
  { item, read }: Omit<ListOf<Value>, 'list'>,
): Generator<ReadEntry, void> {
  const parsed = itemFrom(value, { item, read });
  if (parsed) {
    yield itemEntry(place, parsed);
    return;
  }
  let count = 0;
  for (const one of itemsWithin(value, place)) {
    count += 1;
    yield one;
  }
  if (count === 0) yield { place, ...titleOfRefused(value), why: 'This item isn’t in a format we know.' };
}

/** Counts the entries of lists without saved items, to report one line for each list. Plain values, such as settings, do not count. */
export class SkippedLists {
  readonly #lists = new Map<string, number>();

  add({ list, value }: JsonValue): void {
    if (typeof value === 'object' && value !== null) this.#lists.set(list, (this.#lists.get(list) ?? 0) + 1);
  }

  *report(): Generator<ReadEntry, void> {
    for (const [list, count] of this.#lists) {
      const what = count === 1 ? 'One entry was' : `${grouped(count)} entries were`;
      yield {
        place: list.slice(0, 300) || 'the file',
        why: `${what} left out: nothing in ${count === 1 ? 'it' : 'them'} can be imported.`,
        ...(count > 1 && { count }),
      };
    }
  }
}

function tooDeep(parts: number): string {
  const [what, it] =
    parts === 1 ? ['This part is', 'it was'] : [`This part and ${grouped(parts - 1)} more are`, 'they were'];
  return `${what} nested more than ${maxDepth} levels deep, so ${it} left out.`;
}

const goesOn =
  'The file goes on with more JSON after its end, and that was left out. Put each list into a file of its own, and import these.';

const treeEndsEarly = 'The file is cut off or broken before its end. Everything before that was imported.';

function endsEarly(at: number): string {
  return at === 0
    ? 'The file isn’t complete JSON: it’s cut off or broken within its first item.'
    : `The file is cut off or broken here. The ${at === 1 ? 'item' : countedOf(at, 'item')} before it came in.`;
}
