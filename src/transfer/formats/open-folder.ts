import { aroundIn } from './around.ts';
import { chunksOf, type ImportFile } from './file.ts';
import { archived, filesIn, openFile, type Opened } from './open.ts';
import type { ZipEntry } from './zip-entries.ts';

/** Several files as one, in the order of their names, each by what it is; what is none that we know is named. */
export async function openFiles(files: readonly ImportFile[]): Promise<Opened> {
  const [only] = files;
  if (!only) return { ok: false, why: 'There is no file in this folder.' };
  if (files.length === 1) return openFile(only);
  const around = await aroundIn(entriesOf(files));
  const format = around.kind ? `${around.kind} (folder)` : `${files.length} files`;
  return { ok: true, format, items: filesIn(entriesOf(files), around, 'folder') };
}

async function* entriesOf(files: readonly ImportFile[]): AsyncGenerator<ZipEntry, void> {
  for (const { name, stream } of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const entry = { name, bytes: bytesOf(stream), fault: () => undefined };
    if (/\.zip$/i.test(name)) yield* unpacked(entry, stream);
    else yield entry;
  }
}

/** What is in an archive, under its name; the file as it is where it is none. */
async function* unpacked(entry: ZipEntry, stream: ImportFile['stream']): AsyncGenerator<ZipEntry, void> {
  let isArchive = false;
  for await (const inner of archived(bytesOf(stream))) {
    isArchive = true;
    yield { ...inner, name: `${entry.name}/${inner.name}` };
  }
  if (!isArchive) yield entry;
}

/** Only opened when somebody reads it. */
async function* bytesOf(stream: ImportFile['stream']): AsyncGenerator<Uint8Array, void> {
  yield* chunksOf(stream());
}
