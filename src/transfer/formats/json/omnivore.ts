import * as z from 'zod';
import type { ImportItem } from '../../model/import-item.ts';
import { importedFrom } from '../field-values.ts';
import { blockQuote, fromPlain } from '../../model/as-markdown.ts';
import { DateValue, Tags, Text } from './fields.ts';
import { jsonReader } from './json.ts';
import type { ExportedHighlight } from '../documents/exported-highlights.ts';

const Page = z.looseObject({
  id: Text,
  slug: Text,
  title: Text,
  description: Text,
  url: z.string(),
  state: Text,
  readingProgress: z.number().nullish(),
  labels: Tags,
  savedAt: DateValue,
  updatedAt: DateValue,
});

/** One of the files `metadata_0_to_20.json` of an Omnivore archive. */
export const omnivoreJson = jsonReader({
  name: 'Omnivore',
  list: '',
  known: ['id', 'slug', 'url', 'state', 'savedAt', 'labels'],
  item: Page,
  read: ({ id, title, description, url, state, readingProgress, labels, savedAt, updatedAt, ...more }) => {
    const isKnown = /^(active|unread|reading|archived|)$/i.test(state);
    const [isArchived, isBegun] = [/archive/i.test(state), !!readingProgress && readingProgress < 100];
    return {
      title,
      url,
      body: blockQuote(fromPlain(description)),
      tags: labels,
      at: savedAt,
      changedAt: updatedAt,
      source: id ? `omnivore:${id}` : undefined,
      state: isArchived ? 'archived' : isBegun ? 'reading' : 'toread',
      imported: importedFrom(
        { ...(isKnown ? {} : { state }), ...(readingProgress ? { readingProgress } : {}), ...more },
        [],
      ),
    };
  },
});

/** Adds Omnivore's copy of the page to an item, if the copy has any text. Its HTML is sanitised when it is imported. */
export function omnivoreCopy(item: ImportItem, page: string): ImportItem {
  const start = page.search(/<body[\s>]/i);
  const html = start < 0 ? page : page.slice(page.indexOf('>', start) + 1).replace(/<\/body>\s*<\/html>\s*$/i, '');
  const words = html.replace(/<[^<>]*>/g, ' ').match(/\S+/g)?.length ?? 0;
  if (item.url === undefined || words === 0) return item;
  const { author, publishedAt } = item.imported ?? {};
  const published = typeof publishedAt === 'string' && !Number.isNaN(Date.parse(publishedAt)) ? publishedAt : null;
  const facts = {
    ...{ title: item.title, description: '', author: typeof author === 'string' ? author : '', site: '', language: '' },
    ...{ published, image: null, canonical: null },
  };
  const at = item.at ?? new Date().toISOString();
  return {
    ...item,
    copy: { url: item.url, at, facts, html: html.trim(), minutes: Math.max(1, Math.round(words / 230)) },
  };
}

/**
 * Reads `highlights/<slug>.md` of such an archive, which belongs to the page of that slug. It has quotations, each followed by
 * its labels (`#label`) and comment, and before the first one any remarks on the whole page.
 */
export function omnivoreHighlights(markdown: string): ExportedHighlight[] {
  const passages: { quote: string[]; comments: string[] }[] = [];
  let inQuote = false;
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const isQuote = line.startsWith('>');
    if (isQuote && !inQuote) passages.push({ quote: [], comments: [] });
    if (passages.length === 0) passages.push({ quote: [], comments: [] });
    const passage = passages.at(-1);
    if (isQuote) passage?.quote.push(line.replace(/^> ?/, '').trimEnd());
    else passage?.comments.push(line);
    inQuote = isQuote;
  }
  return passages
    .map(({ quote, comments }) => {
      const isLabels = (line: string) => /^#\S+( +#\S+)* *$/.test(line);
      const labels = comments.filter(isLabels).join(' ').trim();
      const comment = comments
        .filter((line) => !isLabels(line))
        .join('\n')
        .trim();
      return { quote: quote.join('\n').trim(), comment, more: { 'highlight.labels': labels } };
    })
    .filter(({ quote, comment }) => quote !== '' || comment !== '');
}
