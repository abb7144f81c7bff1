import { found, type Found, type Items, type Format } from '../file.ts';
import { endlessTag, htmlTokens } from './html-tokens.ts';
import { splitTags, importedFrom } from '../field-values.ts';

export const pocketHtml: Format = {
  name: 'Pocket (HTML)',
  sure: (beginning) => {
    const { title, tags = [] } = beginning.html() ?? {};
    if (title === 'pocket export') return 1;
    return tags.some(({ name, attributes }) => name === 'a' && 'time_added' in attributes) ? 0.9 : 0;
  },
  items: pocketHtmlItems,
};

/** Pocket's page of links: one list of what was unread, one of the archive. */
async function* pocketHtmlItems(text: AsyncIterable<string>): Items {
  let heading = '';
  let into: 'heading' | 'title' | undefined;
  let link: { line: number; attributes: Record<string, string>; title: string } | undefined;
  const item = () =>
    link &&
    found(`line ${link.line}`, {
      title: link.title.trim(),
      url: link.attributes.href?.trim(),
      tags: splitTags(link.attributes.tags),
      at: link.attributes.time_added,
      state: /archive/i.test(heading) ? 'archived' : 'toread',
      imported: importedFrom(link.attributes, ['href', 'tags', 'time_added']),
    });
  let fault: Found | undefined;
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
    const before = ['a', 'li', 'ul', 'h1'].includes(token.name) ? item() : undefined;
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
