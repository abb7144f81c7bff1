import { itemEntry, type ReadEntry } from '../file.ts';
import { withoutOutermost } from '../folders.ts';
import { importedFrom, splitTags } from '../field-values.ts';
import { booleanFrom } from '../json/written-values.ts';
import { fromMarkdown, paragraphs, type Markdown } from '../../model/as-markdown.ts';
import type { LinkedText } from './html-text.ts';
import type { Attributes } from './html-tokens.ts';

/** `isCut`: the file ends within its title; `isCollected`: its folders are collections of our own export. */
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

/** Attributes that have a place here, and icons, which are large and can be fetched again. */
const placed = new Set([
  ...['href', 'add_date', 'last_modified', 'tags', 'private', 'toread', 'description', 'data-important'],
  ...['icon', 'icon_uri', 'last_charset'],
]);
/** linkding uses a tag where the format has no attribute. */
const archivedTag = /^linkding:(bookmarks\.)?archived$/;

/** The separator of tags in a file, the reader of its texts, and the outermost folders that its program made. */
export type BookmarkSyntax = {
  between: ',' | ' ';
  toMarkdown: (text: string) => Markdown;
  madeFolder: RegExp | undefined;
};

export function bookmarkItem(link: Bookmark, { between, toMarkdown, madeFolder }: BookmarkSyntax): ReadEntry {
  const { line, attributes, isCollected, isToRead, title, text, isCut } = link;
  const folders = madeFolder && link.folders ? withoutOutermost(link.folders, madeFolder) : link.folders;
  const { href = '', private: hidden, description = '' } = attributes;
  const isOwnText = isShaarliText(href);
  const tags = splitTags(attributes.tags, attributes.tags?.includes(',') ? ',' : between);
  return itemEntry(`line ${line}`, {
    title: title.trim(),
    url: isOwnText ? undefined : href.trim(),
    body: paragraphs(toMarkdown(description), markdownOf(text, toMarkdown)),
    tags: tags.filter((tag) => !archivedTag.test(tag)),
    ...(isCollected ? { collections: folders } : { folders }),
    at: attributes.add_date,
    changedAt: attributes.last_modified,
    state: tags.some((tag) => archivedTag.test(tag))
      ? 'archived'
      : isToRead || booleanFrom(attributes.toread)
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
      !placed.has(name) || (name === 'toread' && booleanFrom(value) === undefined) || (isOwnText && name === 'href'),
  );
  return Object.fromEntries(left);
}

/** In Shaarli's file, a text without a link has its own address in Shaarli. */
function isShaarliText(href: string): boolean {
  return /^(\/shaare\/|\?)[\w-]+$/.test(href.trim());
}

/**
 * linkding writes the person's notes, which are Markdown, between markers after the description. Searched by position: a
 * pattern could take quadratic time.
 */
function markdownOf(text: LinkedText, toMarkdown: (text: string) => Markdown): Markdown {
  const [begin, end] = ['[linkding-notes]', '[/linkding-notes]'];
  return text.text((all) => {
    const from = all.indexOf(begin);
    const to = from < 0 ? -1 : all.indexOf(end, from);
    if (to < 0) return toMarkdown(all.trim());
    const about = all.slice(0, from) + all.slice(to + end.length);
    return paragraphs(toMarkdown(about.trim()), fromMarkdown(all.slice(from + begin.length, to)));
  });
}
