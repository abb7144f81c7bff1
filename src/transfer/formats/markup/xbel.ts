import { EmptyFolders, type OpenFolder, pathOf, folderRemark } from '../folders.ts';
import { itemEntry, type ReadEntry, type Items } from '../file.ts';
import type { Format } from '../format.ts';
import { endlessTag, type HtmlToken, htmlTokens } from './html-tokens.ts';
import { importedFrom } from '../field-values.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import { fromPlain } from '../../model/as-markdown.ts';

type Bookmark = {
  line: number;
  attributes: Record<string, string>;
  title: string;
  desc: string;
  folders: string[][] | undefined;
  /** The metadata of programs, by owner. */
  metadata: Record<string, string[]>;
};

/** The bookmarks of KDE, GNOME and others, in nested folders. */
export const xbel: Format = {
  name: 'XBEL',
  confidence: (beginning) => (beginning.html()?.tags[0]?.name === 'xbel' ? 1 : 0),
  items: xbelItems,
};

/** More words than any program's metadata has. */
const maxWords = 1000;

async function* xbelItems(text: AsyncIterable<string>): Items {
  const folders: OpenFolder[] = [];
  const empty = new EmptyFolders();
  /** Bookmarks by id, since an alias puts one into another folder. */
  const named = new Map<string, Bookmark>();
  let bookmark: Bookmark | undefined;
  let into: 'title' | 'desc' | undefined;
  /** The metadata being read, whose contents are kept as they are. */
  let noted: { line: number; owner: string; words: string[] } | undefined;
  let about = { line: 0, text: '' };
  for await (const token of htmlTokens(text, 'xml')) {
    const folder = folders.at(-1);
    if (token.kind === 'endless') {
      if (bookmark) yield { place: `line ${bookmark.line}`, title: cutTo(bookmark.title, 200), why: brokenOff };
      yield endlessTag(token);
      return;
    }
    if (noted) {
      if (token.kind !== 'close' || token.name !== 'metadata') {
        if (noted.words.length < maxWords) noted.words.push(...wordsOf(token));
        continue;
      }
      const { line, owner, words } = noted;
      if (bookmark && words.length > 0) {
        const name = `metadata ${owner}`.trim();
        bookmark.metadata[name] = [...(bookmark.metadata[name] ?? []), ...words].slice(0, maxWords);
      } else if (words.length > 0)
        yield folderRemark({ place: `line ${line}`, name: folders.at(-1)?.name.trim() ?? '', text: words.join(', ') });
      noted = undefined;
    } else if (token.kind === 'text') {
      if (into && bookmark) bookmark[into] += token.text;
      else if (into === 'desc') about.text += token.text;
      else if (into === 'title' && folder) folder.name += token.text;
    } else if (token.kind === 'open') {
      const { name, attributes, line } = token;
      if (name === 'title' || name === 'desc') into = name;
      if (name === 'desc') about = { line, text: '' };
      if (name === 'metadata') noted = { line, owner: attributes.owner ?? '', words: wordsOf({ ...token, name: '' }) };
      if (name === 'folder') folders.push({ line, name: '', isEmpty: true });
      if (folder && (name === 'bookmark' || name === 'alias')) folder.isEmpty = false;
      if (name === 'alias') yield aliasOf(named.get(attributes.ref ?? ''), line, pathOf(folders));
      if (name === 'bookmark') {
        bookmark = { line, attributes, title: '', desc: '', folders: pathOf(folders), metadata: {} };
      }
    } else if (token.kind === 'close') {
      if (token.name === 'title' || token.name === 'desc') into = undefined;
      const text = about.text.trim();
      if (token.name === 'desc' && text !== '' && !bookmark) {
        yield folderRemark({ place: `line ${about.line}`, name: folder?.name.trim() ?? '', text });
      }
      if (token.name === 'folder') yield* empty.end(folders);
      if (token.name !== 'bookmark' || !bookmark) continue;
      yield itemOf(bookmark);
      if (bookmark.attributes.id) named.set(bookmark.attributes.id, bookmark);
      bookmark = undefined;
    }
  }
  if (bookmark) yield { place: `line ${bookmark.line}`, title: cutTo(bookmark.title, 200), why: brokenOff };
  yield* empty.rest();
}

function aliasOf(bookmark: Bookmark | undefined, line: number, folders: string[][] | undefined): ReadEntry {
  const why = 'This refers to a bookmark that isn’t above it.';
  return bookmark ? itemOf({ ...bookmark, line, folders }) : { place: `line ${line}`, why };
}

const brokenOff = 'The file is cut off within this bookmark.';

/** An element as words: its name and its attributes, or its text. */
function wordsOf(token: HtmlToken): string[] {
  if (token.kind === 'text') return token.text.trim() === '' ? [] : [token.text.trim()];
  if (token.kind !== 'open') return [];
  const attributes = Object.entries(token.attributes).filter(([name]) => name !== 'owner' && !name.startsWith('xmlns'));
  return attributes.map(([name, value]) => `${token.name} ${name}: ${value}`.trim());
}

function itemOf({ line, attributes, title, desc, folders, metadata }: Bookmark): ReadEntry {
  return itemEntry(`line ${line}`, {
    title: title.trim(),
    url: attributes.href?.trim(),
    body: fromPlain(desc.trim()),
    folders,
    at: attributes.added,
    changedAt: attributes.modified,
    imported: importedFrom({ ...attributes, ...metadata }, ['href', 'added', 'modified', 'id']),
  });
}
