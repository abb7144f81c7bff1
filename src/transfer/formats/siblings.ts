import type { ZipEntry } from './zip-entries.ts';
import { type OwnFile, ownFileIn } from './own-files.ts';
import { textOf } from './text/text.ts';

/** The id that Notion appends to the name of each page and table. */
const id = / ([0-9a-f]{32})(?=(?:_all)?(?:\.[a-z]+)?$)/;

export function notionId(name: string): string | undefined {
  return id.exec(name)?.[1];
}

export function withoutId(name: string): string {
  return name.replace(id, '');
}

/** The folder with the pages of a table: it has the table's name, with its id only in older exports. Empty for other files. */
export function tableStems(name: string): string[] {
  if (!name.endsWith('.csv')) return [];
  const stem = name.replace(/(_all)?\.csv$/, '');
  return [stem, withoutId(stem)];
}

/** The files around a file in its archive or folder. */
export type Siblings = {
  /** The program that wrote them, if their names show it. */
  kind: 'Commonplace' | 'Notion' | 'Omnivore' | Repeating['kind'] | undefined;
  /** Files that only repeat what others contain. */
  repeated: ReadonlySet<string>;
  /** The folders of Markdown files, and possible folders of pages that are rows of Notion's tables. */
  folders: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  /** Files of notes by the names that links use: in lower case, the path or its last part, without extension. */
  notes: ReadonlyMap<string, string>;
  /** Notes of our own export, by file. */
  own: ReadonlyMap<string, OwnFile>;
  /** Pictures by the names that texts use: in lower case, the path and its last part. */
  pictures: ReadonlyMap<string, string>;
  /** Pictures that the texts read so far show. */
  shown: Set<string>;
  /** The folder that contains everything, with its slash; empty if there is none. */
  root: string;
  /** Omnivore's highlights by the slugs of pages, and its metadata by file name. */
  highlights: ReadonlyMap<string, string>;
  metadata: ReadonlyMap<string, string>;
  /** The metadata of notes that are folders, by file name. */
  infos: ReadonlyMap<string, string>;
  /** The slugs of pages whose texts Omnivore wrote into separate files. */
  contents: ReadonlySet<string>;
};

export const noSiblings: Siblings = {
  kind: undefined,
  repeated: new Set(),
  folders: new Set(),
  tables: new Set(),
  notes: new Map(),
  own: new Map(),
  pictures: new Map(),
  shown: new Set(),
  root: '',
  highlights: new Map(),
  metadata: new Map(),
  infos: new Map(),
  contents: new Set(),
};

/** A file with a longer name cannot be referred to by links. */
export const longestRef = 300;

/** How much of Omnivore's highlights and metadata, which are separate from the texts, is held in memory. In characters. */
const longestHeld = 8_000_000;

/** Reads the names of all entries once, and what must be known in advance. `withPictures`: the caller imports pictures. */
export async function readSiblings(
  entries: AsyncIterable<Pick<ZipEntry, 'name' | 'bytes'>>,
  withPictures = false,
): Promise<Siblings> {
  const names = new Set<string>();
  const [highlights, metadata, infos] = [
    new Map<string, string>(),
    new Map<string, string>(),
    new Map<string, string>(),
  ];
  const contents = new Set<string>();
  const own = new Map<string, OwnFile>();
  let length = 0;
  for await (const { name, bytes } of entries) {
    if (isHidden(name) || name.endsWith('/')) continue;
    names.add(name);
    const content = contentOf(name);
    if (content !== undefined) contents.add(content);
    const ownFile =
      name.endsWith('.md') && !isHeld(name) ? ownFileIn((await bytes.next()).value ?? undefined) : undefined;
    if (ownFile) own.set(name, ownFile);
    if (!isHeld(name) || length > longestHeld) continue;
    const text = (await Array.fromAsync(textOf(bytes))).join('');
    length += text.length;
    const slug = highlightsOf(name);
    if (infoFile.test(name)) infos.set(name, text);
    else if (slug === undefined) metadata.set(name, text);
    else highlights.set(slug, text);
  }
  const kind = kindOf(names);
  const all = [...names];
  const isNote = (name: string) => name.endsWith('.md') || (kind === 'Notion' && name.endsWith('.html'));
  const texts = all.filter(isNote);
  const folders = new Set(texts.map((name) => name.slice(0, name.lastIndexOf('/'))));
  const tables = new Set(kind === 'Notion' ? all.flatMap(tableStems) : []);
  const root = rootOf(names);
  const notes = notesIn(texts, root);
  const pictures = withPictures ? picturesAmong(all, root) : noSiblings.pictures;
  const around = {
    ...noSiblings,
    kind,
    infos,
    repeated: new Set([...repeatedIn(all), ...infos.keys(), ...(kind === 'Notion' ? [`${root}index.html`] : [])]),
    folders,
    tables,
    notes,
    own,
    pictures,
    shown: new Set<string>(),
    root,
  };
  return kind === 'Omnivore' ? { ...around, highlights, metadata, contents } : around;
}

