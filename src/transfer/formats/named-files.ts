import type { OwnFile } from './own-files.ts';
import { longestRef, noteFile, type Siblings } from './siblings.ts';

/** The picture file that a text shows: by its path from there, its path from the root, or its name anywhere. */
export function pictureAt({ pictures, shown, root }: Siblings, from: string, target: string): string | undefined {
  if (pictures.size === 0) return undefined;
  const folder = from.slice(root.length).split('/').slice(0, -1);
  const candidates = [pathFrom(folder, target), pathFrom([], target), target.split('/').at(-1) ?? target];
  const name = candidates.map((way) => pictures.get(way.toLowerCase())).find((each) => each !== undefined);
  if (name !== undefined) shown.add(name);
  return name;
}

function pathFrom(folder: readonly string[], target: string): string {
  const path = [...folder];
  for (const part of target.split('/')) {
    if (part === '..') path.pop();
    else if (part !== '.' && part !== '') path.push(part);
  }
  return path.join('/');
}

/** The file of the note that a link in `from` names: by name anywhere, or (`isPath`) by path; for our own notes, the note. */
export function noteAt(
  { notes, own, root }: Siblings,
  from: string,
  target: string,
  isPath: boolean,
): string | OwnFile | undefined {
  const folder = isPath ? from.slice(root.length).split('/').slice(0, -1) : [];
  const name = notes.get(pathFrom(folder, target.replace(noteFile, '')).toLowerCase());
  return (name !== undefined && own.get(name)) || name;
}

/** The name by which links in other files refer to a note, if there are other files. */
export function refOf({ name, around }: { name: string; around: Siblings }): string | undefined {
  return around.notes.size > 1 && name.length <= longestRef ? name : undefined;
}
