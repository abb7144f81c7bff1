import { openAsBlob } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import type { ReadEntry, ImportFile } from '../../src/transfer/formats/file.ts';
import { openFile } from '../../src/transfer/formats/open-file.ts';

const folder = path.resolve(import.meta.dirname, '../fixtures/import');

/** The path of an example export of a program. */
export const fixturePath = (name: string) => path.join(folder, name);

/** An example export of a program. */
export async function fixture(name: string): Promise<ImportFile> {
  const blob = await openAsBlob(fixturePath(name));
  return { name, size: blob.size, stream: () => blob.stream() };
}

/** Bytes or text as a file whose stream yields chunks of `step` bytes. */
export function fileOf(content: string | Uint8Array, name = 'file', step = 65536): ImportFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const stream = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, at + step));
        at += step;
      },
    });
  };
  return { name, size: bytes.length, stream };
}

/** A zip archive of files by name. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]): [string, Uint8Array] => [
    name,
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries));
}

/** An example folder, zipped. */
export async function zippedFixture(name: string): Promise<Uint8Array> {
  const names = (await readdir(path.join(folder, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files = await Promise.all(
    names.map(async (each) => [path.relative(folder, each), await readFile(each)] as const),
  );
  return zipOf(Object.fromEntries(files));
}

/** The detected format of a file, and everything found in it. */
export async function readAll(file: ImportFile): Promise<{ format: string; found: ReadEntry[] }> {
  const opened = await openFile(file);
  if (!opened.ok) return { format: '', found: [{ place: 'the file', why: opened.why }] };
  const all: ReadEntry[] = [];
  for await (const one of opened.items) all.push(one);
  return { format: opened.format, found: all };
}

/** The items that were found. */
export function itemsIn(found: readonly ReadEntry[]) {
  return found.flatMap((one) => ('item' in one ? [one.item] : []));
}
export function faultsIn(found: readonly ReadEntry[]): string[] {
  return found.flatMap((one) => ('why' in one ? [`${one.place}: ${one.why}`] : []));
}
/** Remarks about the file as a whole. */
export function remarksOf(found: readonly ReadEntry[]): string[] {
  return found.flatMap((one) => ('remark' in one ? [`${one.place}: ${one.remark}`] : []));
}

/** Reads an example export: its detected format, the items found, and the refused ones. */
export async function readFixture(name: string) {
  const { format, found } = await readAll(await fixture(name));
  return { format, found, items: itemsIn(found), faults: faultsIn(found) };
}