/** Whether a file with this name is read in advance, because of what it says about others. */
export function isReadFirst(name: string): boolean {
  return isHeld(name) || name.endsWith('.md');
}

/** Whether the whole contents of a file with this name must be known before the others are read. */
function isHeld(name: string): boolean {
  return highlightsOf(name) !== undefined || metadataFile.test(name) || infoFile.test(name);
}

/** The slug of the page whose text is in a file with this name. */
export function contentOf(name: string): string | undefined {
  return /(?:^|\/)content\/([^/]+)\.html$/.exec(name)?.[1];
}

const metadataFile = /(?:^|\/)metadata_\d+_to_\d+\.json$/;
const infoFile = /\.textbundle\/info\.json$/i;

/** A TextBundle is a note as a folder with its text and files; this removes the text's file name from the path. */
export function withoutBundle(name: string): string {
  return name.replace(/\.textbundle\/text\.\w+$/i, '');
}

/** The slug of the page whose highlights are in a file with this name. */
export function highlightsOf(name: string): string | undefined {
  return /(?:^|\/)highlights\/([^/]+)\.md$/.exec(name)?.[1];
}

/**
 * Programs whose archives repeat themselves: `mark` recognises an archive, and `again` matches the files in it, relative to
 * its folder, that repeat others: lists of labels, which each note has too, and notes as plain texts.
 */
type Repeating = { kind: 'Google Keep' | 'Simplenote' | 'Standard Notes' | 'TextBundle'; mark: RegExp; again: RegExp };
const repeating: readonly Repeating[] = [
  {
    kind: 'Google Keep',
    mark: /(?:^|\/)(?:Keep|Google Notizen)\/[^/]+\.json$/,
    again: /^(?:Keep|Google Notizen)\/Labels\.txt$/,
  },
  { kind: 'Simplenote', mark: /(?:^|\/)source\/notes\.json$/, again: /^(?:trash\/)?[^/]+\.txt$/ },
  { kind: 'Standard Notes', mark: /(?:^|\/)Standard Notes Backup[^/]*\.txt$/, again: /^Items\// },
  { kind: 'TextBundle', mark: /(?:^|\/)[^/]+\.textbundle\/info\.json$/, again: /^(?:tags|backup)\.json$/ },
];

const repeatingIn = (names: readonly string[]) => repeating.find(({ mark }) => names.some((name) => mark.test(name)));

/** The repeated files. Other files next to such an archive are read. */
function repeatedIn(names: readonly string[]): ReadonlySet<string> {
  const program = repeatingIn(names);
  if (!program) return noSiblings.repeated;
  const { mark, again } = program;
  const [known = ''] = names.filter((name) => mark.test(name));
  const found = mark.exec(known);
  const home = known.slice(0, (found?.index ?? 0) + (found?.[0].startsWith('/') ? 1 : 0));
  return new Set(names.filter((name) => name.startsWith(home) && again.test(name.slice(home.length))));
}

/** Files that systems and programs keep for themselves. */
export function isHidden(name: string): boolean {
  return name.split('/').some((part) => /^\.[^.]|^(__MACOSX|Thumbs\.db|desktop\.ini|Icon\r)$/i.test(part));
}

function kindOf(names: ReadonlySet<string>): Siblings['kind'] {
  const all = [...names];
  if (all.some((name) => /(?:^|\/)commonplace-\d+\.json$/.test(name))) return 'Commonplace';
  if (all.some((name) => metadataFile.test(name))) return 'Omnivore';
  const program = repeatingIn(all);
  if (program) return program.kind;
  return all.some((name) => / [0-9a-f]{32}(_all)?\.(md|csv|html)$/.test(name)) ? 'Notion' : undefined;
}

export const noteFile = /\.(md|html)$/i;

/** If several notes have the same name, it refers to the first. */
function notesIn(names: readonly string[], root: string): Map<string, string> {
  const notes = new Map<string, string>();
  for (const name of names.filter((each) => each.length <= longestRef)) {
    const path = withoutBundle(name.slice(root.length)).replace(noteFile, '').toLowerCase();
    notes.set(path, name);
    const last = path.split('/').at(-1) ?? path;
    if (!notes.has(last)) notes.set(last, name);
  }
  return notes;
}

const pictureFile = /\.(png|jpe?g|gif|webp|avif)$/i;

function picturesAmong(names: readonly string[], root: string): Map<string, string> {
  const pictures = new Map<string, string>();
  for (const name of names.filter((each) => pictureFile.test(each) && each.length <= longestRef)) {
    const path = name.slice(root.length).toLowerCase();
    pictures.set(path, name);
    const last = path.split('/').at(-1) ?? path;
    if (!pictures.has(last)) pictures.set(last, name);
  }
  return pictures;
}

function rootOf(names: ReadonlySet<string>): string {
  const [first = ''] = names;
  const root = first.slice(0, first.indexOf('/') + 1);
  return root !== '' && [...names].every((name) => name.startsWith(root)) ? root : '';
}
