import type { ZipEntry } from './zip-entries.ts';
import { tableStems } from './notion-names.ts';
import { textOf } from './text.ts';

/** What a file lies among in its archive or folder. */
export type Around = {
  /** What wrote all of it, as far as names tell. */
  kind: 'Commonplace' | 'Notion' | 'Omnivore' | undefined;
  /** The folders in which Markdown files lie, and those in which the rows of Notion's tables do where they are pages. */
  folders: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  /** The folder in which everything lies, with the stroke behind it; empty where there is none. */
  root: string;
  /** The texts of Omnivore's highlights, by the slug of their page. */
  highlights: ReadonlyMap<string, string>;
};

export const alone: Around = {
  kind: undefined,
  folders: new Set(),
  tables: new Set(),
  root: '',
  highlights: new Map(),
};

/** Omnivore keeps highlights apart from what they are of; all of them together are held. In characters. */
const longestHighlights = 8_000_000;

/** Goes through all entries once, by their names. */
export async function aroundIn(entries: AsyncIterable<Pick<ZipEntry, 'name' | 'bytes'>>): Promise<Around> {
  const names = new Set<string>();
  const highlights = new Map<string, string>();
  let length = 0;
  for await (const { name, bytes } of entries) {
    if (isHidden(name) || name.endsWith('/')) continue;
    names.add(name);
    const slug = highlightsOf(name);
    if (slug === undefined || length > longestHighlights) continue;
    const text = (await Array.fromAsync(textOf(bytes))).join('');
    length += text.length;
    highlights.set(slug, text);
  }
  const kind = kindOf(names);
  const all = [...names];
  const folders = new Set(all.flatMap((name) => (name.endsWith('.md') ? [name.slice(0, name.lastIndexOf('/'))] : [])));
  const tables = new Set(kind === 'Notion' ? all.flatMap(tableStems) : []);
  return { kind, folders, tables, root: rootOf(names), highlights: kind === 'Omnivore' ? highlights : new Map() };
}

/** The slug of the page whose highlights stand in a file of this name. */
export function highlightsOf(name: string): string | undefined {
  return /(?:^|\/)highlights\/([^/]+)\.md$/.exec(name)?.[1];
}

/** What systems and programs keep for themselves. */
export function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}

function kindOf(names: ReadonlySet<string>): Around['kind'] {
  const all = [...names];
  if (all.some((name) => /(?:^|\/)commonplace-\d+\.json$/.test(name))) return 'Commonplace';
  if (all.some((name) => /(?:^|\/)metadata_\d+_to_\d+\.json$/.test(name))) return 'Omnivore';
  return all.some((name) => / [0-9a-f]{32}(_all)?\.(md|csv)$/.test(name)) ? 'Notion' : undefined;
}

function rootOf(names: ReadonlySet<string>): string {
  const [first = ''] = names;
  const root = first.slice(0, first.indexOf('/') + 1);
  return root !== '' && [...names].every((name) => name.startsWith(root)) ? root : '';
}
