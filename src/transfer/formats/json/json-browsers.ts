import { itemEntry, type ReadEntry, type ParsedItem } from '../file.ts';
import { confidenceOf } from '../format.ts';
import { EmptyFolders } from '../folders.ts';
import { splitTags, parseDate, importedFrom } from '../field-values.ts';
import { jsonFile } from './json.ts';
import { fromPlain } from '../../model/as-markdown.ts';

/** A bookmark, a folder or a separator in a browser's file. */
type Node = Readonly<Record<string, unknown>>;

/** A browser's names for the fields of its trees. `item` returns undefined for folders and separators. */
type Tree = { nameOf: (node: Node) => unknown; item: (node: Node, folders: string[]) => ParsedItem | undefined };

/** Walks a tree. Its depth is limited by that of the JSON, in which each folder is two levels. */
function* bookmarksIn(
  node: unknown,
  within: { tree: Tree; root: string; empty: EmptyFolders },
  folders: string[] = [],
): Generator<ReadEntry, void> {
  const { tree, root, empty } = within;
  const children = isNode(node) ? node['children'] : undefined;
  if (!Array.isArray(children)) return;
  for (const [at, child] of children.entries()) {
    if (!isNode(child)) continue;
    const item = tree.item(child, folders);
    if (item) yield itemEntry([root, ...folders, `item ${at + 1}`].join(' / ').slice(-300), item);
    if (!('children' in child)) continue;
    const name = text(tree.nameOf(child)) || 'unnamed';
    yield* bookmarksIn(child, within, [...folders, name]);
    const isEmpty = Array.isArray(child['children']) && child['children'].length === 0;
    if (isEmpty && tree !== tagged)
      yield* empty.report([root, ...folders, `item ${at + 1}`].join(' / ').slice(-300), name);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Chrome counts microseconds since 1601, in digits; `0` means never. */
function sinceWindows(at: unknown): string | undefined {
  return /^\d{17,18}$/.test(text(at)) ? parseDate(Number(at) / 1000 - 11_644_473_600_000) : undefined;
}

const chrome: Tree = {
  nameOf: ({ name }) => name,
  item: ({ url, name, date_added: at, date_modified: changedAt, date_last_used: used, guid, ...rest }, folders) => {
    // Fields that only Vivaldi has.
    const { Description: about, ...info } = isNode(rest['meta_info']) ? rest['meta_info'] : {};
    const more = { ...rest, meta_info: info };
    return typeof url === 'string'
      ? {
          title: text(name),
          url,
          body: fromPlain(text(about)),
          folders: folders.length > 0 ? [folders] : undefined,
          at: sinceWindows(at) ?? at,
          changedAt: sinceWindows(changedAt) ?? changedAt,
          imported: importedFrom({ date_last_used: sinceWindows(used), guid, ...more }, ['id', 'type']),
        }
      : undefined;
  },
};

/** The file `Bookmarks` of Chrome, Edge, Brave and others. The outermost folders are the browser's own. */
export const chromeJson = jsonFile(
  'Chrome (Bookmarks)',
  ({ names }) => confidenceOf(['checksum', 'roots'], names),
  async function* (values) {
    const empty = new EmptyFolders();
    for await (const { list, key: root = '', value } of values)
      if (list === 'roots' && root === 'trash') yield* leftInTrash(bookmarksIn(value, { tree: chrome, root, empty }));
      else if (list === 'roots') yield* bookmarksIn(value, { tree: chrome, root, empty });
    yield* empty.rest();
  },
  { isTree: true },
);

function* leftInTrash(thrown: Iterable<ReadEntry>): Generator<ReadEntry, void> {
  for (const one of thrown) {
    if (!('item' in one)) continue;
    const { title, url = '' } = one.item;
    yield { place: one.place, title: (title || url).slice(0, 300), why: 'It’s in the browser’s trash.' };
  }
}

/** The annotation in which older versions keep a description. */
const description = 'bookmarkProperties/description';

const firefox: Tree = {
  nameOf: ({ title }) => title,
  item: ({ uri, title, tags, dateAdded: at, lastModified: changedAt, annos, ...more }, folders) => {
    if (typeof uri !== 'string') return undefined;
    const notes = Array.isArray(annos) ? annos.filter(isNode) : [];
    const annotation = notes.find(({ name }) => name === description);
    const others = notes.filter((note) => note !== annotation).map(({ name, value }) => [text(name), value] as const);
    return {
      title: text(title),
      url: uri,
      body: fromPlain(text(annotation?.['value'])),
      tags: splitTags(text(tags)),
      folders: folders.length > 0 ? [folders] : undefined,
      at: at,
      changedAt: changedAt,
      imported: importedFrom({ ...more, annos: Object.fromEntries(others) }, [
        'id',
        'index',
        'type',
        'typeCode',
        'iconUri',
        'iconuri',
      ]),
    };
  },
};

/** The folders of this root are tags; their bookmarks are in the other roots as well. */
const tagged: Tree = {
  ...firefox,
  item: ({ uri }, folders) => (typeof uri === 'string' ? { title: '', url: uri, tags: folders } : undefined),
};

/** A backup of Firefox: `bookmarks-2024-01-02_….json`. */
export const firefoxJson = jsonFile(
  'Firefox (backup)',
  ({ names }) => confidenceOf(['guid', 'title', 'root', 'children'], names),
  async function* (values) {
    const empty = new EmptyFolders();
    for await (const { list, value } of values) {
      if (list !== 'children' || !isNode(value)) continue;
      const tree = value['root'] === 'tagsFolder' ? tagged : firefox;
      yield* bookmarksIn(value, { tree, root: text(value['title']), empty });
    }
    yield* empty.rest();
  },
  { isTree: true },
);
