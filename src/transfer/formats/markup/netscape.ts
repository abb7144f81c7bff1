import type { FileHead } from '../sniff.ts';
import { EmptyFolders, type OpenFolder, pathOf, folderRemark } from '../folders.ts';
import type { ReadEntry, Items } from '../file.ts';
import type { Format } from '../format.ts';
import { cutOff } from '../whole-file.ts';
import { endlessTag, htmlTokenLists, type HtmlToken } from './html-tokens.ts';
import { bookmarkItem, type Bookmark } from './netscape-item.ts';
import { bookmarksInMarkdown } from '../../model/export-formats.ts';
import { fromMarkdown, fromPlain } from '../../model/as-markdown.ts';
import { LinkedText } from './html-text.ts';
import { splitTags } from '../field-values.ts';
import { cutTo, shortenedTo } from '../../../platform/model/text/plain-text.ts';

/**
 * The bookmark format of browsers and bookmark services since 1994: nested folders, DD for descriptions, PRIVATE and TOREAD,
 * and no closing tags.
 */
export const netscape: Format = {
  name: 'Bookmarks (HTML)',
  confidence: (beginning) => {
    const { doctype = '', tags = [] } = beginning.html() ?? {};
    if (doctype.includes('netscape-bookmark-file')) return 1;
    const has = (name: string) => tags.some((tag) => tag.name === name);
    // Some programs write no doctype. With another one, a page may be any list of terms with links.
    return !doctype && has('dl') && has('dt') && has('a') ? 0.3 : 0;
  },
  items: netscapeItems,
};

/** The usual names of folders are H3, and H1 is the title of the file; some programs use other headings. */
function isFolderName(tag: string): boolean {
  return /^h[1-6]$/.test(tag);
}

/** Elements that begin a new line in a description. */
const breaks = new Set(['br', 'p', 'div', 'li', 'blockquote', 'cite']);

/** The id of Safari's reading list, in all languages. */
const readingList = 'com.apple.ReadingList';

/** Folders that every browser has, under various names. */
const roots = ['personal_toolbar_folder', 'unfiled_bookmarks_folder', 'mobile_folder'];

async function* netscapeItems(text: AsyncIterable<string>, beginning: FileHead): Items {
  const reader = new Bookmarks();
  const file = {
    between: tagSeparator(beginning),
    toMarkdown: isInMarkdown(beginning) ? fromMarkdown : fromPlain,
    madeFolder: madeFolder(beginning),
  };
  let fault: ReadEntry | undefined;
  let isGuessed = file.between === ' ';
  for await (const tokens of htmlTokenLists(text)) {
    for (const token of tokens) {
      if (token.kind === 'endless') fault = endlessTag(token);
      else {
        const link = reader.take(token);
        if (link) yield bookmarkItem(link, file);
        const remark = link && isGuessed ? spacedTags(link) : undefined;
        if (remark) yield remark;
        if (remark) isGuessed = false;
        yield* reader.folders.splice(0);
      }
    }
  }
  const last = reader.end(true);
  if (last) yield bookmarkItem(last, file);
  yield* reader.folders;
  yield* reader.empty.rest();
  if (fault) yield fault;
  else if (reader.isOpen()) yield { place: 'the file', remark: cutOff };
}

/**
 * Most programs separate tags with commas, and Firefox and Raindrop allow spaces in a tag. In a file of another program
 * without commas in its first tags, they are separated by spaces.
 */
