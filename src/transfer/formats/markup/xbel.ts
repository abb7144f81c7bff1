import { pathOf, saidOfFolder } from '../folders.ts';
import { found, type Found, type Items, type Format } from '../file.ts';
import { endlessTag, htmlTokens } from './html-tokens.ts';
import { importedFrom } from '../leftover-fields.ts';
import { moment } from '../field-values.ts';

type Bookmark = {
  line: number;
  attributes: Record<string, string>;
  title: string;
  desc: string;
  folders: string[][] | undefined;
};

/** The bookmarks of KDE, GNOME and others, in folders within each other. */
export const xbel: Format = {
  name: 'XBEL',
  sure: (beginning) => (beginning.html()?.tags[0]?.name === 'xbel' ? 1 : 0),
  items: xbelItems,
};

async function* xbelItems(text: AsyncIterable<string>): Items {
  const folders: string[] = [];
  /** Bookmarks by their ids, for the other folders that an alias puts them in. */
  const named = new Map<string, Bookmark>();
  let bookmark: Bookmark | undefined;
  let into: 'title' | 'desc' | undefined;
  let about = { line: 0, text: '' };
  for await (const token of htmlTokens(text, 'xml')) {
    if (token.kind === 'endless') {
      if (bookmark) yield { place: `line ${bookmark.line}`, title: bookmark.title.slice(0, 200), why: brokenOff };
      yield endlessTag(token);
      return;
    }
    if (token.kind === 'text') {
      if (into && bookmark) bookmark[into] += token.text;
      else if (into === 'desc') about.text += token.text;
      else if (into === 'title' && folders.length > 0) folders.push((folders.pop() ?? '') + token.text);
    } else if (token.kind === 'open') {
      const { name, attributes, line } = token;
      if (name === 'title' || name === 'desc') into = name;
      if (name === 'desc') about = { line, text: '' };
      if (name === 'folder') folders.push('');
      if (name === 'alias') yield aliasOf(named.get(attributes.ref ?? ''), line, pathOf(folders));
      if (name === 'bookmark') {
        bookmark = { line, attributes, title: '', desc: '', folders: pathOf(folders) };
      }
    } else if (token.kind === 'close') {
      if (token.name === 'title' || token.name === 'desc') into = undefined;
      const text = about.text.trim();
      if (token.name === 'desc' && text !== '' && !bookmark) {
        yield saidOfFolder({ line: about.line, name: folders.at(-1)?.trim() ?? '', text });
      }
      if (token.name === 'folder') folders.pop();
      if (token.name !== 'bookmark' || !bookmark) continue;
      yield itemOf(bookmark);
      if (bookmark.attributes.id) named.set(bookmark.attributes.id, bookmark);
      bookmark = undefined;
    }
  }
  if (bookmark) yield { place: `line ${bookmark.line}`, title: bookmark.title.slice(0, 200), why: brokenOff };
}

function aliasOf(bookmark: Bookmark | undefined, line: number, folders: string[][] | undefined): Found {
  const why = 'This names a bookmark that does not stand before it.';
  return bookmark ? itemOf({ ...bookmark, line, folders }) : { place: `line ${line}`, why };
}

const brokenOff = 'The file breaks off within this bookmark.';

function itemOf({ line, attributes, title, desc, folders }: Bookmark): Found {
  return found(`line ${line}`, {
    title: title.trim(),
    url: attributes.href?.trim(),
    body: desc.trim(),
    folders,
    at: moment(attributes.added),
    changedAt: moment(attributes.modified),
    imported: importedFrom(attributes, ['href', 'added', 'modified', 'id']),
  });
}
