import type { ReadingState } from '../domain/reading-list.ts';
import { found, type Found, type Items } from './file.ts';
import { endlessTag, htmlTokens, type HtmlToken } from './html-tokens.ts';
import { moment } from './when.ts';
import { folderTags, paragraphs, splitTags } from './words.ts';

type Attributes = Record<string, string>;
type Link = { line: number; attributes: Attributes; folders: string[]; title: string; text: string };

/** Folders that every browser has, whatever they are called there. */
const roots = ['personal_toolbar_folder', 'unfiled_bookmarks_folder', 'mobile_folder'];
/** Of folders nested deeper than people do, the innermost are kept. */
const keptFolders = 32;

/**
 * Bookmarks as browsers and bookmark services have written them since 1994: folders and TAGS are tags, a DD is the
 * text, PRIVATE and TOREAD are heeded, and nothing needs to be closed.
 */
export async function* netscapeItems(text: AsyncIterable<string>): Items {
  const reader = new Bookmarks();
  let fault: Found | undefined;
  for await (const token of htmlTokens(text)) {
    if (token.kind === 'endless') {
      fault = endlessTag(token);
      break;
    }
    const link = reader.take(token);
    if (link) yield itemOf(link);
  }
  const last = reader.end();
  if (last) yield itemOf(last);
  if (fault) yield fault;
}

/** Follows the tags, and gives a bookmark when the next thing begins. */
class Bookmarks {
  #folders: string[] = [];
  #named: string | undefined;
  #link: Link | undefined;
  #into: 'folder' | 'title' | 'text' | undefined;

  take(token: Exclude<HtmlToken, { kind: 'endless' }>): Link | undefined {
    if (token.kind === 'text') this.#hear(token.text);
    else if (token.kind === 'close') return this.#close(token.name);
    else return this.#open(token);
    return undefined;
  }

  end(): Link | undefined {
    const link = this.#link;
    this.#link = undefined;
    this.#into = undefined;
    return link;
  }

  #hear(text: string): void {
    if (this.#into === 'folder') this.#named = (this.#named ?? '') + text;
    else if (this.#into && this.#link) this.#link[this.#into] += text;
  }

  #open({ name, attributes, line }: HtmlToken & { kind: 'open' }): Link | undefined {
    if (name === 'dd') this.#into = this.#link && 'text';
    if (name === 'br') this.#hear('\n');
    if (!['a', 'dt', 'dl', 'h3', 'hr'].includes(name)) return undefined;
    const before = this.end();
    if (name === 'h3') {
      this.#named = '';
      this.#into = roots.some((root) => attributes[root] === 'true') ? undefined : 'folder';
    }
    if (name === 'dl') {
      this.#folders.push(this.#named?.trim() ?? '');
      this.#named = undefined;
    }
    if (name === 'a' && attributes.href !== undefined) {
      this.#link = { line, attributes, folders: this.#folders.slice(-keptFolders), title: '', text: '' };
      this.#into = 'title';
    }
    return before;
  }

  #close(name: string): Link | undefined {
    if (name === 'h3' || name === 'a') this.#into = undefined;
    if (name !== 'dl') return undefined;
    this.#folders.pop();
    return this.end();
  }
}

function itemOf({ line, attributes, folders, title, text }: Link): Found {
  const isPrivate = attributes.private;
  return found(`line ${line}`, {
    title: title.trim(),
    url: attributes.href?.trim(),
    body: describedIn(text),
    tags: [...splitTags(attributes.tags), ...folderTags(folders).reverse()],
    at: moment(attributes.add_date),
    state: stateOf(attributes),
    shared: isPrivate === undefined ? undefined : isPrivate === '0',
  });
}

function stateOf({ toread }: Attributes): ReadingState | undefined {
  return toread === '1' ? 'toread' : undefined;
}

/** linkding keeps what one wrote oneself between marks behind the description. Looked for by place: an expression takes the square of the length. */
function describedIn(text: string): string {
  const [begin, end] = ['[linkding-notes]', '[/linkding-notes]'];
  const from = text.indexOf(begin);
  const to = from < 0 ? -1 : text.indexOf(end, from);
  if (to < 0) return text.trim();
  return paragraphs(text.slice(0, from) + text.slice(to + end.length), text.slice(from + begin.length, to));
}
