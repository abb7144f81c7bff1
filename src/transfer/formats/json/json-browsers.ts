import { itemEntry, type ReadEntry, type ParsedItem } from '../file.ts';
import { confidenceOf } from '../format.ts';
import { EmptyFolders, folderRemark } from '../folders.ts';
import { splitTags, parseDate, importedFrom } from '../field-values.ts';
import { jsonFile } from './json.ts';
import { fromPlain } from '../../model/as-markdown.ts';

/** A bookmark, a folder or a separator in a browser's file. */
type Node = Readonly<Record<string, unknown>>;

/**
 * A browser's names for the fields of its trees. `item` returns undefined for folders and separators; `about`: the
 * description of a folder.
 */
type Tree = {
  nameOf: (node: Node) => unknown;
  item: (node: Node, folders: string[]) => ParsedItem | undefined;
  isFolder: (node: Node) => boolean;
  about: (node: Node) => string;
};

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
    const place = [root, ...folders, `item ${at + 1}`].join(' / ').slice(-300);
    const item = tree.item(child, folders);
    if (item) yield itemEntry(place, item);
    const { children: inner = [] } = child;
    if (!tree.isFolder(child)) continue;
    const name = text(tree.nameOf(child)) || 'unnamed';
    yield* bookmarksIn(child, within, [...folders, name]);
    if (!item && Array.isArray(inner) && inner.length === 0 && tree !== tagged) yield* empty.report(place, name);
    if (tree.about(child) !== '') yield folderRemark({ place, name, text: tree.about(child) });
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
  isFolder: (node) => 'children' in node,
  about: ({ meta_info: info }) => (isNode(info) ? text(info['Description']) : ''),
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

/** The annotations in which older versions keep a description, and the page of a feed that is shown as a folder. */
const [description, feedPage, feed] = ['bookmarkProperties/description', 'livemark/siteURI', 'livemark/feedURI'];

/** Annotations by name. */
function annosOf({ annos }: Node): Map<string, unknown> {
  const notes = Array.isArray(annos) ? annos.filter(isNode) : [];
  return new Map(notes.map(({ name, value }) => [text(name), value]));
}

const firefox: Tree = {
  nameOf: ({ title }) => title,
  isFolder: (node) => 'children' in node || node['type'] === 'text/x-moz-place-container',
  about: (node) => text(annosOf(node).get(description)),
  item: (node, folders) => {
    const { uri, title, tags, dateAdded: at, lastModified: changedAt, annos: _annos, ...more } = node;
    const annos = annosOf(node);
    const url = uri ?? annos.get(feedPage) ?? annos.get(feed);
    if (typeof url !== 'string') return undefined;
    const others = [...annos].filter(([name, value]) => name !== description && value !== url);
    return {
      title: text(title),
      url,
      body: fromPlain(text(annos.get(description))),
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
