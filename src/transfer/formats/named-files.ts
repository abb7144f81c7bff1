import type { OwnFile } from './own-files.ts';
import { longestRef, noteFile, type Around } from './siblings.ts';

/** The file of a picture that a text shows: by the way to it from there, from the root, or by its name anywhere. */
export function pictureAt({ pictures, shown, root }: Around, from: string, target: string): string | undefined {
  if (pictures.size === 0) return undefined;
  const folder = from.slice(root.length).split('/').slice(0, -1);
  const ways = [wayFrom(folder, target), wayFrom([], target), target.split('/').at(-1) ?? target];
  const name = ways.map((way) => pictures.get(way.toLowerCase())).find((each) => each !== undefined);
  if (name !== undefined) shown.add(name);
  return name;
}

function wayFrom(folder: readonly string[], target: string): string {
  const path = [...folder];
  for (const part of target.split('/')) {
    if (part === '..') path.pop();
    else if (part !== '.' && part !== '') path.push(part);
  }
  return path.join('/');
}

/** The file of the note that a link in `from` names: by its name anywhere, or (`isPath`) by the way to it from there. Of one of ours, which it is. */
export function noteAt(
  { notes, own, root }: Around,
  from: string,
  target: string,
  isPath: boolean,
): string | OwnFile | undefined {
  const folder = isPath ? from.slice(root.length).split('/').slice(0, -1) : [];
  const name = notes.get(wayFrom(folder, target.replace(noteFile, '')).toLowerCase());
  return (name !== undefined && own.get(name)) || name;
}

/** How links in other files name a note: by its file, where it lies among others. */
export function refOf({ name, around }: { name: string; around: Around }): string | undefined {
  return around.notes.size > 1 && name.length <= longestRef ? name : undefined;
}
