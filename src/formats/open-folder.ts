import type { ImportFile, Items } from './file.ts';
import { openFile, type Opened } from './open.ts';

/** Several files as one, in the order of their names, each by what it is; what is none that we know is named. */
export async function openFiles(files: readonly ImportFile[]): Promise<Opened> {
  const [only] = files;
  if (!only) return { ok: false, why: 'There is no file in this folder.' };
  if (files.length === 1) return openFile(only);
  return { ok: true, format: `${files.length} files`, items: itemsOf(files) };
}

async function* itemsOf(files: readonly ImportFile[]): Items {
  for (const file of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const place = file.name.slice(0, 300);
    if (place.split('/').some((part) => part.startsWith('.'))) continue;
    const opened = await openFile(file);
    if (!opened.ok) {
      if (/\.(md|markdown|txt|html?|csv|json|zip)$/i.test(place)) yield { place, why: opened.why };
      continue;
    }
    for await (const item of opened.items) {
      yield { ...item, place: item.place === place ? place : `${place}, ${item.place}`.slice(0, 300) };
    }
  }
}