function tagSeparator(beginning: FileHead): ',' | ' ' {
  const { tags = [], title = '' } = beginning.html() ?? {};
  const written = tags.flatMap(({ name, attributes }) => (name === 'a' && attributes.tags ? [attributes.tags] : []));
  const isFirefox = tags.some(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy');
  return isFirefox || title.startsWith('raindrop') || written.some((each) => each.includes(',')) ? ',' : ' ';
}

/** How tags were separated that may also be one of several words: said at the first bookmark with such. */
function spacedTags({ line, attributes: { tags = '' }, title }: Bookmark): ReadEntry | undefined {
  const names = splitTags(tags, ' ');
  if (names.length < 2 || tags.includes(',')) return undefined;
  const read = names.map((name) => `“${name}”`).join(', ');
  const remark = `Tags without commas were separated at spaces in the whole file. Here, “${tags.trim()}” became ${read}.`;
  return { place: `line ${line}`, title: cutTo(title.trim(), 300), remark: shortenedTo(remark, 500) };
}

/** The outermost folders that a program makes itself and does not mark, if the file is known to be of that program. */
function madeFolder(beginning: FileHead): RegExp | undefined {
  const { tags = [], title = '' } = beginning.html() ?? {};
  if (title.startsWith('raindrop')) return /^Unsorted$/;
  // Safari's reading list may be far from the beginning. Only its files begin with such a folder outside any list.
  const first = tags.find(({ name }) => name === 'dl' || name === 'h3');
  const { folded, add_date: at } = first?.attributes ?? {};
  const isSafari =
    (folded !== undefined && at === undefined) || tags.some(({ attributes }) => attributes.id === readingList);
  return isSafari ? /^(Favorites|Favourites|Bookmarks Menu)$/ : undefined;
}

/** The attributes of our own bookmarks, in this order; by them older exports without a marker are recognised. */
const ownAttributes = ['href', 'add_date', 'last_modified', 'private', 'tags'].join();

/** Whether texts are Markdown: in our own exports, and in those of Shaarli, whose title people may change. */
function isInMarkdown(beginning: FileHead): boolean {
  const { tags = [], title = '', heading = '' } = beginning.html() ?? {};
  if ([title, heading].some((words) => words.startsWith('shaarli'))) return true;
  if (tags.some(({ attributes }) => attributes.content === bookmarksInMarkdown)) return true;
  const links = tags.filter(({ name }) => name === 'a').map(({ attributes }) => Object.keys(attributes));
  return (
    title === 'bookmarks' &&
    links.length > 0 &&
    links.every((names) => names.slice(0, 5).join() === ownAttributes && names.slice(5).every(isOwn))
  );
}

const isOwn = (name: string) => name === 'toread' || name === 'data-important';

type Said = { place: string; name: string; text: string };

/** Reads tags, and returns a bookmark when the next element begins. */
class Bookmarks {
  readonly #open: OpenFolder[] = [];
  /** How many of the open folders, from the innermost, are collections of our own export. */
  #collections = 0;
  #named: OpenFolder | undefined;
  #isCollection = false;
  #link: Bookmark | undefined;
  #into: 'folder' | 'about' | 'title' | 'text' | undefined;
  /** The description of the last folder, and entries about folders, to be taken by the caller. */
  #about: Said | undefined;
  readonly folders: ReadEntry[] = [];
  readonly empty = new EmptyFolders();
  /** Whether a description is being read: a link in it is a bookmark only after a DT, or with the time of one. */
  #isDescription = false;
  #descriptionLink: { href: string | undefined; words: string } | undefined;

  take(token: Exclude<HtmlToken, { kind: 'endless' }>): Bookmark | undefined {
    if (token.kind === 'text') this.#addText(token.text);
    else if (token.kind === 'close') return this.#close(token.name);
    else if (token.kind === 'open') return this.#begin(token);
    return undefined;
  }

  isOpen(): boolean {
    return this.#open.length > 0;
  }

  end(isCut = false): Bookmark | undefined {
    this.#endDescriptionLink();
    const link = this.#link && { ...this.#link, isCut: isCut && this.#into === 'title' };
    this.#link = undefined;
    this.#into = undefined;
    this.#isDescription = false;
    return link;
  }

  #addText(text: string): void {
    if (this.#descriptionLink) this.#descriptionLink.words += text;
    else if (this.#into === 'folder' && this.#named) this.#named.name += text;
    else if (this.#into === 'about' && this.#about) this.#about.text += text;
    else if (this.#link && this.#into === 'title') this.#link.title += text;
    else this.#link?.text.add(text);
  }

  #begin({ name, attributes, line }: HtmlToken & { kind: 'open' }): Bookmark | undefined {
    if (name === 'dd' && this.#link) [this.#into, this.#isDescription] = ['text', true];
    if (name === 'dd' && !this.#link && this.#named !== undefined) {
      this.#about = { place: `line ${line}`, name: this.#named.name.trim(), text: '' };
      this.#into = 'about';
    }
    if (breaks.has(name) && this.#into !== 'title') this.#addText('\n');
    if (name === 'a' && this.#isDescription && attributes.add_date === undefined) {
      this.#endDescriptionLink();
      this.#descriptionLink = { href: attributes.href, words: '' };
      return undefined;
    }
    // In a description, only the usual headings are folders.
    const isHeading =
      isFolderName(name) && (name === 'h3' || this.#into !== 'text') && (name !== 'h1' || this.#open.length > 0);
    if (!isHeading && !['a', 'dt', 'dl', 'hr'].includes(name)) return undefined;
    const before = this.end();
    const about = this.#about;
    this.#about = undefined;
    if (about && about.text.trim() !== '') this.folders.push(folderRemark(about));
    if (isHeading) {
      this.#endNamed();
      const isReadingList = attributes.id === readingList;
      this.#named = { line, name: '', isEmpty: true, isReadingList };
      this.#isCollection = attributes['data-collection'] === 'true';
      this.#into = isReadingList || roots.some((root) => attributes[root] === 'true') ? undefined : 'folder';
    }
    if (name === 'dl') {
      this.#open.push(this.#named ?? { line, name: '', isEmpty: true });
      if (this.#isCollection || this.#collections > 0) this.#collections += 1;
      this.#named = undefined;
      this.#isCollection = false;
    }
    if (name === 'a') {
      const within = this.#open.at(-1);
      if (within) within.isEmpty = false;
      this.#link = {
        line,
        attributes,
        folders: pathOf(this.#open),
        isCollected: this.#collections > 0,
        isToRead: within?.isReadingList === true,
        title: '',
        text: new LinkedText(),
        isCut: false,
      };
      this.#into = 'title';
    }
    return before;
  }

  #close(name: string): Bookmark | undefined {
    if (name === 'a' && this.#descriptionLink) this.#endDescriptionLink();
    else if (name === 'a' || (isFolderName(name) && this.#into === 'folder')) this.#into = undefined;
    if (name !== 'dl') return undefined;
    this.#endNamed();
    this.folders.push(...this.empty.end(this.#open));
    if (this.#collections > 0) this.#collections -= 1;
    return this.end();
  }

  /** Ends a folder that was named but has no contents. */
  #endNamed(): void {
    if (this.#named) this.folders.push(...this.empty.end([...this.#open.slice(-1), this.#named]));
    this.#named = undefined;
  }

  #endDescriptionLink(): void {
    const link = this.#descriptionLink;
    this.#descriptionLink = undefined;
    if (link) this.#link?.text.link(link.href, link.words);
  }
}
