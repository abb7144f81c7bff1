import { tooMuch, type ImportEntry, type ImportItem } from '../model/import-item.ts';
import { fittingImported } from '../../notes/model/details.ts';
import { isEitherWay, isNoMoment, moment } from './field-values.ts';
import { type Markdown } from '../model/as-markdown.ts';

/** So much is held until its groups are whole; what comes after it begins new ones. In characters. */
const held = 8_000_000;

/** One of several parts of a group that a file has in several places, or something else that stands there. */
export type Part<Value> = { key: string; place: string; value: Value } | Found;

/** What belongs together although a file has it in several places. Groups stand in the order in which they begin. */
export async function* grouped<Value>(
  parts: AsyncIterable<Part<Value>>,
  whole: (values: readonly Value[], place: string) => Iterable<Found>,
): Items {
  const groups = new Map<string, { place: string; values: Value[] }>();
  let size = 0;
  const all = function* () {
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
    if (size > held) yield* all();
  }
  yield* all();
}

/** A line that is longer is handed on in pieces. In characters. */
const longestLine = 1_000_000;

/** The lines of a text, whatever ends them, each with its number from 1. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ line: string; number: number }, void> {
  let [kept, number] = ['', 1];
  for await (const part of text) {
    const whole = kept + part;
    // A carriage return at the end may be half of a line end.
    const held = whole.endsWith('\r') ? 1 : 0;
    const lines = whole.slice(0, whole.length - held).split(/\r\n?|\n/);
    kept = (lines.pop() ?? '') + (held ? '\r' : '');
    for (const line of lines) yield { line, number: number++ };
    if (kept.length <= longestLine) continue;
    yield { line: kept, number };
    kept = '';
  }
  for (const line of kept.replace(/\r$/, '').split('\n')) yield { line, number: number++ };
}

/** What a reader of a format gives, one after the other: items, and why there is none where there should be one. */
export type Found = ImportEntry;
export type Items = AsyncGenerator<Found, void>;

/** A file as browsers and Node know it (`File`, `Blob`). `name` may be a path within a folder. */
export type ImportFile = { name: string; size: number; stream: () => ReadableStream<Uint8Array> };

/** The dates of an item, and what one that cannot be read is called in what came with a note. */
const dates = { at: 'date saved', changedAt: 'date changed', readAt: 'date read' } as const;

/** An item as a program tells it, its dates as they are written. */
export type Told = Omit<Partial<ImportItem>, keyof typeof dates | 'body'> & {
  title: string;
  body?: Markdown | undefined;
} & {
  [Name in keyof typeof dates]?: unknown;
};

/**
 * An item at its place, without the fields that are not known, and with no more of what has no place here than is kept.
 * A date that nobody can read is kept there as it is written.
 */
export function found(place: string, { imported = {}, aside = [], ...item }: Told): Found {
  const known: Record<string, unknown> = { body: '', tags: [] };
  for (const [name, value] of Object.entries<unknown>(item)) {
    if (value !== undefined && value !== '') known[name] = value;
  }
  const remarks = [...(item.remarks ?? [])];
  for (const name of ['at', 'changedAt', 'readAt'] as const) {
    const time = moment(item[name]);
    if (time === undefined) delete known[name];
    else known[name] = time;
    if (time !== undefined && isEitherWay(item[name]))
      remarks.push(`“${String(item[name])}” was read with the month first.`);
    if (time !== undefined || isNoMoment(item[name])) continue;
    imported = { ...imported, [dates[name]]: asWritten(item[name]) };
  }
  const { kept, left } = fittingImported(imported);
  if (Object.keys(kept).length > 0) known['imported'] = kept;
  aside = [...aside, ...left];
  if (aside.length > 0) known['aside'] = aside;
  if (left.length > 0) remarks.push(tooMuch);
  if (remarks.length > 0) known['remarks'] = remarks;
  return { place, item: { ...(known as ImportItem), title: item.title } };
}

function asWritten(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

/** The most that a reader is given at once: what it finds in a piece is held until the piece is read. In bytes. */
const piece = 64 * 1024;

const unreadable = 'It can’t be read: it was moved, changed or deleted after it was chosen, or isn’t yours to read.';

/** A file of one's own that a browser names and does not give, or not any more. Its message is for people. */
class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** What a stream holds, piece by piece, however large it gives them. Not every browser can iterate a stream itself. */
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

/** What a file holds, opened when somebody reads it. One that cannot be read ends there, and keeps no other file out. */
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

/** The beginning, of at least `size` bytes or characters where there are so many, and the whole, to be read once. */
export async function peeked<Part extends Uint8Array | string>(
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
