import { found, type Found } from '../file.ts';
import { importedFrom, splitTags } from '../field-values.ts';
import { flag } from '../json/written-values.ts';
import { fromMarkdown, paragraphs, type Markdown } from '../../model/as-markdown.ts';
import type { LinkedText } from './html-text.ts';
import type { Attributes } from './html-tokens.ts';

/** `isCut`: its title is open where the file ends; `isCollected`: its folders are collections of our own export. */
export type Bookmark = {
  line: number;
  attributes: Attributes;
  folders: string[][] | undefined;
  isCollected: boolean;
  isToRead: boolean;
  title: string;
  text: LinkedText;
  isCut: boolean;
};

/** Attributes that have a place with us, and pictures of pages, which are as large as all else and are found again. */
const placed = new Set([
  ...['href', 'add_date', 'last_modified', 'tags', 'private', 'toread', 'description', 'data-important'],
  ...['icon', 'icon_uri', 'last_charset'],
]);
/** linkding tells in a tag what it has no attribute for. */
const archivedTag = /^linkding:(bookmarks\.)?archived$/;

/** What stands between tags, and what its texts are, in a whole file. */
export type Written = { between: ',' | ' '; said: (text: string) => Markdown };

export function bookmarkItem(link: Bookmark, { between, said }: Written): Found {
  const { line, attributes, folders, isCollected, isToRead, title, text, isCut } = link;
  const { href = '', private: hidden, description = '' } = attributes;
  const isOwnText = isShaarliText(href);
  const tags = splitTags(attributes.tags, attributes.tags?.includes(',') ? ',' : between);
  return found(`line ${line}`, {
    title: title.trim(),
    url: isOwnText ? undefined : href.trim(),
    body: paragraphs(said(description), saidIn(text, said)),
    tags: tags.filter((tag) => !archivedTag.test(tag)),
    ...(isCollected ? { collections: folders } : { folders }),
    at: attributes.add_date,
    changedAt: attributes.last_modified,
    state: tags.some((tag) => archivedTag.test(tag))
      ? 'archived'
      : isToRead || flag(attributes.toread)
        ? 'toread'
        : undefined,
    favourite: attributes['data-important'] === 'true' || undefined,
    shared: hidden === undefined ? undefined : hidden === '0',
    imported: importedFrom(unplaced(attributes, isOwnText), []),
    remarks: isCut ? ['The file is cut off here, so the title may be incomplete.'] : undefined,
  });
}

function unplaced(attributes: Attributes, isOwnText: boolean): Attributes {
  const left = Object.entries(attributes).filter(
    ([name, value]) =>
      !placed.has(name) || (name === 'toread' && flag(value) === undefined) || (isOwnText && name === 'href'),
  );
  return Object.fromEntries(left);
}

/** A text without a link stands in Shaarli's file with its own place there. */
function isShaarliText(href: string): boolean {
  return /^(\/shaare\/|\?)[\w-]+$/.test(href.trim());
}

/**
 * linkding keeps what one wrote oneself, which is Markdown, between marks behind the description. Looked for by place: an
 * expression takes the square of the length.
 */
function saidIn(text: LinkedText, said: (text: string) => Markdown): Markdown {
  const [begin, end] = ['[linkding-notes]', '[/linkding-notes]'];
  return text.text((all) => {
    const from = all.indexOf(begin);
    const to = from < 0 ? -1 : all.indexOf(end, from);
    if (to < 0) return said(all.trim());
    const about = all.slice(0, from) + all.slice(to + end.length);
    return paragraphs(said(about.trim()), fromMarkdown(all.slice(from + begin.length, to)));
  });
}
