import type { z } from 'zod';
import type { ImportItem } from '../domain/import-item.ts';
import type { JsonBeginning } from './beginning.ts';
import { found, type Found, type Items } from './file.ts';
import { sureOf, type Format } from './format.ts';
import { deepest, jsonValues, type JsonValue } from './json-values.ts';

/** A program's JSON: the list that holds its items (empty: the whole file), and what one says. */
export type JsonFormat<Value = never> = {
  name: string;
  list: string;
  /** Names that an item always has and that nobody else puts together; or by what else such a file is known. */
  known: readonly string[] | ((json: JsonBeginning) => number);
  item: z.ZodType<Value>;
  /** Undefined where an item holds nothing to bring. */
  read: (value: Value) => (Partial<ImportItem> & { title: string }) | undefined;
  /** What the other lists of the file hold; `count` says how much was found before. */
  others?: (value: JsonValue, count: number) => Found[];
};

/** Reads what a program wrote as JSON. */
export function jsonReader<Value>(format: JsonFormat<Value>): Format {
  const { name, list, known } = format;
  const sure = (json: JsonBeginning) =>
    typeof known === 'function' ? known(json) : sureOf(known, json.items.get(list));
  return {
    name,
    sure: (beginning) => {
      const json = beginning.json();
      return json ? sure(json) : 0;
    },
    items: (text, beginning) => jsonItems(text, beginning.json()?.form === 'list', format),
  };
}

/** Any other JSON, of which no list is known. */
export const unknownJson: Format = {
  name: 'JSON',
  sure: (beginning) => (beginning.json() ? 0.1 : 0),
  items: (text, beginning) => jsonItems(text, beginning.json()?.form === 'list', undefined),
};

/** The items of a JSON file in the order in which they stand. */
async function* jsonItems<Value>(
  text: AsyncIterable<string>,
  isList: boolean,
  format: JsonFormat<Value> | undefined,
): Items {
  const values = jsonValues(text, isList);
  let count = 0;
  for (;;) {
    const next = await values.next();
    if (next.done) {
      const { broken, at, deep } = next.value;
      if (deep > 0) yield { place: 'the file', why: tooDeep(deep) };
      if (broken) yield { place: `item ${at + 1}`, why: endsEarly(count === 0 ? 0 : at) };
      else if (count === 0) yield { place: 'the file', why: 'This is JSON, but no list of saved things that we know.' };
      return;
    }
    const others = format?.others?.(next.value, count) ?? [];
    count += others.length;
    yield* others;
    if (!format || format.list !== next.value.list) continue;
    count += 1;
    const item = itemOf(next.value, format);
    if (item) yield item;
  }
}

function itemOf<Value>({ at, value }: JsonValue, { item, read }: JsonFormat<Value>): Found | undefined {
  const place = `item ${at}`;
  const parsed = item.safeParse(value);
  if (!parsed.success) return { place, why: 'This item has no form that we know.' };
  const told = read(parsed.data);
  return told && found(place, told);
}

function tooDeep(parts: number): string {
  const what = parts === 1 ? 'One part of this file is' : `${parts} parts of this file are`;
  return `${what} nested deeper than ${deepest} levels, and left out.`;
}

function endsEarly(at: number): string {
  return at === 0
    ? 'The file is no whole JSON: it breaks off or has a fault before the end of its first item.'
    : `The file breaks off or has a fault here. The ${at === 1 ? 'item' : `${at} items`} before it came in.`;
}
