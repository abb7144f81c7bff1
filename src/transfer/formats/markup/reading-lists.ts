import { itemEntry, type ReadEntry, type Items, type ParsedItem } from '../file.ts';
import type { Format } from '../format.ts';
import { endlessTag, htmlTokens } from './html-tokens.ts';
import { splitTags, importedFrom } from '../field-values.ts';

/** Pocket's export page: a list of unread links and a list of archived ones. */
export const pocketHtml: Format = {
  name: 'Pocket (HTML)',
  confidence: (beginning) => {
    const { title, tags = [] } = beginning.html() ?? {};
    if (title === 'pocket export') return 1;
    return tags.some(({ name, attributes }) => name === 'a' && 'time_added' in attributes) ? 0.9 : 0;
  },
  items: (text) => listedLinks(text, (heading) => ({ state: /archive/i.test(heading) ? 'archived' : 'toread' })),
};

/** Instapaper's export page, on which each heading is a folder. */
export const instapaperHtml: Format = {
  name: 'Instapaper (HTML)',
  confidence: (beginning) => (/^instapaper\b/.test(beginning.html()?.title ?? '') ? 1 : 0),
  items: (text) => listedLinks(text, instapaperPlace),
};

/**
 * The state of a link by its Instapaper folder. The folders that everyone has stand for unread, archived and starred links;
 * links in a person's own folders were not archived.
 */
export function instapaperPlace(folder: string) {
  return {
    folders: /^(unread|archive|starred|)$/i.test(folder) ? undefined : [[folder]],
    state: /^archive$/i.test(folder) ? 'archived' : 'toread',
    favourite: /^starred$/i.test(folder) || undefined,
  } as const;
}

/** Reads links in lists, each below a heading that names its folder. */
async function* listedLinks(text: AsyncIterable<string>, placeOf: (heading: string) => Partial<ParsedItem>): Items {
  let heading = '';
  let into: 'heading' | 'title' | undefined;
  let link: { line: number; attributes: Record<string, string>; title: string } | undefined;
  const item = () =>
    link &&
    itemEntry(`line ${link.line}`, {
      title: link.title.trim(),
      url: link.attributes.href?.trim(),
      tags: splitTags(link.attributes.tags),
      at: link.attributes.time_added,
      ...placeOf(heading.trim()),
      imported: importedFrom(link.attributes, ['href', 'tags', 'time_added']),
    });
  let fault: ReadEntry | undefined;
  for await (const token of htmlTokens(text)) {
    if (token.kind === 'endless') {
      fault = endlessTag(token);
      break;
    }
    if (token.kind === 'text') {
      if (into === 'heading') heading += token.text;
      else if (into && link) link.title += token.text;
      continue;
    }
    if (token.kind !== 'open') {
      if (token.kind === 'close' && (token.name === 'a' || token.name === 'h1')) into = undefined;
      continue;
    }
    const before = ['a', 'li', 'ul', 'ol', 'h1'].includes(token.name) ? item() : undefined;
    if (before) {
      yield before;
      link = undefined;
    }
    if (token.name === 'h1') [heading, into] = ['', 'heading'];
    if (token.name === 'a' && token.attributes.href !== undefined) {
      link = { line: token.line, attributes: token.attributes, title: '' };
      into = 'title';
    }
  }
  const last = item();
  if (last) yield last;
  if (fault) yield fault;
}
