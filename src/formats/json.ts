import type { z } from 'zod';
import type { ImportItem } from '../domain/import-item.ts';
import { found, type Found, type Items } from './file.ts';
import { deepest, jsonValues, type JsonValue } from './json-values.ts';
import { karakeepJson } from './karakeep.ts';
import { omnivoreJson } from './omnivore.ts';
import { ownChoice, ownHighlights } from './own-choices.ts';
import { ownJson } from './own.ts';
import { wallabagJson } from './wallabag.ts';

/** A program's JSON: the list that holds its items (empty: the whole file), and what one says. */
export type JsonFormat<Value = never> = {
  name: string;
  list: string;
  item: z.ZodType<Value>;
  read: (value: Value) => (Partial<ImportItem> & { title: string }) | undefined;
};

type Read = {
  name: string;
  list: string;
  read: (value: unknown) => (Partial<ImportItem> & { title: string }) | undefined | null;
};

/** Null: the value is none of this format's. Undefined: it holds nothing to bring. */
function reader<Value>({ name, list, item, read }: JsonFormat<Value>): Read {
  return {
    name,
    list,
    read: (value) => {
      const parsed = item.safeParse(value);
      return parsed.success ? read(parsed.data) : null;
    },
  };
}

const formats = [reader(ownJson), reader(karakeepJson), reader(wallabagJson), reader(omnivoreJson)];

/** Which program's JSON begins so. A list is told by its first item, which only reading shows. */
export function jsonFormat(head: string): string | undefined {
  const start = head.trimStart();
  if (start.startsWith('[')) return 'JSON list';
  if (!start.startsWith('{')) return undefined;
  if (/^\{\s*"commonplace"\s*:|"downloadedAt"\s*:/.test(start)) return ownJson.name;
  return /"bookmarks"\s*:\s*\[/.test(start) ? karakeepJson.name : 'JSON';
}

/** The items of a JSON file in the order in which they stand, each read by the format whose form it has. */
export async function* jsonItems(text: AsyncIterable<string>, head: string): Items {
  const values = jsonValues(text, head.trimStart().startsWith('['));
  const isOwn = jsonFormat(head) === ownJson.name;
  let count = 0;
  for (;;) {
    const next = await values.next();
    if (next.done) {
      const { broken, at, deep } = next.value;
      if (deep > 0) yield { place: 'the file', why: tooDeep(deep) };
      if (broken) yield { place: `item ${at + 1}`, why: endsEarly(at) };
      else if (count === 0) yield { place: 'the file', why: 'This is JSON, but no list of saved things that we know.' };
      return;
    }
    const others = isOwn ? [...ownChoice(next.value), ...(count > 0 ? ownHighlights(next.value) : [])] : [];
    count += others.length;
    yield* others;
    if (!formats.some(({ list }) => list === next.value.list)) continue;
    count += 1;
    const item = itemOf(next.value);
    if (item) yield item;
  }
}

function itemOf({ list, at, value }: JsonValue): Found | undefined {
  const place = `item ${at}`;
  for (const { list: name, read } of formats) {
    const item = name === list ? read(value) : null;
    if (item) return found(place, item);
    if (item === undefined) return undefined;
  }
  return { place, why: 'This item has no form that we know.' };
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
