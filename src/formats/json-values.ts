import { JSONParser } from '@streamparser/json';

/** A value of a list: `list` is the list's name, empty where the list is the whole file; `at` counts from 1. */
export type JsonValue = { list: string; at: number; value: unknown };
/** Where the JSON stops being any: after how many values of which list. */
export type JsonEnd = { broken: boolean; list: string; at: number };

/** The values of a JSON list, or of the lists in a JSON object, one by one as they end; says at last whether it was whole. */
export async function* jsonValues(text: AsyncIterable<string>, isList: boolean): AsyncGenerator<JsonValue, JsonEnd> {
  const read = { values: [] as JsonValue[], list: '', at: 0, broken: false, whole: false };
  const parser = new JSONParser({ paths: [isList ? '$.*' : '$.*.*'], keepStack: false });
  parser.onValue = ({ value, key, stack }) => {
    if (typeof key !== 'number') return;
    read.list = String(stack.at(-1)?.key ?? '');
    read.at = key + 1;
    read.values.push({ list: read.list, at: read.at, value });
  };
  parser.onError = () => (read.broken = true);
  parser.onEnd = () => (read.whole = true);
  for await (const part of text) {
    parser.write(part);
    yield* read.values.splice(0);
    // White space behind the end is no second document.
    if (read.broken || read.whole) break;
  }
  return { broken: !read.whole, list: read.list, at: read.at };
}
