import type { ImportEntry, ImportItem } from '../model/import-item.ts';
import { fittingImported } from '../../notes/model/imported.ts';

/** What a reader of a format gives, one after the other: items, and why there is none where there should be one. */
export type Found = ImportEntry;
export type Items = AsyncGenerator<Found, void>;

/** A file as browsers and Node know it (`File`, `Blob`). `name` may be a path within a folder. */
export type ImportFile = { name: string; size: number; stream: () => ReadableStream<Uint8Array> };

/** An item at its place, without the fields that are not known, and with no more of what has no place here than is kept. */
export function found(
  place: string,
  { imported, aside = [], ...item }: Partial<ImportItem> & { title: string },
): Found {
  const { kept, left } = fittingImported(imported ?? {});
  const beside = { imported: isEmpty(kept) ? undefined : kept, aside: [...aside, ...left] };
  const known = Object.entries({ ...item, ...beside } as Record<string, unknown>).filter(
    ([name, value]) => value !== undefined && value !== '' && !(name === 'aside' && isEmpty(value as object)),
  );
  return {
    place,
    item: { body: '', tags: [], ...(Object.fromEntries(known) as Partial<ImportItem>), title: item.title },
  };
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

/** The most that a reader is given at once: what it finds in a piece is held until the piece is read. In bytes. */
const piece = 64 * 1024;

/** What a stream holds, piece by piece, however large it gives them. Not every browser can iterate a stream itself. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.length; at += piece) yield value.subarray(at, at + piece);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
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
