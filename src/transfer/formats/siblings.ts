import type { ZipEntry } from './zip-entries.ts';
import { type OwnFile, ownFileIn } from './own-files.ts';
import { textOf } from './text/text.ts';

/** What Notion writes behind the name of each page and table. */
const id = / ([0-9a-f]{32})(?=(?:_all)?(?:\.[a-z]+)?$)/;

export function notionId(name: string): string | undefined {
  return id.exec(name)?.[1];
}

export function withoutId(name: string): string {
  return name.replace(id, '');
}

/** Where the pages of a table lie: in a folder of its name, which has its id only in older exports. None for other files. */
export function tableStems(name: string): string[] {
  if (!name.endsWith('.csv')) return [];
  const stem = name.replace(/(_all)?\.csv$/, '');
  return [stem, withoutId(stem)];
}

/** What a file lies among in its archive or folder. */
export type Around = {
  /** What wrote all of it, as far as names tell. */
  kind: 'Commonplace' | 'Notion' | 'Omnivore' | Repeating['kind'] | undefined;
  /** Files that say again what others beside them say. */
  repeated: ReadonlySet<string>;
  /** The folders in which Markdown files lie, and those in which the rows of Notion's tables do where they are pages. */
  folders: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  /** The files of notes, by what links call them: in lower case, their path or its last part, without the ending. */
  notes: ReadonlyMap<string, string>;
  /** Those of our own export, by their files. */
  own: ReadonlyMap<string, OwnFile>;
  /** The pictures, by what links call them: in lower case, their path and its last part. */
  pictures: ReadonlyMap<string, string>;
  /** Which of them texts show, as far as these were read. */
  shown: Set<string>;
  /** The folder in which everything lies, with the stroke behind it; empty where there is none. */
  root: string;
  /** The texts of Omnivore's highlights, by the slug of their page; of its files that tell of pages, by their name. */
  highlights: ReadonlyMap<string, string>;
  metadata: ReadonlyMap<string, string>;
  /** What programs noted of notes that are folders, by the names of these files. */
  infos: ReadonlyMap<string, string>;
  /** The slugs of the pages whose text Omnivore wrote into files of their own. */
  contents: ReadonlySet<string>;
};

export const alone: Around = {
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

/** The name of a file that is longer is no link's. */
export const longestRef = 300;

/** Omnivore keeps highlights and texts apart from the pages that they are of; so much of these is held. In characters. */
const longestHeld = 8_000_000;

/** Goes through all entries once, by their names. `withPictures`: whoever reads it brings those along. */
export async function aroundIn(
  entries: AsyncIterable<Pick<ZipEntry, 'name' | 'bytes'>>,
  withPictures = false,
): Promise<Around> {
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
    const ours = name.endsWith('.md') && !isHeld(name) ? ownFileIn((await bytes.next()).value ?? undefined) : undefined;
    if (ours) own.set(name, ours);
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
  const pictures = withPictures ? picturesAmong(all, root) : alone.pictures;
  const around = {
    ...alone,
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

/** Whether a file of this name is looked at before the others are read, for what it says of them. */
export function isLookedAt(name: string): boolean {
  return isHeld(name) || name.endsWith('.md');
}

/** Whether what is in a file of this name has to be known before the others are read. */
function isHeld(name: string): boolean {
  return highlightsOf(name) !== undefined || metadataFile.test(name) || infoFile.test(name);
}

/** The slug of the page whose text stands in a file of this name. */
export function contentOf(name: string): string | undefined {
  return /(?:^|\/)content\/([^/]+)\.html$/.exec(name)?.[1];
}

const metadataFile = /(?:^|\/)metadata_\d+_to_\d+\.json$/;
const infoFile = /\.textbundle\/info\.json$/i;

/** A note that is a folder (TextBundle), with its text and the files that it shows, by the name of that alone. */
export function withoutBundle(name: string): string {
  return name.replace(/\.textbundle\/text\.\w+$/i, '');
}

/** The slug of the page whose highlights stand in a file of this name. */
export function highlightsOf(name: string): string | undefined {
  return /(?:^|\/)highlights\/([^/]+)\.md$/.exec(name)?.[1];
}

/**
 * Google Keep, Simplenote, Standard Notes and Bear: the file by which an archive is known, and which files of it, from its
 * folder, say again what others say: labels, which each note names itself, and notes as mere texts.
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

/** What else lies in a folder, beside such an archive, is read. */
function repeatedIn(names: readonly string[]): ReadonlySet<string> {
  const program = repeatingIn(names);
  if (!program) return alone.repeated;
  const { mark, again } = program;
  const [known = ''] = names.filter((name) => mark.test(name));
  const found = mark.exec(known);
  const home = known.slice(0, (found?.index ?? 0) + (found?.[0].startsWith('/') ? 1 : 0));
  return new Set(names.filter((name) => name.startsWith(home) && again.test(name.slice(home.length))));
}

/** What systems and programs keep for themselves. */
export function isHidden(name: string): boolean {
  return name.split('/').some((part) => /^\.[^.]|^(__MACOSX|Thumbs\.db|desktop\.ini|Icon\r)$/i.test(part));
}

function kindOf(names: ReadonlySet<string>): Around['kind'] {
  const all = [...names];
  if (all.some((name) => /(?:^|\/)commonplace-\d+\.json$/.test(name))) return 'Commonplace';
  if (all.some((name) => metadataFile.test(name))) return 'Omnivore';
  const program = repeatingIn(all);
  if (program) return program.kind;
  return all.some((name) => / [0-9a-f]{32}(_all)?\.(md|csv|html)$/.test(name)) ? 'Notion' : undefined;
}

export const noteFile = /\.(md|html)$/i;

/** Where several have the same name, it means the first. */
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
