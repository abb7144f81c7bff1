import type { Found } from './file.ts';
import { cutTo, shortenedTo } from '../../platform/model/text/plain-text.ts';

/** Folders are not nested deeper by anybody: of such a path the innermost are told. */
const deepest = 50;

/** Folders that name the one around them by its id, in any order. */
export class FolderTree {
  readonly #folders = new Map<string, { name: string; parent: string | undefined }>();
  readonly #parents = new Set<string>();

  add(id: string, name: string, parent: string | null | undefined): void {
    this.#folders.set(id, { name, parent: parent ?? undefined });
    if (parent != null) this.#parents.add(parent);
  }

  /** Whether others are within it. */
  holds(id: string): boolean {
    return this.#parents.has(id);
  }

  /** Its path from the outside in. One that is nowhere named goes by its id; a circle ends where it begins again. */
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

/** What programs say of a folder, for which there is a place with none of the things in it. */
export function saidOfFolder({ place, name, text }: { place: string; name: string; text: string }): Found {
  const words = shortenedTo(text.trim(), 300);
  return {
    place,
    title: cutTo(name, 300),
    why: `This folder’s description was left out: “${words}”`,
  };
}

/** Of folders nested deeper than people do, the innermost are told. In characters of their names. */
const longest = 4000;

/** A folder that is open where one reads, from the line of its name on. `isEmpty`: nothing was found in it so far; `isReadingList`: what is to be read. */
export type OpenFolder = { line: number; name: string; isEmpty: boolean; isReadingList?: boolean };

/** So many empty folders are named; of more it is told how many there are. */
const named = 100;

/** The folders of a file in which nothing lies: there is nothing to keep by their names. */
export class EmptyFolders {
  #count = 0;

  /** Says so of one, unless many were named already. */
  told(place: string, name: string): Found[] {
    this.#count += 1;
    if (this.#count > named) return [];
    return [{ place, title: cutTo(name, 300), remark: 'This folder is empty, so no collection was made for it.' }];
  }

  /** How many more there were, at the end of the file. */
  rest(): Found[] {
    const more = this.#count - named;
    const what = more === 1 ? 'One more folder is' : `${more} more folders are`;
    return more > 0 ? [{ place: 'the file', remark: `${what} empty.` }] : [];
  }

  /** Ends the innermost of the folders that are open, and says so where it has a name and nothing in it. */
  end(open: OpenFolder[]): Found[] {
    const ended = open.pop();
    const around = open.at(-1);
    const name = ended?.name.trim() ?? '';
    const isTold = ended !== undefined && ended.isEmpty && name !== '';
    if (around && (isTold || !ended?.isEmpty)) around.isEmpty = false;
    return isTold ? this.told(`line ${ended.line}`, name) : [];
  }
}

/** The path of the folders that are open, from the outside in, without those that have no name. */
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
