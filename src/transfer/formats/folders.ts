import { grouped } from '../../platform/model/counted.ts';
import type { ReadEntry } from './file.ts';
import { cutTo, shortenedTo } from '../../platform/model/text/plain-text.ts';

/** Nobody nests folders deeper than this; of a longer path the innermost folders are used. */
const deepest = 50;

/** Folders that name their parents by id, in any order. */
export class FolderTree {
  readonly #folders = new Map<string, { name: string; parent: string | undefined }>();
  readonly #parents = new Set<string>();

  add(id: string, name: string, parent: string | null | undefined): void {
    this.#folders.set(id, { name, parent: parent ?? undefined });
    if (parent != null) this.#parents.add(parent);
  }

  /** Whether it has subfolders. */
  holds(id: string): boolean {
    return this.#parents.has(id);
  }

  /** The folder's path, outermost first. A folder without a name is called by its id; a cycle is cut. */
  pathOf(id: string): string[] {
    const path: string[] = [];
    const passed = new Set<string>();
    for (let at: string | undefined = id; at !== undefined && !passed.has(at); at = this.#folders.get(at)?.parent) {
      if (path.length === deepest) break;
      passed.add(at);
      path.unshift(this.#folders.get(at)?.name ?? at);
    }
    return path;
  }
}

/** A remark about the description of a folder, for which there is no place here. */
export function folderRemark({ place, name, text }: { place: string; name: string; text: string }): ReadEntry {
  const words = shortenedTo(text.trim(), 300);
  return {
    place,
    title: cutTo(name, 300),
    why: `This folder’s description was left out: “${words}”`,
  };
}

/** The longest path of folders, in characters; of a longer one the innermost are used. */
const longest = 4000;

/** A folder that is open at the reader's position. `line`: that of its name; `isEmpty`: nothing was found in it so far. */
export type OpenFolder = { line: number; name: string; isEmpty: boolean; isReadingList?: boolean };

/** How many empty folders are named; further ones are only counted. */
const named = 100;

/** The empty folders of a file, for which no collections are made. */
export class EmptyFolders {
  #count = 0;

  /** A remark about an empty folder, unless many were named already. */
  report(place: string, name: string): ReadEntry[] {
    this.#count += 1;
    if (this.#count > named) return [];
    return [{ place, title: cutTo(name, 300), remark: 'This folder is empty, so no collection was made for it.' }];
  }

  /** A remark about the number of further ones, for the end of the file. */
  rest(): ReadEntry[] {
    const more = this.#count - named;
    const what = more === 1 ? 'One more folder is' : `${grouped(more)} more folders are`;
    return more > 0 ? [{ place: 'the file', remark: `${what} empty.` }] : [];
  }

  /** Closes the innermost open folder, with a remark if it has a name but no contents. */
  end(open: OpenFolder[]): ReadEntry[] {
    const ended = open.pop();
    const around = open.at(-1);
    const name = ended?.name.trim() ?? '';
    const isReported = ended !== undefined && ended.isEmpty && name !== '';
    if (around && (isReported || !ended?.isEmpty)) around.isEmpty = false;
    return isReported ? this.report(`line ${ended.line}`, name) : [];
  }
}

/** The path of the open folders, outermost first, without nameless ones. */
export function pathOf(open: readonly { name: string }[]): string[][] | undefined {
  const path: string[] = [];
  let length = 0;
  for (let at = open.length - 1; at >= 0 && length < longest; at -= 1) {
    const name = open[at]?.name.trim() ?? '';
    length += name.length + 1;
    if (name !== '') path.unshift(name);
  }
  return path.length > 0 ? [path] : undefined;
}

/** Paths without the outermost folder, where that is one which the program itself made. */
export function withoutOutermost(paths: readonly string[][], isMade: RegExp): string[][] | undefined {
  const left = paths
    .map((path) => (isMade.test(path[0]?.trim() ?? '') ? path.slice(1) : path))
    .filter((path) => path.length > 0);
  return left.length > 0 ? left : undefined;
}
