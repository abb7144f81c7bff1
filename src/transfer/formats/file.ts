import { tooManyFieldsRemark, type ImportEntry, type ImportItem } from '../model/import-item.ts';
import { formerTitlesOf } from '../model/note-of-item.ts';
import { fittingImported } from '../../notes/model/details.ts';
import { isAmbiguousDate, isEmptyDate, parseDate } from './field-values.ts';
import { type Markdown } from '../model/as-markdown.ts';

/** How much is buffered until its groups are complete. What follows begins new groups. In characters. */
const maxBuffered = 8_000_000;

/** A part of a group that is spread over a file, or another finding between such parts. */
export type Part<Value> = { key: string; place: string; value: Value } | ReadEntry;

/** Collects parts that belong together but are spread over a file. Groups are in the order of their first parts. */
export async function* groupParts<Value>(
  parts: AsyncIterable<Part<Value>>,
  whole: (values: readonly Value[], place: string) => Iterable<ReadEntry>,
): Items {
  const groups = new Map<string, { place: string; values: Value[] }>();
  let size = 0;
  const flush = function* () {
    for (const { place, values } of groups.values()) yield* whole(values, place);
    groups.clear();
    size = 0;
  };
  for await (const part of parts) {
    if (!('key' in part)) {
      yield part;
      continue;
    }
    const { key, place, value } = part;
    const group = groups.get(key);
    if (group) group.values.push(value);
    else groups.set(key, { place, values: [value] });
    size += JSON.stringify(value).length;
    if (size > maxBuffered) yield* flush();
  }
  yield* flush();
}

/** A text whose line ends are all line feeds, even if `\r\n` is split between two pieces. */
export async function* lineFeeds(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let held = '';
  for await (const part of text) {
    const whole = held + part;
    held = whole.endsWith('\r') ? '\r' : '';
    yield withLineFeeds(held ? whole.slice(0, -1) : whole);
  }
  if (held) yield '\n';
}

export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** A longer line is passed on in pieces. In characters. */
const longestLine = 1_000_000;

/** The lines of a text with line feeds, each with its number from 1. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ line: string; number: number }, void> {
  let [kept, number] = ['', 1];
  for await (const part of text) {
    const lines = (kept + part).split('\n');
    kept = lines.pop() ?? '';
    for (const line of lines) yield { line, number: number++ };
    if (kept.length <= longestLine) continue;
    yield { line: kept, number };
    kept = '';
  }
  yield { line: kept, number };
}

/** What the reader of a format finds, one after the other: items, and reasons why one could not be read. */
export type ReadEntry = ImportEntry;
export type Items = AsyncGenerator<ReadEntry, void>;

/** A file as browsers and Node know it (`File`, `Blob`). `name` may be a path within a folder. */
export type ImportFile = { name: string; size: number; stream: () => ReadableStream<Uint8Array> };

/** The dates of an item, and the name under which an unreadable one is kept with the note. */
const dates = { at: 'date saved', changedAt: 'date changed', readAt: 'date read' } as const;

/** An item as read from a file, with its dates as written there. */
export type ParsedItem = Omit<Partial<ImportItem>, keyof typeof dates | 'body'> & {
  title: string;
  body?: Markdown | undefined;
} & {
  [Name in keyof typeof dates]?: unknown;
};

/**
 * Makes an entry of an item and its place. Empty fields are dropped. Imported fields without a counterpart here are kept as
 * far as they fit, and so is a date that cannot be parsed, as it is written.
 */
export function itemEntry(place: string, { imported = {}, aside = [], ...item }: ParsedItem): ReadEntry {
  const known: Record<string, unknown> = { body: '', tags: [] };
  for (const [name, value] of Object.entries<unknown>(item)) {
    if (value !== undefined && value !== '') known[name] = value;
  }
  const remarks = [...(item.remarks ?? [])];
  for (const name of ['at', 'changedAt', 'readAt'] as const) {
    const time = parseDate(item[name]);
    if (time === undefined) delete known[name];
    else known[name] = time;
    if (time !== undefined && isAmbiguousDate(item[name]))
      remarks.push(`“${String(item[name])}” was read with the month first.`);
    if (time !== undefined || isEmptyDate(item[name])) continue;
    imported = { ...imported, [dates[name]]: asWritten(item[name]) };
  }
  const { own } = item;
  const { left: titlesLeft, ...former } = formerTitlesOf(own);
  if (own?.formerTitles) known['own'] = { ...own, formerTitles: undefined, ...former };
  const { kept, left } = fittingImported(imported);
  if (Object.keys(kept).length > 0) known['imported'] = kept;
  aside = [...aside, ...titlesLeft, ...left];
  if (aside.length > 0) known['aside'] = aside;
  if (left.length > 0) remarks.push(tooManyFieldsRemark);
  if (remarks.length > 0) known['remarks'] = remarks;
  return { place, item: { ...(known as ImportItem), title: item.title } };
}

function asWritten(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

/** The largest piece passed to a reader, which buffers what it finds until it has read the piece. In bytes. */
const piece = 64 * 1024;

const unreadable = 'It can’t be read: it was moved, changed or deleted after it was chosen, or isn’t yours to read.';

/** The browser cannot read a chosen file, or no longer. The message is for people. */
class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The contents of a stream in pieces of limited size. Not every browser can iterate a stream itself. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new UnreadableFile(unreadable, { cause });
      });
      if (done) return;
      for (let at = 0; at < value.length; at += piece) yield value.subarray(at, at + piece);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The contents of a file, opened at the first read. If it becomes unreadable, it ends early, and other files still follow. */
export async function* bytesOf(
  stream: ImportFile['stream'],
  failed: (why: string) => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunksOf(stream());
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    failed(error.message);
  }
}

/** The beginning of a file, at least `size` bytes or characters if it has them, and all of it, which can be read once. */
export async function peek<Part extends Uint8Array | string>(
  parts: AsyncIterable<Part>,
  size: number,
): Promise<{ head: Part[]; all: AsyncGenerator<Part, void> }> {
  const rest = parts[Symbol.asyncIterator]();
  const head: Part[] = [];
  let length = 0;
  while (length < size) {
    const next = await rest.next();
    if (next.done) break;
    head.push(next.value);
    length += next.value.length;
  }
  async function* all(): AsyncGenerator<Part, void> {
    try {
      yield* head;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { head, all: all() };
}
